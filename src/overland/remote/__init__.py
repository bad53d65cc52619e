"""Playing at a server from outside: local bots and assistants, through the bot API."""
