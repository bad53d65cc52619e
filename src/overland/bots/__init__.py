"""Bots: they choose an action from what their seat knows, and from nothing else."""
