"""Rules in plain English: words, phrases, sentences, and the sheet that they make."""
