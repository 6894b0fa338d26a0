"""What players read, each in their own language."""
