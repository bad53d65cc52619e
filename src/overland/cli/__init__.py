"""The command ``overland``: one file per command."""
