"""End-to-end tests of the command `rooftop`: in subprocesses, through pipes and in a pseudo-terminal."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from commands import ROOFTOP, run, run_raw
from platforms import needs_a_terminal
from rooftop.core.game import games
from rooftop.core.match import Match
from tables import play_out


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a game is kept that somebody leaves unsaved."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "rooftop" / "games"


def kept(folder: Path) -> str:
    """The record of the only game that is kept."""
    (file,) = folder.iterdir()
    return file.read_text("utf-8")


def saved(tmp_path: Path, match: Match) -> str:
    path = tmp_path / "saved.rooftop"
    path.write_text(match.record(), "utf-8")
    return str(path)


def test_help_does_not_load_the_compiler() -> None:
    code = "import sys, rooftop.cli; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False False\n"
    help_text = run("--help")
    assert help_text.returncode == 0
    for command in ("games", "play", "simulate", "serve", "replay", "hint", "arena"):
        assert command in help_text.stdout


def test_one_may_interrupt_it_while_it_begins() -> None:
    """Importing Numba and the games takes a second or two."""
    code = """
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "numba": raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from rooftop.cli import main
sys.exit(main(["games"]))
"""
    interrupted = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (interrupted.returncode, interrupted.stderr) == (130, "")


def test_without_a_command_it_shows_help_and_fails() -> None:
    result = run()
    assert result.returncode == 2
    assert "usage: rooftop" in result.stdout


def test_games_are_listed() -> None:
    result = run("games")
    assert result.returncode == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == games()
    assert "full, intro" in result.stdout


@pytest.mark.parametrize("game", games())
def test_a_pipe_plays_a_whole_game(game: str) -> None:
    result = run("play", game, "--players", "2", "--bots", "random", "--seed", "3", typed="1\n" * 2000)
    assert result.returncode == 0, result.stderr
    assert re.search(r"wins\.|share the win\.", result.stdout)
    assert "\x1b" not in result.stdout
    assert result.stderr == ""


def test_typed_moves_help_lists_log_rules_and_mistakes(data_folder: Path) -> None:
    typed = [
        "?",
        "moves",
        "castle",
        "c3",
        "floor c3",
        "99",
        "0",
        "floor a3",
        "plan B 3",
        "log",
        "rules",
        "board",
        "save",
    ]
    result = run("play", "skyliners", "--players", "2", "--bots", "none", "--seed", "1", typed="\n".join(typed))
    assert "“castle” is not a move in this game." in result.stdout
    assert "Not there: the park in the middle stays (SL-1)." in result.stdout
    assert "There is no number 99 in the list; the numbers are 1 to 48." in result.stdout
    assert "There is no number 0 in the list" in result.stdout
    assert "   1  floor a1" in result.stdout
    assert "take back your last decision" in result.stdout
    assert "SL-40 Visible objects." in result.stdout
    assert "Say where: save FILE" in result.stdout
    assert result.returncode == 1, "the input ended before the game"
    assert re.search("^[01]: floor a3, plan B 3$", kept(data_folder), re.MULTILINE), "nothing is lost"


def test_undo_takes_back_ones_own_decisions_only(data_folder: Path) -> None:
    first = Match("skyliners", players=2, seed=1).player
    typed = ["undo", "floor a3", "undo", "floor b3", "plan A 1", "undo", "quit"]
    result = run("play", "skyliners", "--players", "2", "--bots", "none", "--seed", "1", typed="\n".join(typed))
    assert result.returncode == 0
    assert result.stdout.count("You can take nothing back") == 2
    assert "takes back: floor a3." in result.stdout
    assert f"{first}: floor b3, plan A 1" in kept(data_folder)


def test_undo_against_bots_goes_back_to_ones_own_decision(data_folder: Path) -> None:
    typed = ["floor a3", "floor b3", "undo", "quit"]
    result = run("play", "skyliners", "--players", "2", "--bots", "random", "--seed", "4", typed="\n".join(typed))
    assert "takes back: floor b3." in result.stdout
    assert kept(data_folder).rstrip().endswith("0: floor a3")


@pytest.mark.parametrize(
    ("first", "language", "begins"),
    [("0", "en", 0), ("2", "en", 2), ("Blue", "en", 1), ("yellow", "de", 2), ("GELB", "de", 2), ("geel", "nl", 2)],
)
def test_who_begins_can_be_chosen(data_folder: Path, first: str, language: str, begins: int) -> None:
    table = ["play", "skyliners", "--players", "3", "--bots", "none", "--language", language]
    result = run(*table, "--first", first, typed="floor a3\nquit\n")
    assert result.returncode == 0, result.stderr
    assert f"[First {begins}]" in kept(data_folder)
    assert f"{begins}: floor a3" in kept(data_folder)


@pytest.mark.parametrize("chosen", [[], ["--first", "random"]])
def test_lots_decide_who_begins_if_nobody_is_chosen(data_folder: Path, chosen: list[str]) -> None:
    table = ["play", "skyliners", "--players", "2", "--bots", "none", "--seed", "1"]
    assert run(*table, *chosen, typed="floor a3\nquit\n").returncode == 0
    assert "[First" not in kept(data_folder)


def test_a_shared_win_in_skyline_of_the_world_asks_for_a_rematch(tmp_path: Path) -> None:
    record = (Path(__file__).parent / "games/skyline_world/records/third-penthouse-shared.rooftop").read_text("utf-8")
    result = run("play", saved(tmp_path, Match.from_record(record)), "--bots", "none")
    command = "rooftop play skyline-world --players 2 --variant standard --bots none --language en"
    assert result.stdout.endswith(f"\nYellow and Purple share the win.\nThe rulebook advises a rematch:\n{command}\n")


def test_a_saved_game_goes_on(tmp_path: Path, data_folder: Path) -> None:
    file = tmp_path / "game.rooftop"
    table = ["--players", "2", "--bots", "none", "--seed", "1"]
    result = run("play", "skyliners", *table, typed=f"floor a3\nsave {file}\nquit\n")
    assert f"Saved to {file}" in result.stdout
    assert not data_folder.exists(), "saved already"
    result = run("play", str(file), "--bots", "none", typed="plan B 1\nquit\n")
    assert result.returncode == 0
    assert "floor a3, plan B 1" in kept(data_folder)
    result = run("play", "skyliners", *table, typed=f"save {tmp_path}/no/such/folder\nquit\n")
    assert "no such file or folder" in result.stdout
    assert result.returncode == 0


@needs_a_terminal
def test_people_at_one_keyboard_do_not_see_each_others_secrets() -> None:
    """In a terminal, the screen is cleared, and the next person is asked to take the keyboard."""
    table = ["play", "skyliners", "--players", "2", "--bots", "none", "--seed", "1"]
    first = Match("skyliners", players=2, seed=1).player
    names = ["Red", "Blue"]
    screen = in_a_terminal(table, ["", "floor a3", "plan B 3", "", "quit"])
    before, after = screen.split(f"{names[1 - (first or 0)]}, take the keyboard and press Enter.")
    assert "plans to see exactly 3 in row B" in before
    assert "\x1b[2J" in before.split("plans to see exactly 3")[-1], "cleared in between"
    table_of_the_other = after.split("You leave the table")[0]
    assert "B exactly 3" not in table_of_the_other
    assert "number 1 in the planning office" in table_of_the_other


def in_a_terminal(arguments: Sequence[str], typed: Sequence[str]) -> str:
    """The output of a pseudo-terminal in which these lines are typed, each at a prompt."""
    import pty  # not on Windows

    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        os.execv(sys.executable, [*ROOFTOP, *arguments])
    shown, waiting = "", list(typed)
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data.decode("utf-8", "replace")
        if shown.endswith("> ") and waiting:
            os.write(terminal, f"{waiting.pop(0)}\n".encode())
    os.waitpid(child, 0)
    return shown


@needs_a_terminal
def test_a_terminal_has_colours_and_plain_has_none() -> None:
    table = ["play", "skyliners", "--players", "2", "--bots", "random", "--seed", "1"]
    assert "\x1b[" in in_a_terminal(table, ["quit"])
    assert "\x1b" not in in_a_terminal([*table, "--plain"], ["quit"])


@pytest.mark.parametrize(
    ("language", "words"), [("de", "du bist dran."), ("nl", "jij bent aan de beurt."), ("en", "your turn.")]
)
def test_languages(language: str, words: str) -> None:
    table = ["play", "skyliners", "--players", "2", "--bots", "random"]
    assert words in run(*table, "--language", language, typed="quit\n").stdout
    assert words in run(*table, typed="quit\n", LC_ALL=f"{language}_XX.UTF-8").stdout


def test_simulate_reports_speed_and_seats() -> None:
    arguments = ["simulate", "skyliners", "--games", "2000", "--players", "3", "--variant", "intro", "--seed", "1"]
    result = run(*arguments)
    assert result.returncode == 0
    assert "2,000 games" in result.stdout
    assert "51.0 decisions a game" in result.stdout
    shares = [float(share) for share in re.findall(r"first in ([\d.]+) %", result.stdout)]
    assert len(shares) == 3
    assert sum(shares) == pytest.approx(100, abs=0.15), "a shared win is counted once, in shares"
    assert run(*arguments).stdout.split("\n")[3:] == result.stdout.split("\n")[3:], "the same seed, the same games"


def test_a_closed_pipe_is_no_error() -> None:
    process = subprocess.Popen(
        [*ROOFTOP, "simulate", "skyliners", "--games", "10"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout
    process.stdout.close()
    _, complaint = process.communicate(timeout=120)
    assert (process.returncode, complaint) == (141, b"")


@needs_a_terminal
def test_replay_steps_through_and_checks(tmp_path: Path) -> None:
    match = play_out("skyliners", "full", 2, 1)
    file = saved(tmp_path, match)
    result = run("replay", file)
    assert result.returncode == 0
    assert result.stdout.count(" builds a floor on ") == sum(m.text.startswith("floor") for _, m in match.history)
    checked = run("replay", file, "--check")
    assert checked.returncode == 0
    assert f"{match.ply} decisions, all legal, played to the end." in checked.stdout
    screen = in_a_terminal(["replay", file, "--plain"], ["", "", "b", "q"])
    assert "Enter: next move, b: back, q: quit." in screen


def test_hints_for_a_saved_game(tmp_path: Path) -> None:
    result = run("hint", saved(tmp_path, Match("skyliners", players=2, seed=1)), "--level", "easy")
    assert result.returncode == 0
    assert re.search(r"(floor|roof|park) \w\d: chance of winning \d+ %, expected points [\d.]+", result.stdout)
    result = run("hint", saved(tmp_path, play_out("skyliners", "full", 2, 1)))
    assert (result.returncode, "is over" in result.stderr) == (1, True)
    played = run("play", "skyliners", "--players", "2", "--bots", "random", typed="hint\nquit\n")
    assert "chance of winning" in played.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "“chess” is neither a game nor a file; the games are: "),
        (["play", "skyliners", "--players", "7"], "Skyliners is for 2-4 players, not 7."),
        (["play", "skyliners", "--variant", "blitz"], "Skyliners has no variant called “blitz”"),
        (
            ["play", "skyliners", "--bots", "hal"],
            "There is no bot called “hal”. Choose from random, greedy, easy",
        ),
        (["play", "skyliners", "--players", "2", "--bots", "random,random,random"], "3 bots leave no chair for you"),
        (
            ["play", "skyliners", "--players", "2", "--bots", "random,random"],
            "2 bots leave no chair for you at a table",
        ),
        (["play", "skyliners", "--players", "2", "--first", "2"], "no seat called “2”. Choose from 0, 1, Red, Blue."),
        (["play", "skyliners", "--players", "2", "--first", "Green"], "There is no seat called “Green”"),
        (["simulate", "chess"], "There is no game called “chess”"),
        (["simulate", "skyliners", "--players", "1"], "Skyliners is for 2-4 players, not 1."),
        (["replay", "/no/such/file"], "There is no file “/no/such/file”."),
        (["replay", "/"], "/ holds no games of an arena."),
        (["replay", ""], "There is no file “”."),
        (["hint", ""], "There is no file “”."),
        (["hint", "/no/such/file"], "There is no file “/no/such/file”."),
        (["simulate", "skyliners", "--games", "1e6"], "argument --games: a whole number, not “1e6”"),
        (["simulate", "skyliners", "--players", "two"], "argument --players: a whole number, not “two”"),
        (["simulate", "skyliners", "--seed", "0.5"], "argument --seed: a whole number, not “0.5”"),
        (["arena", "skyliners", "hard", "easy", "--budget", "half"], "argument --budget: a number, not “half”"),
        (["replay", "x", "--game", "1"], "argument --game: DEAL/GAME, as in 3/1, not “1”"),
        (["replay", "x", "--game", "foo"], "argument --game: DEAL/GAME, as in 3/1, not “foo”"),
        (["replay", __file__, "--game", "3/1"], "is no folder of an arena, so there is no --game to choose from it."),
        (["play", "skyliners", "--bots", ""], "Name the bots with commas between them, as in --bots hard,easy"),
        (["play", "skyliners", "--bots", "easy,,hard"], "Name the bots with commas between them"),
        (["serve", "--port", "http"], "argument --port: a whole number, not “http”"),
        (["play"], "rooftop play: the following arguments are required: game (rooftop play --help)"),
    ],
)
def test_mistakes_are_named_and_fail(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("rooftop")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1, "one line, no traceback"


def test_a_file_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "endless"
    file.write_text("0" * 2_000_000)
    result = run("replay", str(file))
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == f"rooftop: “{file}” is longer than any saved game.\n"


@pytest.mark.parametrize(
    ("language", "arguments", "message"),
    [
        ("de", ["play"], "rooftop play: diese Argumente fehlen: spiel (rooftop play --help)"),
        ("de", ["simulate", "skyliners", "--games", "1e6"], "Argument --games: eine ganze Zahl, nicht „1e6“"),
        ("de", ["serve", "--port", "70000"], "Argument --port: 0 bis 65535"),
        ("nl", ["replay", "x", "--game", "foo"], "argument --game: DEAL/GAME, zoals 3/1, niet “foo”"),
        ("nl", ["simulate", "skyliners", "--games", "0"], "argument --games: minstens 1"),
        ("nl", ["arena", "skyliners", "--budget"], "argument --budget: hier ontbreekt een waarde"),
    ],
)
def test_mistakes_are_named_in_the_language(language: str, arguments: list[str], message: str) -> None:
    for result in (run(*arguments, f"--language={language}"), run(*arguments, LC_ALL=f"{language}_XX.UTF-8")):
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr


COMMANDS = ["", "games", "play", "simulate", "hint", "arena", "serve", "replay", "admin", "backup", "restore"]
ACTIONS = [f"admin {action}" for action in ("tables", "end", "people", "export", "delete", "prune", "vacuum")]


@pytest.mark.parametrize("command", [*COMMANDS, *ACTIONS])
def test_all_help_is_in_the_language(command: str) -> None:
    """Not a sentence of the English help is left, neither ours nor argparse's."""
    arguments = command.split()
    english, german = (run("--language", language, *arguments, "--help", COLUMNS="500") for language in ("en", "de"))
    assert german.returncode == 0
    assert "Optionen:" in german.stdout

    def sentences(text: str) -> set[str]:
        return {part for line in text.splitlines() for part in re.split(" {2,}", line) if len(part.split()) > 1}

    same = sentences(english.stdout) & sentences(german.stdout)
    assert {part for part in same if not re.match(r"--?\w", part)} == set()


