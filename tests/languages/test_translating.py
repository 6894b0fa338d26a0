"""What translators are helped by: sentences gathered, catalogues judged, languages compiled."""

from __future__ import annotations

import io
import re
import shutil
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo

import translating.__main__ as command
from tests.languages.pseudo import gathered
from translating import catalogues, compiling, tables, wholeness
from translating.catalogues import (
    NoLanguageFile,
    bring_up_to_date,
    fresh_catalogue,
    plural_forms,
    read_catalogue,
    texts,
    write_catalogue,
)
from translating.compiling import compile_catalogues, whole_catalogue
from translating.faults import faults
from translating.sentences import NotASentence, sentences
from translating.table_faults import table_faults
from translating.wholeness import catalogue_faults, messages

MANY_SENTENCES = 1000
"""There are more than these."""
MODULE = """
GREETING = marked("Hello")
SIDES = Saying.plural(marked("a side"), marked("{count} sides"), 2)
def told(speech, well):
    a = speech.text("well" if well else "badly"), speech.text(GREETING)
    # Translators: of what
    # is held
    return a, speech.plural("one tile", "{count} tiles", 3), path.text(uri), text(5)
"""
PAGE = """
<p>{% trans %}
  Two
  lines
{% endtrans %} {{ _("short") }}
{# Translators: of them all #}
{% trans n=n %}one{% pluralize %}{{ n }} of them{% endtrans %}</p>
"""


@pytest.fixture
def face(tmp_path: Path) -> Path:
    """A package that speaks, with its pages."""
    package = tmp_path / "face"
    (package / "templates").mkdir(parents=True)
    (package / "module.py").write_text(MODULE)
    (package / "templates" / "page.html").write_text(PAGE)
    return package


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty folders for catalogues and tables, but for the English table."""
    for module in (catalogues, compiling):
        monkeypatch.setattr(module, "CATALOGUES", tmp_path)
    shutil.copy(wholeness.table_path("en"), tmp_path)
    monkeypatch.setattr(wholeness, "TABLES", tmp_path)
    return tmp_path


@pytest.fixture
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library of one game, as to load all takes seconds."""
    monkeypatch.setattr("dominoes_rules.library.variants", lambda: ("block",))


def said(face: Path) -> list[tuple[str, ...]]:
    return [texts(message.id) for message in messages(sentences(face))]


def test_sentences_are_gathered_from_modules_and_pages(face: Path) -> None:
    assert said(face) == [
        ("Hello",),
        ("a side", "{count} sides"),
        ("well",),
        ("badly",),
        ("one tile", "{count} tiles"),
        ("Two lines",),
        ("short",),
        ("one", "%(n)s of them"),
    ]


def test_comments_for_translators_go_with_their_sentence(face: Path) -> None:
    comments = {
        texts(message.id)[0]: message.auto_comments for message in messages(sentences(face))
    }
    assert {text: notes for text, notes in comments.items() if notes} == {
        "one tile": ["of what", "is held"],
        "one": ["of them all"],
    }


@pytest.mark.parametrize("sentence", ['f"{name} passes"', '"a" + b', '"a %s" % b'])
def test_a_sentence_that_is_put_together_is_refused_with_its_place(
    face: Path, sentence: str
) -> None:
    (face / "module.py").write_text(f"\nspeech.text({sentence})\n")
    with pytest.raises(NotASentence, match=r"module\.py:2: write a sentence as one text"):
        sentences(face)


def test_catalogues_have_all_sentences_and_no_mistake() -> None:
    said = {message.id for message in messages(gathered())}
    assert len(said) > MANY_SENTENCES
    left = list[str]()
    for path in sorted(catalogues.CATALOGUES.glob("*.po")):
        catalogue = read_catalogue(path)
        left += [str(fault) for _, fault in catalogue_faults(catalogue, path.name)]
        if said != {message.id for message in messages(catalogue)}:
            left.append(f"{path.name}: call `python3 dev.py language {path.stem}`, and look at it")
    if left:
        pytest.fail("\n".join(left), pytrace=False)


