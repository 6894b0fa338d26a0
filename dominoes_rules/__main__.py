"""`python -m dominoes_rules` is the command line."""

import sys

from dominoes_rules.cli import main

sys.exit(main())
