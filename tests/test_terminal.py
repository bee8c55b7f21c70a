"""What the terminal shows: the introduction, prompts, pictures, the rules, whole words, and no secrets."""

import re
import shlex
from itertools import product
from pathlib import Path

import pytest
from rich.text import Text

from rooftop import cli, terminal, warmup
from rooftop.bots import find_bot, levels
from rooftop.core import progress
from rooftop.core.game import find_game, games
from rooftop.core.match import Match
from rooftop.core.messages import LANGUAGES, Number, lookup
from rooftop.core.rule import JIT
from rooftop.terminal import Screen, Table, grouped, rules_page
from tables import every_table, moments, play_out
from test_rules_pages import said

in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def played(
    match: Match, typed: list[str], monkeypatch: pytest.MonkeyPatch, language: str = "en", width: int | None = None
) -> None:
    """Play with the first seat against random bots, typing these lines."""
    lines = iter(typed)
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    monkeypatch.setattr("rooftop.terminal.secrets.randbits", lambda bits: 7)  # the same game each time
    monkeypatch.setattr(Screen, "width", width)
    bots = {seat: find_bot("random") for seat in range(1, match.players)}
    Table(match, bots, Screen(language, plain=True), "random").play()


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "rooftop" / "games"


# --- without the rulebook ------------------------------------------------------------------------------------


@every_table
@in_every_language
def test_the_game_and_the_seat_are_introduced(game: str, variant: str, players: int, language: str) -> None:
    match = Match(game, players, variant, seed=1)
    name = match.seat_names(language)[1]
    goal, end, seat = match.game.board.introduce(match.view(1), language, name)
    assert min(len(goal), len(end)) > 20
    assert name in seat
    assert "{" not in goal + end + seat


def test_the_introduction_comes_first_and_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(Match("skyliners", 2, seed=1), ["floor a1", "1", "Q"], monkeypatch)
    said = capsys.readouterr().out
    assert said.startswith("You all build one city.")
    assert said.count("You are Red and look from the south") == 1
    assert "Red, your turn. Build: choose a piece and a site." in said
    assert "Type “?” for help, “rules” for the rules." in said


def questions(game: str, language: str) -> list[str]:
    """The prompts of the page, with anything for their parts."""
    section = lookup(language, f"web_{game.replace('-', '_')}")
    found = {**section, **section.get("ask", {})}
    asked = [text for key, text in found.items() if key.startswith("ask_") or key in section.get("ask", {})]
    return [re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in asked]


@every_table
@in_every_language
def test_every_decision_is_asked_for_as_on_the_page(game: str, variant: str, players: int, language: str) -> None:
    known = questions(game, language)
    for match in moments(game, variant, players, 3, 30):
        if not match.over:
            asked = match.game.board.ask(match.view(match.player), language)
            assert any(re.search(f"{text}$", asked) for text in known), asked
            assert "{" not in asked


def drawn(match: Match, seat: int, language: str = "en", width: int = 80) -> list[str]:
    lines = match.game.board.draw(match.view(seat), language, match.seat_names(language), width)
    return [Text.from_markup(line).plain.rstrip() for line in lines]


def test_a_mission_and_bonus_cards_say_what_must_stand() -> None:
    match = Match("skyline-world", 2, seed=4)
    view = match.view(0)
    view["table"]["missions"][0] = {"mission": "New York", "fulfilled": False}
    view["table"]["own_cards"] = [{"figure": "Petronas Towers", "value": 5, "found": False}]
    lines = match.game.board.draw(view, "en", match.seat_names())
    mission = lines.index("Your mission: New York, not fulfilled yet")
    assert lines[mission + 1 : mission + 4] == ["  # # #", "  . # .", "  . # ."]
    card = lines.index("  Petronas Towers (5 million)")
    assert lines[card + 1] == "  # # . #"
    assert any("# is a site whose top floor is yours" in line for line in lines)


