"""Games too wide for the rows of the searches: their rows, their programs, and their play."""
