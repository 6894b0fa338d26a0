"""The sentences of a rule sheet about the table: its open ends, and what doubles open and count."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.english.wording import listed, number
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.shape import Shape, Spinners, Starter

_SIDES = "tiles may be played on all four of its sides"
_SPINNERS = {
    Spinners.FIRST: (
        f"The first double is the spinner: {_SIDES}. Later doubles are laid like any other tile."
    ),
    Spinners.ALL: f"Every double is a spinner: {_SIDES}.",
}


NOBODYS = "No player has played it."


def begun_from(setup: Setup) -> Iterator[str]:
    """Which tile is put on the table before the deal."""
    starter = setup.shape.starter
    if starter is Starter.TILE:
        tile = setup.tiles.tiles[setup.starter]
        yield f"Put {tile.bracketed} on the table, face up. {NOBODYS}"
    elif starter is Starter.ROUND:
        yield f"Put a double on the table, face up: {rounds_doubles(setup)}. {NOBODYS}"


def rounds_doubles(setup: Setup) -> str:
    """Which double is the double of which round."""
    doubles = [setup.tiles.tiles[tile] for tile in setup.rounds_doubles]
    first, *later = (double.bracketed for double in doubles)
    if not later:
        return f"{first} in every round"
    return (
        f"{first} in the first round, {later[0]} in the second, and so on; after {later[-1]} begin "
        f"with {first} again"
    )


def of_table(setup: Setup) -> str:
    """What is open to tiles, what fits, and what counts, as one paragraph."""
    return " ".join(_sentences(setup))


def _fitting(setup: Setup) -> Iterator[str]:
    """Which tiles fit an open end."""
    rule, numbers = setup.touching, range(setup.tiles.highest + 1)
    some_wild = rule.wild_tiles or rule.wild_numbers
    if rule.total is None:
        yield "A tile fits an end that shows the same number as one of its halves."
    else:
        tame = [half for half in numbers if half not in rule.wild_numbers]
        pairs = [
            f"{half_word(half)} and {half_word(rule.total - half)}"
            for half in reversed(tame)
            if half >= rule.total - half and rule.total - half in tame
        ]
        alone = [half_word(half) for half in tame if rule.total - half not in tame]
        accepts = "accepts only the tiles named below" if some_wild else "accepts no tile"
        closed = f"; {listed([_with_article(half) for half in alone], 'or')} {accepts}"
        yield (
            f"Numbers that add up to {number(rule.total)} fit: {', '.join(pairs)}"
            f"{closed if alone else ''}."
        )
    if rule.wild_tiles:
        one_alone = len(rule.wild_tiles) == 1
        tiles = listed([tile.bracketed for tile in rule.wild_tiles])
        yield (
            f"{tiles} {'is' if one_alone else 'are'} wild: {'it fits' if one_alone else 'they fit'}"
            " any open end, either way round."
        )
    for half in rule.wild_numbers:
        word = _with_article(half_word(half))
        yield (
            f"{word[0].upper()}{word[1:]} is wild: it fits any open end, and any tile fits an end "
            f"that shows {word}."
        )
    if rule.after_double:
        double = f"the double of its number{'' if rule.total is None else ', if it fits,'}"
        start, wild = ("But an end", " and no wild tile") if some_wild else ("An end", "")
        yield f"{start} takes only {double}{wild} until that double lies on the table."


def half_word(half: int) -> str:
    """A number of pips on a half: `6`, `blank`."""
    return str(half) if half else "blank"


def _with_article(word: str) -> str:
    return f"an {word}" if word in {"8", "11", "18"} else f"a {word}"


def _sentences(setup: Setup) -> Iterator[str]:
    shape, rule = setup.shape, setup.touching
    if shape.own_doubles:
        yield "Each player has their own train, which begins with a double they lay."
        yield "It has two open ends, and both are open to everyone."
    elif shape.trains:
        public = "; one more is open to everyone" if shape.one_public else ""
        yield f"Each player has their own train, which starts at the double in the middle{public}."
        yield "A player who passes opens their train to everyone until they play a tile on it."
    elif shape.star:
        double = "The double on the table has" if shape.begun else "The first tile is a double with"
        yield (
            f"{double} {number(shape.star)} sides. All of them must be covered before any other "
            "end is open."
        )
        if shape.then_doubles:
            yield (
                "Then each of these tiles waits for its own double, and nothing else may be "
                "played until all have theirs."
            )
        yield "After that, every arm has an open end."
    elif shape.one_end:
        yield "Tiles are laid in a line that is open at one end only."
        yield "The higher half of the first tile is open."
    else:
        on = "with two open ends"
        if shape.spinners is not Spinners.NONE:
            on = "and in arms that branch off it"
        yield f"Tiles are laid in a line {on}."
    yield from _fitting(setup)
    if not setup.tiles.doubles:
        return
    if shape.spinners is Spinners.NONE:
        later = "Later doubles" if shape.star else "Doubles"
        yield f"{later} are laid like any other tile."
    else:
        yield _SPINNERS[shape.spinners].replace("Every", "Every later" if shape.star else "Every")
    if shape.must_cover and not shape.one_end:
        sides = ", on whosever train it lies," if shape.trains else " on every side"
        yield (
            f"A double must be covered{sides} before anything else is played, as long as a tile "
            f"{'with its number' if setup.fits.is_equal else 'that fits it'} is left."
        )
        if rule.total is not None or rule.wild_tiles or rule.wild_numbers:
            yield "Of two doubles that are not covered yet, either may come first."
    if shape.counts_both:
        yield _counted(shape)
    closed_trains = shape.trains and not shape.own_doubles
    waiting = shape.star or shape.must_cover or rule.after_double or closed_trains
    if waiting and _counts_ends(setup):
        yield "Wherever ends are counted, those that are not open yet count as well."


def _counts_ends(setup: Setup) -> bool:
    """Whether some rule asks what the ends of the table show."""
    rules = tuple(
        clause
        for clause in setup.ruleset.clauses.values()
        if not isinstance(clause, nodes.ExampleClause | nodes.InvariantClause)
    )
    read = {node.fact for node in nodes.walk(rules) if isinstance(node, nodes.Read)}
    return not read.isdisjoint({Fact.PIPS_ON_ENDS, Fact.HALVES_LIKE_IT, Fact.ENDS_ALIKE})


def _counted(shape: Shape) -> str:
    if shape.trains:
        return "A double at the end of a train counts both its halves."
    if not shape.in_arms:
        return "A double at an open end counts both its halves; a double alone counts once."
    start = "A double counts both its halves until two tiles lie against it"
    if not shape.counts_tips:
        return f"{start}, and nothing after that."
    spinner = "a spinner" if shape.spinners is Spinners.ALL else "the spinner"
    return f"{start}. After that, {spinner} counts one half for each side that is still free."