@in_every_language
def test_a_mission_is_judged_at_the_end(language: str) -> None:
    texts = lookup(language, "skyline-world.board")
    matches = {"": Match("skyline-world", 2, seed=2), "over_": play_out("skyline-world", "standard", 2, 2)}
    for when, match in matches.items():
        lines = [line for seat in (0, 1) for line in drawn(match, seat, language)]
        ends = tuple(texts[f"{when}{key}"].split("}")[1] for key in ("fulfilled", "mission"))
        first = texts[f"{when}mission"].split("{")[0]
        assert [line.endswith(ends) for line in lines if line.startswith(first)] == [True, True]


@in_every_language
def test_planning_is_explained_as_long_as_one_can_plan(language: str) -> None:
    match, explained = Match("skyliners", 2, seed=1), lookup(language, "skyliners.board.planning").rsplit("}", 1)[1]
    assert any(line.endswith(explained) for line in drawn(match, 0, language))
    while not match.over:
        match.play(next(move for move in match.moves() if move.data["action"] != "plan"))
    assert match.view(0)["table"]["own_cards"]
    assert not any(line.endswith(explained) for line in drawn(match, 0, language))


def test_tiles_show_their_shape_and_points() -> None:
    text = "\n".join(drawn(Match("newyork1901", 2, seed=1), 0))
    assert "3x bronze I2: 2" in text
    assert re.search(r"gold T5: 7.*\n(.*# # # .*)\n(.*  #  .*)\n", text)
    assert "Woolworth: 13" in text
    assert max(map(len, text.split("\n")[-24:-3])) <= 80, "the map fits"


def test_a_block_of_skyline_3000_is_drawn() -> None:
    match = Match("skyline3000", 2, seed=1)
    lines = drawn(match, 0)
    assert any(re.fullmatch("(_  ){8} *(_  ){7} *(_  ){5}_", line) for line in lines)
    assert any(line.startswith("R1 red ") and "R3 red, 1 green space" in line for line in lines)
    block = {**match.view(0)["table"]["blocks"]["R1"], "shape": "gable", "free": 4}
    block |= {"buildings": [{"seat": 0, "height": 1}, {"seat": 1, "height": 2}], "billboards": [1, 1]}
    view = match.view(0)
    view["table"]["blocks"]["R1"] = block
    plain = [
        Text.from_markup(line).plain.rstrip() for line in match.game.board.draw(view, "en", match.seat_names(), 40)
    ]
    assert plain[2:7] == ["R1 red", "   ^", "^  p", "o  p", "1  2  [o][p]_  _  _  _"]


@pytest.mark.parametrize(
    ("game", "width"),
    [*product(games(), (80, 60, 50)), ("newyork1901", 40), ("skyline3000", 40)],
)
def test_pictures_keep_to_the_width(game: str, width: int) -> None:
    for match in moments(game, find_game(game).variants[0], 2, 1, 4):
        pictures = [line for line in drawn(match, 0, "de", width) if re.search(r"\S {2,}\S|^ *[#_] ", line)]
        assert pictures
        assert max(map(len, pictures)) <= width


def test_the_map_of_new_york_is_a_list_where_it_does_not_fit() -> None:
    row = re.compile(r"( \d|1\d) \. ")
    for match in moments("newyork1901", "intro", 2, 1, 4):
        lots = match.view(0)["table"]["lots"]
        for width in (75, 74, 40):
            lines = drawn(match, 0, "en", width)
            assert len([line for line in lines if row.match(line)]) == (18 if width == 75 else 0)
            assert ("The map needs 75 columns." in "\n".join(lines)) == (width < 75)
            if width < 75:
                listed = "\n".join(lines)
                squares = [rf"\(?{name}\S* +{' '.join(lot['squares'])}\b" for name, lot in lots.items()]
                assert [lot for lot in squares if not re.search(lot, listed)] == []


