"""Machine code: compiled once, kept on disk, loaded or compiled in the background."""
