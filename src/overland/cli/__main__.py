"""``python -m overland.cli`` is ``overland``."""

from overland.cli.app import main

main()
