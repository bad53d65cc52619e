"""Texts are data: anything said to a player is a key with arguments, which one catalogue per language puts into words.

The same catalogues serve the browser and the English of the terminal and the server.
"""

from overland.words.message import Message
from overland.words.speech import LANGUAGES, Speech, catalogue

__all__ = ["LANGUAGES", "Message", "Speech", "catalogue"]
