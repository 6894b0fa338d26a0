"""Portuguese agrees, contracts and denies as a player from Brazil would."""

from __future__ import annotations

import pytest

from dominoes_lang.languages.language import spoken
from dominoes_lang.languages.reasons import Reasons
from dominoes_lang.languages.rule_sheet import sheet_for_all
from dominoes_lang.load import load
from dominoes_lang.text.source import Source
from dominoes_rules import library

FINE = "award fine: 1 to A at round end when"
SENTENCES = [
    # `Não` before the verb, once; who does not hold none holds some.
    ("block", f"{FINE} A holds no doubles", "se o jogador A não tem nenhuma carroça."),
    ("block", f"{FINE} not A holds no doubles", "se o jogador A tem alguma carroça."),
    ("block", f"{FINE} nobody holds no 5", "se cada um tem alguma pedra com um 5."),
    ("partnership", f"{FINE} not any side holds no 5", "se cada equipe tem alguma pedra com um 5."),
    ("block", f"{FINE} A holds at least 3 doubles or A holds no 6",
     "se o jogador A tem pelo menos três carroças ou nenhuma pedra com um 6."),
    ("block", f"{FINE} not everyone can play", "se nem todos os jogadores podem jogar uma pedra."),
    ("draw", f"{FINE} tiles in stock is 0", "se o monte não tem nenhuma pedra."),
    ("draw", f"{FINE} nobody can act", "se ninguém pode jogar nem comprar uma pedra."),
    ("block", f"{FINE} plays is 0", "se nenhuma pedra foi jogada."),
    ("puerto_rico_500", "parameter special = 0\naward blank: special to finisher at round end",
     "Quem jogou a última pedra não marca nada para a sua equipe (special é 0)."),
    # A player is `ele`, a side `ela`, and whoever is not the subject is named.
    ("partnership", "award last: 1 to each side at round end when they have no tiles",
     "Cada equipe marca um ponto se ela está sem pedras."),
    ("cut_throat", "award last: 1 to each player at round end when they have no tiles",
     "Cada jogador marca um ponto se ele está sem pedras."),
    ("partnership", "award last: 1 to each player's opponents at round end when they hold a 5",
     "a equipe adversária marca um ponto se esse jogador tem uma pedra com um 5."),
    # Prepositions and articles in one word.
    ("partnership", f"{FINE} player after finisher is opener's partner",
     "se o jogador seguinte a quem jogou a última pedra é o parceiro de quem fez a saída."),
    ("gaple", "award last: pips held by player after winner to winner at round end",
     "O vencedor também marca os pontos que restam na mão do jogador seguinte ao vencedor."),
    # Numbers and gender.
    ("domohnoes", "players: 2..8\ndeal: 3 each", "De dois a oito jogadores, cada um por si."),
    ("domohnoes",
     "players: 2..8\ndeal: 3 each\nturn: play a tile or pass when players is 2 or else pass",
     "Com três a oito jogadores: quem tiver uma pedra que encaixe numa ponta aberta deve jogá-la."),
    ("block", f"{FINE} round is 21", "na 21ª rodada."),
    ("block", "award ends: pips on ends / 5 rounded down to 5 to winner at round end",
     "dividida por cinco, arredondada para baixo até um múltiplo de cinco."),
    ("block", "award ends: pips in stock rounded down to 5 to winner at round end",
     "os pontos das pedras do monte, arredondados para baixo até um múltiplo de cinco."),
    ("five_up", "", "nas mãos dos outros jogadores, divididos por cinco, arredondados para o"),
    ("partnership", "match: 3 wins", "A primeira equipe a vencer três rodadas vence a partida."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "clauses", "told"), SENTENCES)
def test_sentences(game: str, clauses: str, told: str) -> None:
    text = f'variant "House"\nextends "{game}"\n{clauses}\n'
    ruleset = load(Source("house.rules", text), library.bundled)
    setups = [ruleset.setup(seats) for seats in ruleset.players]
    lines = [line for section in sheet_for_all(setups, spoken("pt")) for line in section.lines]
    assert any(told in line for line in lines), lines


def test_a_parameter_of_a_bundled_game_gives_its_reason_in_portuguese() -> None:
    setup = library.variant("dominican").setup()
    reasons = Reasons(setup, spoken("pt"))
    told = [reasons.reason(award, 0, None) for award in (*setup.in_play, *setup.awards)]
    assert "passe logo depois da saída" in told
    assert spoken("pt").title(setup.ruleset.title) == "Dominicano"
