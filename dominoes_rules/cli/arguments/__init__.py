"""What can be typed: the parser of the command line, and the arguments of every command."""
