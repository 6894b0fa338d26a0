"""A match played line by line: what is said, what is asked, what is answered; no terminal."""
