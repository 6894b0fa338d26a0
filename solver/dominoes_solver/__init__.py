"""Inference about hidden hands, and the search for the best move."""
