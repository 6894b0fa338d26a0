"""Commands on rules files and variants."""
