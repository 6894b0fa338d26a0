"""What a server keeps on disk: records, standings, and sets under way."""