@pytest.mark.parametrize(
    ("language", "reason"), [("de", "Datei oder Ordner nicht gefunden"), ("nl", "bestand of map niet gevonden")]
)
def test_the_systems_reasons_are_in_the_language(language: str, reason: str, tmp_path: Path) -> None:
    table = ["play", "Skyliners", "--bots", "None", "--language", language]
    result = run(*table, typed=f"save {tmp_path}/no/such/folder\nquit\n")
    assert f"/no/such/folder: {reason}" in result.stdout, "a long path is cut in the middle"


def test_a_game_is_named_in_capitals_too() -> None:
    assert (
        run("play", "SKYLINERS", "--bots", "EASY", "--players", "2", "--variant", "Intro", typed="q\n").returncode == 0
    )
    assert run("simulate", "Skyliners", "--games", "2").returncode == 0


def test_an_empty_line_says_what_to_type() -> None:
    result = run("play", "skyliners", "--bots", "none", typed="\n   \nquit\n")
    assert result.stdout.count("Type a move or its number; ? shows the help.") == 2
    assert "is not a move" not in result.stdout


def test_a_replay_of_an_unfinished_game_keeps_its_secrets(tmp_path: Path) -> None:
    match = Match("skyliners", players=2, seed=1, first=0)
    for move in ("floor a3", "plan B 3", "floor b3", "plan A 1"):
        match.play(move)
    file = saved(tmp_path, match)
    hidden, shown = run("replay", file), run("replay", file, "--open")
    assert "plans to see" not in hidden.stdout
    assert "number 1 in the planning office" in hidden.stdout
    assert "its secrets stay hidden; --open shows them" in hidden.stdout
    assert shown.stdout.count("plans to see") == 2
    assert "secrets" not in shown.stdout


