"""The examples of a rules file, run by the interpreter."""
