"""Tests of what plays at a server from outside."""