def test_a_hint_of_an_unknown_level_says_nothing_else(tmp_path: Path) -> None:
    result = run("hint", saved(tmp_path, Match("skyliners", players=2, seed=1)), "--level", "foo")
    message = "rooftop: There is no bot called “foo”. Choose from easy, medium, hard, expert.\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", message)


def test_a_damaged_record_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "damaged.rooftop"
    text = play_out("skyliners", "full", 2, 1).record()
    file.write_text(text.replace("floor", "tower", 1), "utf-8")
    result = run("replay", str(file), "--check")
    assert result.returncode == 1
    assert re.search(r"damaged.rooftop: Line \d+: “tower", result.stderr)
    file.write_bytes(b"\xff\xfe\x00")
    result = run("replay", str(file))
    assert (result.returncode, "Traceback" in result.stderr) == (1, False)


HOSTILE = "\x1b[2J\x1b]0;owned\a\x9b31m\u202e\u2066\x7f\b"
"""Control sequences: clear the screen, set the window title, bell, colour, reverse the text direction."""


def harmless(result: "subprocess.CompletedProcess[bytes]") -> str:
    """The whole output, checked to contain no control characters and no traceback."""
    said = (result.stdout + result.stderr).decode()
    assert [line for line in said.split("\n") if not line.isprintable()] == []
    assert "Traceback" not in said
    return said


