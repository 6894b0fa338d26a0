"""What actions and awards reveal about hidden hands."""