def test_a_catalogue_keeps_its_translations_and_changes_only_where_sentences_do(
    face: Path, tmp_path: Path
) -> None:
    path = tmp_path / "es.po"
    catalogue = fresh_catalogue("es")
    bring_up_to_date(catalogue, sentences(face))
    catalogue["Hello"].string = "Hola"
    catalogue.header_comment = "# mano: a round"
    write_catalogue(catalogue, path)
    before = path.read_text("utf-8")
    assert before.startswith("# mano: a round\n")
    assert "#: face/module.py\n" in before
    for greeting in ("Good day", "Hello"):  # gone, and there again
        (face / "module.py").write_text(f"\n\n\n{MODULE.replace('Hello', greeting)}")
        catalogue = read_catalogue(path)
        bring_up_to_date(catalogue, sentences(face))
        write_catalogue(catalogue, path)
        assert ("#~ msgid" in path.read_text("utf-8")) == (greeting != "Hello")
    assert path.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("code", "forms"),
    [("es", "plural=(n != 1);"), ("fr", "plural=(n > 1);"), ("ht", "plural=(n != 1);")],
)
def test_no_form_is_for_millions(code: str, forms: str) -> None:
    assert plural_forms(code) == f"nplurals=2; {forms}"


def test_other_plurals_are_those_of_their_language() -> None:
    assert [fresh_catalogue(code).num_plurals for code in ("ja", "ru", "ar")] == [1, 3, 6]


@pytest.mark.parametrize(
    ("original", "translation", "fault"),
    [
        ("{who} passes", "pasa", "{who} is missing"),
        ("{who} passes", "{quién} pasa", "{quién} is not in the original"),
        ("{who} passes", "{who.__class__} pasa", "{who.__class__} is not in the original"),
        ("{who} passes", "{who} pasa}", "} is not in the original"),
        ("%(n)s of them", "%(n)d", "%(n)d is not in the original"),
        ("of them", "100 %", "% is not in the original"),
        ("of <b>them</b>", "de ellos", "<b> is missing"),
        ("of <b>them</b>", "de </b>ellos<b>", "a tag ends before it begins"),
        ('<a href="/x">x</a>', '<a href="//evil">x</a>', '<a href="//evil"> is not in the'),
        ("of them", "<script>alert(1)</script>", "<script> is not in the original"),
        ("of them", '" onclick="x', '" is not in the original'),
        ("of them", "a < b", "< is not in the original"),
        ("of them", "&lt;", "&lt; is not in the original"),
        ("of them", "de\u202eellos", "U+202E is a sign that nobody sees"),
        ("of them", "de\0ellos", "U+0000 is a sign that nobody sees"),
    ],
)
def test_a_mistake_is_found(original: str, translation: str, fault: str) -> None:
    reasons = [*faults([original], [translation])]
    assert any(reason.startswith(fault) for reason in reasons), reasons


@pytest.mark.parametrize(
    ("originals", "translations", "of_one"),
    [
        (["{a} and {b}"], ["{b} y {a}, {a}"], ()),
        (["<b>{a}</b> <a>x</a>"], ["<a>x</a> de <b>{a}</b>&nbsp;"], ()),
        (["100%% of {a}<br>"], ["{a}<br> 100%%"], ()),
        (["one tile", "{count} tiles"], ["una ficha", "{count} fichas"], (0,)),
        (["one tile", "{count} tiles"], ["{count} tuile", "{count} tuiles"], ()),
        (["{who} passes"], [""], ()),
    ],
)
def test_what_is_no_mistake(
    originals: list[str], translations: list[str], of_one: tuple[int, ...]
) -> None:
    assert [*faults(originals, translations, of_one)] == []


def test_a_form_for_several_numbers_shows_which() -> None:
    original = ["one tile", "{count} tiles"]
    assert [*faults(original, ["une tuile", "{count} tuiles"])] == [
        "{count} is missing; write it where its value belongs"
    ]


def written(folder: Path, code: str, entries: str) -> Path:
    path = folder / f"{code}.po"
    path.write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n{entries}')
    return path


def test_faults_have_their_line_and_their_sentence(folders: Path) -> None:
    path = written(folders, "es", '\nmsgid "{a} b"\nmsgstr "b"\n')
    (fault,) = (fault for _, fault in catalogue_faults(read_catalogue(path), path.name))
    assert str(fault).startswith("es.po:4: '{a} b': {a} is missing")


