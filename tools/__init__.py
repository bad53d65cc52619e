"""What helps to develop Overland and is not part of it; run by ./dev, or as ./dev run python -m tools.NAME."""
