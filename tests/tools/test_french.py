"""French agrees, elides and denies as a player from France would: what no other table does."""

from __future__ import annotations

import pytest

from dominoes_lang.languages.language import spoken
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library

FINE = "award fine: 1 to winner at round end when"
SENTENCES = [
    # Below two, words are singular.
    ("block", "award fine: 0 - 1 to winner at round end", "Le gagnant perd un point."),
    ("block", f"{FINE} plays is more than 1", "si plus d'un domino a été posé."),
    ("block", f"{FINE} plays is 0", "si aucun domino n'a été posé."),
    # What is denied takes `ne`, nobody as well as no tile.
    ("draw", f"{FINE} tiles in stock is 0", "si la pioche ne contient plus aucun domino."),
    ("block", f"{FINE} A holds no doubles", "si le joueur A n'a aucun double."),
    ("block", f"{FINE} not any player holds a 5", "si personne n'a un domino avec un 5."),
    ("block", f"{FINE} nobody can play", "si personne ne peut poser de domino."),
    ("block", f"{FINE} not A holds no doubles", "si le joueur A a au moins un double."),
    ("puerto_rico_500", "parameter special = 0\naward double_blank: special to winner at round end",
     "L'équipe gagnante ne marque rien (special vaut 0)."),
    ("partnership", f"{FINE} not any side holds a 5", "si aucune équipe n'a un domino avec un 5."),
    # A player is `il`, a side `elle`.
    ("partnership", "award last: 1 to each side at round end when they have no tiles",
     "Chaque équipe marque un point si elle n'a plus de domino."),
    ("cut_throat", "award last: 1 to each player at round end when they have no tiles",
     "Chaque joueur marque un point s'il n'a plus de domino."),
    ("partnership", "award last: 1 to each player's opponents at round end when they hold a 5",
     "Pour chaque joueur, l'équipe adverse marque un point si ce joueur a un domino avec un 5."),
    # Behind `si`, each clause has its own.
    ("block", f"{FINE} domino and plays is 5",
     "si un joueur fait domino et si exactement cinq dominos ont été posés."),
    ("block", f"{FINE} last tile is double and not last tile is [0|0]",
     "si le dernier domino est un double et n'est pas [0|0]."),
    # Amounts have a gender and a number.
    ("block", "award ends: pips on ends / 5 rounded down to 5 to winner at round end",
     "la somme des extrémités ouvertes divisée par cinq, arrondie au multiple inférieur de cinq."),
    ("block", f"{FINE} pips in stock is less than pips on ends",
     "si les points de la pioche sont inférieurs à la somme des extrémités ouvertes."),
    ("partnership", "match: 3 wins", "La première équipe à gagner trois manches gagne la partie."),
    ("block", "match: 3 wins", "Le premier joueur à gagner trois manches gagne la partie."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "clause", "said"), SENTENCES)
def test_sentences(game: str, clause: str, said: str) -> None:
    text = f'variant "House"\nextends "{game}"\n{clause}\n'
    setup = load(Source("house.rules", text), library.bundled).setup()
    lines = [line for section in sheet(setup, language=spoken("fr")) for line in section.lines]
    assert any(said in line for line in lines), lines
