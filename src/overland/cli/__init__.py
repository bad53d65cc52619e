"""The command ``overland``: one file a command."""
