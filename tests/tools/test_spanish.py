"""What Spanish needs of the form of a table: agreement, its negation, and the pronoun left out."""

from __future__ import annotations

import pytest

from dominoes_lang.languages.language import spoken
from dominoes_lang.languages.reasons import Reasons
from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library

AT_END = "to each player at round end when"

SENTENCES = [
    # `No` before the verb and nothing after it that denies it again.
    ("domohnoes", "redeal: when A holds no doubles", "Si el jugador A no tiene ningún doble, el"),
    ("domohnoes", "award a: 1 to A at round end when not A holds no doubles",
     "El jugador A se anota un tanto si el jugador A tiene algún doble."),
    ("domohnoes", "award a: 1 to A at round end when nobody holds no 5",
     "El jugador A se anota un tanto si cada uno tiene alguna ficha con un cinco."),
    ("domohnoes", f"award a: 1 {AT_END} not everyone can play",
     "Cada jugador se anota un tanto si no todos los jugadores pueden poner ficha."),
    ("domohnoes", "award a: 1 to winner at round end when tiles in stock is 0",
     "El ganador se anota un tanto si en el pozo no queda ninguna ficha."),
    ("domohnoes", "award a: 1 to winner at round end when plays is 0",
     "si no se ha puesto ninguna ficha."),
    ("puerto_rico_500", "parameter special = 0\naward double_blank: special to winner at round end",
     "El equipo ganador no se anota nada (special es 0)."),
    # Who they are, and whose tiles are left.
    ("domohnoes", f"award a: 1 {AT_END} they hold a 5 and they can play",
     "Cada jugador se anota un tanto si tiene una ficha con un cinco y puede poner ficha."),
    ("domohnoes", f"award a: 1 {AT_END} winner is player after them",
     "Cada jugador se anota un tanto si el jugador que le sigue gana la mano."),
    ("partnership",
     "award a: 1 to each player's opponents at round end when they hold no doubles",
     "Por cada jugador, el equipo contrario se anota un tanto si aquel no tiene ningún doble."),
    ("domohnoes", "award a: pips held by everyone - pips held by winner to winner at round end",
     "se anota los puntos que les quedan a todos, menos los puntos que le quedan al ganador."),
    # Numbers and gender.
    ("domohnoes", "match: 1 rounds, most wins", "Se juega una mano; gana la partida"),
    ("domohnoes", "award a: 1 to A at round end when round is 21", "en la 21.ª mano"),
    ("domohnoes", "award a: pips on ends / 2 rounded to nearest 5 to A at round end",
     "la mitad de la suma de las puntas abiertas, redondeada al múltiplo de cinco más cercano"),
    ("domohnoes", "award a: pips on ends / 3 rounded to nearest 5 to A at round end",
     "la suma de las puntas abiertas dividida entre tres, redondeada al múltiplo de cinco más"),
    ("domohnoes", "players: 2..8\ndeal: 3 each", "De dos a ocho jugadores, cada uno"),
    ("domohnoes", "parameter n = 6 one of 6, 8\ndeal: n each", "n: 6 (6 u 8)"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "clauses", "told"), SENTENCES)
def test_sentences(game: str, clauses: str, told: str) -> None:
    text = f'variant "House"\nextends "{game}"\n{clauses}\n'
    ruleset = load(Source("house.rules", text), library.bundled)
    setups = [ruleset.setup(seats) for seats in ruleset.players]
    lines = [line for section in sheet_for_all(setups, spoken("es")) for line in section.lines]
    assert any(told in line for line in lines), lines


def test_a_parameter_of_a_bundled_game_gives_its_reason_in_spanish() -> None:
    setup = library.variant("dominican").setup()
    reasons = Reasons(setup, spoken("es"))
    told = [reasons.reason(award, 0, None) for award in (*setup.in_play, *setup.awards)]
    assert "el pase de salida" in told
    assert spoken("es").title(setup.ruleset.title) == "Dominicano"
