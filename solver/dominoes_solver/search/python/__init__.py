"""The searches in plain Python: minimax and max^n by the book, and the pruned ones."""