@pytest.mark.parametrize("text", ["msgid a\n", "\udcff", "msgfoo"])
def test_a_file_that_is_no_catalogue_is_refused_and_hides_its_language(
    folders: Path, text: str
) -> None:
    path = folders / "es.po"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(NoLanguageFile, match=r"^es\.po"):
        read_catalogue(path)
    compile_catalogues()
    assert not path.with_suffix(".mo").exists()


def test_a_language_is_compiled_when_it_is_whole(folders: Path) -> None:
    shutil.copy(folders / "en.toml", folders / "es.toml")
    path = written(folders, "es", '\nmsgid "a"\nmsgstr "á"\n\nmsgid "b"\nmsgstr ""\n')
    compile_catalogues()
    assert not path.with_suffix(".mo").exists()
    written(folders, "es", '\nmsgid "a"\nmsgstr "á"\n\nmsgid "b"\nmsgstr "bé"\n')
    compile_catalogues()
    with path.with_suffix(".mo").open("rb") as file:
        assert GNUTranslations(file).gettext("b") == "bé"
    path.unlink()
    compile_catalogues()
    assert not path.with_suffix(".mo").exists()


@pytest.mark.usefixtures("one_game")
def test_a_language_without_all_phrases_is_hidden(folders: Path) -> None:
    path = written(folders, "es", '\nmsgid "a"\nmsgstr "á"\n')
    assert whole_catalogue(path) is None
    tables.begin_table("es", "Spanish")
    assert whole_catalogue(path) is None
    shutil.copy(folders / "en.toml", folders / "es.toml")
    assert whole_catalogue(path) is not None


def test_what_has_a_mistake_is_not_compiled(folders: Path) -> None:
    shutil.copy(folders / "en.toml", folders / "es.toml")
    many = "".join(f'\nmsgid "{n}"\nmsgstr "n{n}"\n' for n in range(40))
    catalogue = whole_catalogue(written(folders, "es", f'{many}\nmsgid "a"\nmsgstr "<b>"\n'))
    assert catalogue is not None
    data = io.BytesIO()
    write_mo(data, catalogue)
    compiled = GNUTranslations(io.BytesIO(data.getvalue()))
    assert [compiled.gettext(text) for text in ("39", "a")] == ["n39", "a"]


@pytest.mark.usefixtures("one_game")
def test_a_language_is_begun_and_its_sheets_are_written(
    folders: Path, face: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "sentences", lambda: sentences(face))
    assert command.main(["es", "--sheets", str(folders / "sheets")]) == 0
    shown = capsys.readouterr().out
    assert "Sentences that es.po has no translation of: 8\n" in shown
    assert "phrases: title-deal" in shown
    assert "es: 0 of 8 sentences; not yet offered to players\n" in shown
    assert "Shuffle the tiles" in (folders / "sheets" / "block.txt").read_text("utf-8")
    files = [(folders / name).read_text("utf-8") for name in ("es.po", "es.toml")]
    assert '# title-deal = "The deal"' in files[1]
    assert '# "Block" = "Block"' in files[1]
    (folders / "es.toml").write_text(files[1].replace('# title-deal = "The', 'title-deal = "El'))
    assert command.main(["es", "--sheets", str(folders / "sheets")]) == 0
    assert "El deal" in (folders / "sheets" / "block.txt").read_text("utf-8")
    assert (folders / "es.po").read_text("utf-8") == files[0]


def table_with(folders: Path, key: str, line: str) -> None:
    """Write a Spanish table that is the English one but for a line; [euphony] has a new one."""
    english = (folders / "en.toml").read_text("utf-8")
    pattern = re.compile(f"^{re.escape(key)} = .*$", re.MULTILINE)
    changed, count = pattern.subn(lambda _: f"{key} = {line}", english)
    if not count:
        changed = english.replace("\n[phrases]", f"{key} = {line}\n[phrases]", 1)
    (folders / "es.toml").write_text(changed, "utf-8")