@pytest.mark.parametrize(("language", "north_east"), [("en", "NE"), ("de", "NO"), ("nl", "NO")])
def test_the_districts_of_skyliners_have_the_compass_of_the_language(language: str, north_east: str) -> None:
    match = Match("skyliners", 2, "intro", seed=1)
    names = lookup(language, "skyliners.districts")
    assert names["NE"] == north_east
    district = match.view(0)["table"]["districts"][0]
    assert any(f": {names[district]}," in line for line in drawn(match, 0, language))
    line = {"source": "skyscraper", "seat": 0, "district": "NE", "tallest": ["d4"], "points": 3}
    for points in (3, 0):
        told = match.game.board.explain([line | {"points": points}], language, match.seat_names(language))
        assert re.search(rf"\b{north_east}\b", told[0])


@in_every_language
def test_the_key_of_the_map_explains_the_names_of_lots(language: str) -> None:
    key = drawn(Match("newyork1901", 2, seed=1), 0, language)[-1].casefold()
    colours = lookup(language, "newyork1901.colours")
    for letter, colour in zip("yrbgp", ("yellow", "red", "blue", "green", "pink"), strict=True):
        assert f"{letter} {colours[colour].casefold()}" in key


# --- the rules -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_the_rules_are_shown_in_the_chosen_language(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played(Match(game, 2, seed=1), [lookup(language, "terminal.commands.rules"), "q"], monkeypatch, language)
    shown = capsys.readouterr().out
    assert f"{find_game(game).prefix}-1 " in shown
    assert said("overview", language) in shown


def test_a_package_has_the_rules_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "skyliners.md").write_text("# Packaged\n", "utf-8")
    monkeypatch.setattr(terminal, "files", lambda package: tmp_path)
    assert rules_page("skyliners", "en") == "# Packaged\n"
    assert rules_page("skyliners", "de") == "# Packaged\n", "not translated"
    (tmp_path / "rules" / "de").mkdir()
    (tmp_path / "rules" / "de" / "skyliners.md").write_text("# Verpackt\n", "utf-8")
    assert rules_page("skyliners", "de") == "# Verpackt\n"


def test_a_wheel_has_the_rules(tmp_path: Path) -> None:
    from hatchling.builders.wheel import WheelBuilder

    builder = WheelBuilder(str(Path(__file__).parents[1]))
    included = {file.distribution_path for file in builder.recurse_included_files()}
    pages = (f"{folder}{game}.md" for folder in ("", "de/", "nl/") for game in games())
    assert {f"rooftop/rules/{page}" for page in pages} <= included


