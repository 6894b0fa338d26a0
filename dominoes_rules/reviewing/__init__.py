"""A finished match or round looked at again: mistakes, and luck apart from skill."""
