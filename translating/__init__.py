"""What makes another language for players: `python3 dev.py language xx`."""
