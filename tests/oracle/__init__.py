"""Slow, plain second readings of the rules, for tests only."""
