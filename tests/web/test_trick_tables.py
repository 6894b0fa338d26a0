"""Tables of games of tricks: the auction, the trump, what each seat reads; and what refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from tests.web.clients import Player, begin, serving, until


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("tricks")) as served:
        yield served


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def mine(player: Player) -> dict[str, Any]:
    """The table once it is the player's turn, or the round is over."""
    return until(player.view, lambda view: view["mine"] or "over" in view)


@pytest.mark.parametrize("game", ["texas_42", "moon"])
def test_a_round_from_the_first_bid_to_the_last_trick(client: TestClient, game: str) -> None:
    player, read = begin(client, game=game, level="counts"), set[str]()
    rounds = 0
    while rounds < 12:
        view = mine(player)
        if "over" in view:
            rounds += 1
            if "void" not in view["over"]:
                break
            player.act("next_round")
            continue
        moves, status = player.moves(view), view["status"]
        said = [move for move in moves if move[0] in "bt-"]
        if said:
            assert "aria-disabled" in view["hand"]  # no tile is played before the first trick
            assert "data-unplayable" not in view["hand"]
            assert "hint" not in view["acts"]  # a bid can't be searched
            kind = "trump" if said[0][0] == "t" else "pass"
            assert kind in status
            read.add(kind)
            move = said[1] if said[0] == "-" and len(said) > 1 else said[0]
        elif "~" in moves[0]:
            assert "lay a tile aside" in status
            move = moves[0]
        else:
            assert re.search(r"You lead|led: follow|play anything", status)
            assert "Trump: " in status
            read.add("tile")
            move = moves[0]
        assert player.post("move", {"move": move, "version": view["version"]}).is_success
    assert "tile" in read
    end = plain(view["over"])
    assert "All tricks are played" in end
    assert re.search(r"Bid \d+ by (Ana|Bot [BCD]), ", end)
    assert len(re.findall(r"\d+ tricks?", end)) == {"texas_42": 2, "moon": 3}[game]
    bid = {"texas_42": r"\d+ pips?, \d+ of \d+", "moon": r"\d+ tricks? of \d"}[game]
    assert len(re.findall(bid, end)) == 1
    assert "Review your moves" not in end
    assert "bids can't be reviewed yet" in player.get("review/A").json()["error"]["message"]
    for line in ("bids", "takes the trick"):
        assert line in view["log"]


def test_counts_is_the_usual_bot_of_games_of_tricks_alone(client: TestClient) -> None:
    def chosen(query: str) -> str:
        html = client.get(f"/?{query}").text
        return str(re.findall(r'<option value="(\w+)" selected>', html)[-1])

    assert chosen("game=texas_42") == "counts"
    assert chosen("game=texas_42&shown=block&level=casual") == "counts"
    assert chosen("game=texas_42&shown=block&level=expert") == "expert"
    assert chosen("game=block&shown=texas_42&level=counts") == "casual"


def test_what_shows_open_ends_refuses_with_the_reason(client: TestClient) -> None:
    record = f"{dr.Round(dr.variant('texas_42'), seed=1).text_seen_by('A')}"
    answer = client.get("/analyse", params={"position": record})
    assert "which the analysis board does not show yet" in answer.text
    assert 'value="texas_42"' not in client.get("/analyse").text
    assert 'value="texas_42"' not in client.get("/pad").text
    form = {"game": "texas_42", "seats": "4"}
    assert "a score pad does not ask for yet" in client.post("/pad", data=form).text


def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        player = begin(first, game="texas_42", level="counts")
        before = mine(player)
    with serving(tmp_path) as second:
        player.client = second
        after = mine(player)
    for part in ("ends", "hand", "board", "status"):
        assert after[part] == before[part]
