"""Other people's search and learning, playing our games."""
