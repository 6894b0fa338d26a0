"""A match played line by line: messages, questions and answers, without a terminal."""
