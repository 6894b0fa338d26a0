"""`python -m benchmarks.strength MEASUREMENT`: no traceback, wherever it is interrupted."""

import sys
from collections.abc import Callable, Sequence

from benchmarks.strength import (
    exploitability,
    few_worlds,
    gain_by_choices,
    gain_table,
    ladder,
    learn,
    level_table,
    plain_partner,
    type_gain,
)
from dominoes_lang.text.root_exception import DominoesError

INTERRUPTED = 130
MEASUREMENTS: dict[str, Callable[[Sequence[str]], int]] = {
    "exploit": exploitability.main,
    "few": few_worlds.main,
    "gains": gain_table.main,
    "read": gain_by_choices.read,
    "ladder": ladder.main,
    "learn": learn.main,
    "levels": level_table.main,
    "partner": plain_partner.main,
    "types": type_gain.main,
}


def main(arguments: Sequence[str]) -> int:
    """Carry out a measurement by its name; its exit code, 2 for what there is not."""
    if arguments and arguments[0] == "--write":
        arguments = ["ladder", *arguments]
    if not arguments or arguments[0] not in MEASUREMENTS:
        print(f"usage: python3 dev.py strength {'|'.join(MEASUREMENTS)}", file=sys.stderr)
        return 2
    try:
        return MEASUREMENTS[arguments[0]](arguments[1:])
    except DominoesError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
