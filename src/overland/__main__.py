"""``python -m overland`` is ``overland``."""

from overland.cli.app import main

main()
