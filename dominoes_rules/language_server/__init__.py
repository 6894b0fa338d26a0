"""Rules files in an editor: findings as you type, completion, fixes, names and outlines."""
