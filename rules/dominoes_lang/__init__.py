"""The rules language: from the text of a rules file to functions that play by it."""
