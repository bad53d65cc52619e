"""Texts are data: whatever is said to a player is a key with arguments, and a catalogue a language says it.

The same catalogues serve the browser and the English of the terminal and the server.
"""

from overland.words.message import Message
from overland.words.speech import LANGUAGES, Speech, catalogue

__all__ = ["LANGUAGES", "Message", "Speech", "catalogue"]
