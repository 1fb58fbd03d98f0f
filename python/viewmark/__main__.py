"""Runs the command line: `python -m viewmark` is the same as `viewmark`."""

import sys

from viewmark.cli import main

sys.exit(main())