RECORD = play_out("skyliners", "full", 2, 1).record()


@pytest.mark.parametrize(
    ("option", "change"),
    [
        ("--plain", ("[Rules 1]", f'[Rules 1]\n[Names ["Ann", {json.dumps(HOSTILE)}]]')),
        ("--language=de", ("[Rules 1]", f'[Rules 1]\n[Names [{json.dumps(HOSTILE, ensure_ascii=False)}, "Ann"]]')),
        ("--check", ("[Rules 1]", f"[Rules 1]\n[Names {HOSTILE}]")),
        ("--plain", ("[Rules 1]", f"[Rules {json.dumps(HOSTILE)}]")),
        ("--check", ("[Rules 1]", f"[{HOSTILE} 1]")),
        ("--plain", ('"skyliners"', json.dumps(HOSTILE))),
        ("--plain", ("floor", HOSTILE)),
        ("--language=nl", ("0: ", HOSTILE)),
    ],
)
def test_a_hostile_record_does_nothing_to_the_terminal(tmp_path: Path, option: str, change: tuple[str, str]) -> None:
    file = tmp_path / "hostile.rooftop"
    file.write_text(RECORD.replace(*change), "utf-8")
    result = run_raw("replay", str(file), option)
    assert result.returncode == 1
    assert "hostile.rooftop: " in harmless(result)


