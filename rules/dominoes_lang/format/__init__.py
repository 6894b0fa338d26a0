"""The layout of rules files, and their colours."""