# --- whole words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("width", [80, 50])
def test_no_word_is_broken_at_the_end_of_a_line(
    game: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All words are those of the same game without a width, or of its pictures for this width."""
    shown = {}
    pictures = drawn(Match(game, 2, seed=1, first=0), 0, "de", width)
    for columns in (None, width):
        match = Match(game, 2, seed=1, first=0)
        played(match, ["?", "1", "q"], monkeypatch, "de", columns)
        said = capsys.readouterr().out.partition("Das Spiel ist gespeichert")[0]
        shown[columns] = said
    whole = set(" ".join([shown[None], *pictures, *drawn(match, 0, "de", width)]).split())
    broken = [word for word in shown[width].split() if word not in whole]
    assert broken == []
    text = [line for line in shown[width].split("\n") if not re.search(r" {3}| \. | # ", line)]
    assert max(map(len, text)) <= width


def test_moves_that_begin_alike_share_a_line() -> None:
    assert list(grouped(["floor a1", "floor b1", "floor c1"], 80)) == [["floor a1", "b1", "c1"]]
    assert list(grouped(["plan A 1", "plan A 2", "plan B 1"], 14)) == [["plan A 1", "2"], ["plan B 1"]]
    assert list(grouped(["floor a1", "floor b1", "floor c1"], 5)) == [["floor a1", "b1", "c1"]], "not one by one"
    assert list(grouped(["anchor Y3", "anchor Y3 billboard"], 5)) == [["anchor Y3", "Y3 billboard"]]
    assert list(grouped(["pass"], 1)) == [["pass"]]


# --- leaving -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["q", "quit", "verlassen"])
def test_leaving_shows_no_secret_and_loses_nothing(
    word: str, data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("skyliners", 2, seed=918273645)
    played(match, ["Stockwerk a1", "plane B 3", word], monkeypatch, "de")
    said = capsys.readouterr().out
    (file,) = data_folder.iterdir()
    assert Match.from_record(file.read_text("utf-8")).record() == match.record()
    assert shlex.join(["rooftop", "play", str(file), "--bots", "random"]) in said
    assert "918273645" not in said
    assert "[Seed" not in said
    for seat, move in match.history:
        if seat == 1 and move.text.startswith("plan"):
            assert move.text not in said


def test_a_game_without_a_decision_is_not_kept(data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(Match("skyliners", 2, seed=1, first=0), ["q"], monkeypatch)
    assert not data_folder.exists()


def test_a_game_that_cannot_be_kept_says_why(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data_folder.parent.parent.mkdir(exist_ok=True)
    data_folder.parent.write_text("a file where the folder would be", "utf-8")
    played(Match("skyliners", 2, seed=1, first=0), ["floor a1", "q"], monkeypatch)
    assert "a part of the path is not a folder" in capsys.readouterr().out


# --- languages -----------------------------------------------------------------------------------------------


def test_moves_commands_and_help_are_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["hilfe", "züge", "Stockwerk a1", "zurücknehmen", "floor a1", "VERLAUF", "speichern", "undo", "verlassen"]
    played(Match("skyliners", 2, seed=1, first=0), typed, monkeypatch, "de")
    said = capsys.readouterr().out
    assert "verlassen, q     den Tisch verlassen" in said
    assert "   1  Stockwerk a1" in said
    assert said.count("Rot nimmt zurück: Stockwerk a1.") == 2
    assert "Sag, wohin: speichern DATEI" in said
    assert "(„S a1“ für „Stockwerk a1“)" in said


@pytest.mark.parametrize("game", games())
@in_every_language
def test_the_help_shows_an_abbreviation_that_works(game: str, language: str) -> None:
    match = Match(game, 2, seed=1)
    move, short = Table(match, {}, Screen(language, plain=True))._example()
    assert len(short) < len(move)
    assert match.find(short, language).said(language) == move


def test_a_variant_is_called_by_its_name_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "skyliners", "--games", "2", "--seed", "1", "--language", "de"]) == 0
    assert "Skyliners, gesamtes Spiel, 4 Personen" in capsys.readouterr().out


def test_numbers_are_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "skyliners", "--games", "20000" if JIT else "2", "--variant", "intro", "--seed", "1"]
    assert cli.main([*arguments, "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert ("20.000 Spiele" if JIT else "2 Spiele") in said
    assert re.search(r"\d,\d Entscheidungen je Spiel", said)
    assert [Number("20,000.5").said(language) for language in LANGUAGES] == ["20,000.5", "20.000,5", "20.000,5"]


# --- compiling -----------------------------------------------------------------------------------------------


def test_hints_are_compiled_with_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(levels, "expected_points", lambda match, moves, seed: asked.append(match.game.name))
    monkeypatch.setattr(warmup, "NAMES", ("random",))
    warmup.compile_game("skyliners")
    assert asked == ["skyliners"]


def test_plain_has_no_progress_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "STYLE", progress.Style())
    monkeypatch.setenv("TTY_COMPATIBLE", "1")  # to Rich, every file is a terminal
    monkeypatch.setenv("TERM", "xterm")
    assert list(progress.tracked([1, 2], 2, "game", title="Skyliners")) == [1, 2]
    assert "\x1b" in capsys.readouterr().err, "a bar"
    cli.main(["replay", "--plain", "--language", "de", "/no/such/file"])
    capsys.readouterr()
    assert list(progress.tracked([1, 2], 2, "game", title="Skyliners")) == [1, 2]
    assert capsys.readouterr().err == "Skyliners wird für diesen Rechner kompiliert (einmalig)\n"
