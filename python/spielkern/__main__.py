"""`python -m spielkern` is the command `spielkern`."""

import sys

from spielkern.cli import main

sys.exit(main())
