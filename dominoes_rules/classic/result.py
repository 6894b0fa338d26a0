"""How a game ended."""

import collections

Result = collections.namedtuple("Result", ["player", "won", "points"])
Result.__doc__ = """How a game ended: who moved last, whether by its last domino, and the points.

Points are positive for the team of players 0 and 2, negative for that of 1 and 3, 0 for a tie.

>>> Result(1, True, -25)
Result(player=1, won=True, points=-25)
"""
