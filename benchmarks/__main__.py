"""`python -m benchmarks`: no traceback, wherever it is interrupted."""

import os
import sys

INTERRUPTED = 130


def run() -> int:
    """Carry out the command; its exit code."""
    os.environ.setdefault("DOMINOES_RULES_NATIVE", "wait")  # for the compiler, which is not timed
    try:
        from benchmarks.command import main

        return main()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has enough; nothing may be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except ModuleNotFoundError as error:
        sys.stderr.write(
            f"{error.name} is not installed in {sys.executable}; this sets up what is needed:\n"
            "    python3 dev.py bench\n"
        )
        return 1


if __name__ == "__main__":
    sys.exit(run())
