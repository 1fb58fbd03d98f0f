"""`python -m viewmark` is the command line."""

import sys

from viewmark.cli import main

sys.exit(main())
