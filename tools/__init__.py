"""What helps to develop Overland and is no part of it; run by ./dev, or as ./dev run python -m tools.NAME."""
