"""Tables of games of tricks: the auction, the trump, what each seat reads; and what refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules.cli.tables import web
from tests.tricks.test_bid_chances import SMALL
from tests.web.clients import Player, begin, serving, until
from tests.web.test_table_reviews import events

HAND = "texas_42 A:66.64.65.62.50.31.20/B:x7/C:x7/D:x7 opener:A"


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
            took = re.search(r"You took (\d)-(\d)\.", status)
            assert took is not None
            assert f"~{took[1]}{took[2]}" in moves
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
    assert "Review your moves" in end
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


def test_a_review_tells_bids_and_trumps_apart(tmp_path: Path) -> None:
    rules = tmp_path / "small.rules"
    rules.write_text(SMALL, "utf-8")
    with serving(tmp_path, games=web._games([rules])) as client:
        player = begin(client, game="small", level="counts")
        while "over" not in (view := mine(player)):
            moves = player.moves(view)
            player.post("move", {"move": max(moves), "version": view["version"]})
        assert "Review your moves" in plain(view["over"])
        stream = events(player, "review/A/events?round=1")
    cards = [data["html"] for kind, data in stream if kind == "decision"]
    assert any("bid 8 with" in card and "A pass risks nothing" in card for card in cards)
    assert any("What would you choose?" in card and "You chose: " in card for card in cards)
    results = stream[-1][1]["html"]
    assert "contract" in results
    assert "luck" in results


def test_the_analysis_board_shows_the_auction_the_trick_and_what_solve_says(
    client: TestClient,
) -> None:
    shown = plain(client.get("/analyse", params={"position": HAND}).text)
    assert "Moves of A pass bid 30 bid 31" in shown
    named = {"position": f"{HAND} play:b31,-,-,-"}
    bids = client.get("/api/solve", params=named).text
    assert "open hands flatter the bidder" in bids
    later = f"{HAND} play:b31,-,-,-,t6,66,61"
    shown = plain(client.get("/analyse", params={"position": later}).text)
    assert "Possible moves of C 0-0 1-0" in shown
    assert "As the first tile" not in shown
    assert "bid 31 by A" in shown
    assert "trump: sixes" in shown
    hidden = plain(client.get("/analyse", params={"position": f"{HAND} play:-,b30,-,-"}).text)
    assert "Possible moves of B trump: blanks" in hidden
    widow = "moon A:66.64.65.62.55.31.32/B:x7/C:x7 opener:B play:b4,-,-"
    assert "Possible moves of B discard" in plain(
        client.get("/analyse", params={"position": widow}).text
    )


def test_a_round_of_tricks_is_set_up_by_clicks(client: TestClient) -> None:
    tiles = HAND.split()[1].split("/")[0].removeprefix("A:").split(".")
    form = {"game": "texas_42", "seats": "4", "seat": "A", "opener": "A", "tile": tiles}
    shown = plain(client.get("/analyse", params={**form, "line": "b31 - p p t6 66 63 53 60"}).text)
    assert "you chose bid 31" in shown
    assert "you chose trump: sixes" in shown
    assert "After 66 63 53 60: it is your turn" in shown
    wrong = client.get("/analyse", params={**form, "line": "66"})
    assert "legal to pass or bid 30" in wrong.text


def test_a_score_pad_asks_for_the_bid_and_what_was_taken(client: TestClient) -> None:
    assert 'value="texas_42"' in client.get("/pad").text
    form = {"game": "texas_42", "seats": "4", "name_A": "Ana"}
    page = plain(client.post("/pad", data=form).text)
    assert "The bidder Ana Player B Player C Player D Nobody" in page


def test_a_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        player = begin(first, game="texas_42", level="counts")
        before = mine(player)
    with serving(tmp_path) as second:
        player.client = second
        after = mine(player)
    for part in ("ends", "hand", "board", "status"):
        assert after[part] == before[part]
