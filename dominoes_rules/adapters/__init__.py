"""Rules files as environments of OpenSpiel and PettingZoo, and their agents as bots."""

EXTRA_OF_AGENTS = {"openspiel": "open-spiel", "pettingzoo": "pettingzoo"}
"""The kinds of foreign agents, as names of bots begin, with the extra that each needs."""
