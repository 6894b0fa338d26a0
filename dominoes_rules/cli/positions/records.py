"""`records import`: the plain log of another program as records, which other commands read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.whole_files import replacing
from dominoes_rules import library
from dominoes_rules.cli.common import many, parameters, ruleset_and_seats
from dominoes_rules.cli.main import FINE
from dominoes_rules.cli.positions.model_files import file_to_write
from dominoes_rules.cli.positions.record_files import text_of_file
from dominoes_rules.errors import PositionError, RecordError
from dominoes_rules.play.log_rounds import read_log


def run(args: argparse.Namespace) -> int:
    """Write the rounds of a log, one a line; on standard output without a file to write."""
    ruleset, seats = ruleset_and_seats(args.game)
    compiled = library.compiled(ruleset, seats, parameters(args.parameters))
    path = None if args.output is None else file_to_write(args, args.output)
    try:
        positions = read_log(text_of_file(args.log).splitlines(), compiled)
    except RecordError as error:
        raise PositionError(f"{short(args.log)}, {error}") from None
    lines = [str(position) for position in positions]
    if path is None:
        print("\n".join(map(plain, lines)))
        return FINE
    _write(path, lines)
    written = f"{short(str(path))} has {many(len(lines), 'round')}; dominoes-rules review reads it"
    print(plain(written), file=sys.stderr)
    return FINE


def _write(path: Path, lines: list[str]) -> None:
    with replacing(path) as stream:
        stream.write("".join(f"{line}\n" for line in lines).encode())
