"""Help for people who write rules files: a first draft, fixes, explanations."""
