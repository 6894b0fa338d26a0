"""What a kernel answers that was to play random rounds."""

FINE, VOID, ENDLESS = range(3)
"""All of them are played, or only void deals came, or one does not end."""
