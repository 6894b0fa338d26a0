"""The checker: everything that is wrong with a ruleset, found in one go."""