@pytest.mark.parametrize(
    ("key", "line", "fault"),
    [
        ("deal-each", '"{tiles"', "is not a slot"),
        ("deal-each", '"{nonsense} cada uno"', "{nonsense} is not in the English line"),
        ("deal-each", '"cada uno"', "is missing"),
        ("deal-each", '{ text = "a", number = 2 }', "number is none of none, one, several"),
        ("holds", '"{who} [x:tiene|tienen] {what}"', "[x or like = 'x' is not in the English"),
        ("and", '{ text = "{clauses:y}", like = "clauses" }', "no list has the form 'y'"),
        ("in-round", '"en {n:ordinal_f}"', "no number has the form 'ordinal_f'"),
        ("either", '{ text = "{clause}", like = [] }', "like is not the name of a part"),
        ("title-deal", "5", "write a text"),
        ("title-deal", '["a"]', "write a text"),
        ("title-deal", '{ object = "a" }', "write a text"),
        ("title-deal", '{ text = "a", object = 1 }', "write a text"),
        ("title-deal", f'"{"[a:" * 5000}"', "it is nested too deep"),
        ("ordinal", "5", "write a list of texts"),
        ("comma", '[", "]', "write two texts"),
        ('"("', '"x"', "no pattern"),
        ('"a"', r"'\2'", "no pattern with its replacement: invalid group reference"),
        ('"a"', "[]", "write a text"),
    ],
)
def test_a_line_of_a_table_without_sense_is_named_and_hides_its_language(
    folders: Path, key: str, line: str, fault: str
) -> None:
    table_with(folders, key, line)
    named = [text for text in table_faults("es") if f": {key.strip(chr(34))}: " in text]
    assert [text for text in named if fault in text], table_faults("es")
    assert whole_catalogue(written(folders, "es", '\nmsgid "a"\nmsgstr "á"\n')) is None


@pytest.mark.usefixtures("one_game")
def test_a_line_without_sense_is_a_mistake_of_its_language(
    folders: Path, face: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "sentences", lambda: sentences(face))
    table_with(folders, "title-deal", "5")
    assert command.main(["es"]) == 1
    assert "Mistakes in es.toml: 1\n    phrases: title-deal: write" in capsys.readouterr().out
    assert command.main(["es", "--sheets", str(folders / "sheets")]) == command.BAD_CALL
    assert "es.toml: phrases: title-deal: write" in capsys.readouterr().err


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("es.toml", 'phrases = "x"', "phrases is no part; write [phrases]"),
        ("es.toml", "numbers = [1]", "numbers is no part"),
        ("es.toml", "games = 5", "games is no part"),
        ("es.toml", f"a = {'[' * 200_000}", "it is nested too deep"),
        ("es.toml", None, "Is a directory"),
        ("es.po", None, "Is a directory"),
    ],
)
def test_an_odd_file_is_refused(
    folders: Path,
    face: Path,
    file: str,
    text: str | None,
    fault: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "sentences", lambda: sentences(face))
    if text is None:
        (folders / file).mkdir()
    else:
        (folders / file).write_text(text)
    assert command.main(["es"]) == command.BAD_CALL
    assert f"{file}: {fault}" in capsys.readouterr().err
    compile_catalogues()
    assert not (folders / "es.mo").exists()


def test_a_header_claims_no_more_forms_than_a_language_has(folders: Path) -> None:
    path = folders / "es.po"
    header = '"Plural-Forms: nplurals=99999999999; plural=n**n**n;\\n"'
    entry = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n'
    path.write_text(f'msgid ""\nmsgstr ""\n{header}\n\n{entry}')
    catalogue = read_catalogue(path)
    assert catalogue.plural_forms == fresh_catalogue("es").plural_forms
    (message,) = messages(catalogue)
    assert texts(message.string)[:2] == ("c", "d")
    assert len(texts(message.string)) <= catalogues.MOST_FORMS


@pytest.mark.parametrize(
    ("code", "mend"),
    [
        ("en", "all others are translated from"),
        ("pt-BR", "write pt"),
        ("Spanish", "write es"),
        ("qq", "write one such as es"),
        ("../x", "write one such as es"),
    ],
)
def test_a_code_of_no_language_is_refused(
    folders: Path, code: str, mend: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([code]) == command.BAD_CALL
    assert mend in capsys.readouterr().err
    assert [path.name for path in folders.iterdir()] == ["en.toml"]
