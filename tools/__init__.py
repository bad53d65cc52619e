"""Tools for developing Overland that are not part of it; run by ./dev, or as ./dev run python -m tools.NAME."""