def test_names_that_can_be_shown_are_shown(tmp_path: Path) -> None:
    match = Match.from_record(RECORD.replace("[Rules 1]", '[Rules 1]\n[Names ["Bén [b]", "建築 🏙"]]'))
    result = run_raw("replay", saved(tmp_path, match), "--plain")
    assert "建築 🏙 builds a floor on" in harmless(result)
    assert "Bén [b] builds a floor on" in harmless(result)


def test_a_hostile_file_name_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/" + HOSTILE.replace("/", "").encode() + b"\xff\n"
    assert "There is no file" in harmless(run_raw("replay", file))
    Path(os.fsdecode(file)).write_text(RECORD, "utf-8")
    assert "all legal, played to the end." in harmless(run_raw("replay", file, "--check"))
    assert "is over" in harmless(run_raw("hint", file))
    Path(os.fsdecode(file)).write_text("", "utf-8")
    assert "[Game ...] is missing" in harmless(run_raw("play", file))


def test_what_is_typed_does_nothing_to_the_terminal(tmp_path: Path) -> None:
    target = os.fsencode(tmp_path) + b"/" + HOSTILE.encode()
    typed = [HOSTILE.encode(), b"floor " + HOSTILE.encode(), b"\xff\xfe", b"save " + target, b"save \0", b"quit"]
    result = run_raw("play", "skyliners", "--bots", "none", "--plain", typed=b"\n".join(typed))
    said = harmless(result)
    assert said.count("is not a move in this game.") == 3
    assert "Saved to" in said
    assert "a file cannot have that name" in said
    assert result.returncode == 0


