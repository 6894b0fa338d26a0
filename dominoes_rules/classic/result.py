"""How a game ended."""

import collections

Result = collections.namedtuple("Result", ["player", "won", "points"])
Result.__doc__ = """The result: who moved last, whether this player went out, and the points.

Points are positive for the team of players 0 and 2, negative for that of 1 and 3, 0 for a tie.

>>> Result(1, True, -25)
Result(player=1, won=True, points=-25)
"""