LONG = "9" * 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", LONG],
        ["replay", "/" + "9/" * 50_000],
        ["play", LONG],
        ["play", "skyliners", "--variant", LONG],
        ["play", "skyliners", "--bots", LONG],
        ["play", "skyliners", "--players", LONG[:4000]],
        ["play", "skyliners", "--players", LONG],
        ["play", "skyliners", "--seed", LONG],
        ["play", "skyliners", "--plain", HOSTILE + LONG],
        ["simulate", LONG],
        [HOSTILE + LONG],
    ],
)
def test_a_mistake_is_not_repeated_at_length(arguments: list[str]) -> None:
    result = run_raw(*arguments)
    assert result.returncode in (1, 2)
    said = harmless(result)
    assert said.startswith("rooftop")
    assert len(said) < 500


def test_moves_are_not_repeated_at_length() -> None:
    typed = [LONG, "castle " + LONG, "save " + LONG]
    for move in typed:
        result = run_raw("play", "skyliners", "--bots", "none", "--seed", "1", typed=move.encode())
        refusal = harmless(result).split("your turn.")[1].split("\n")[1]
        assert "9…9" in refusal
        assert len(refusal) < 500


def test_a_record_with_a_byte_order_mark_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "marked.rooftop"
    file.write_text(RECORD.replace("\n", "\r\n"), "utf-8-sig", newline="")
    assert "played to the end" in run("replay", str(file), "--check").stdout


def test_numbers_of_games_are_checked() -> None:
    for number in ("0", "-1", "many"):
        result = run("simulate", "skyliners", "--games", number)
        assert result.returncode == 2
        assert "--games" in result.stderr
