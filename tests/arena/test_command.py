"""End-to-end tests of `rooftop arena`: in subprocesses, interrupted by Ctrl-C, resumed, on a Ray cluster."""

import contextlib
import csv
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import ROOFTOP, run, runs
from platforms import needs_a_terminal, needs_proc, needs_signals
from rooftop.arena import log
from rooftop.arena.play import Played, Setup, ready_bots
from rooftop.core.game import find_game

ARENA = [*ROOFTOP, "arena"]
SKYLINERS = ["skyliners", "--players", "2", "--seed", "1"]
SLOWLY = ["--budget", "6"]
"""Leaves time to interrupt, even if one worker starts much later than another."""
MANY = [*SKYLINERS, *SLOWLY, "easy", "random", "--games", "100"]
FEW = [*SKYLINERS, "greedy", "random", "--games", "15"]
TIMEOUT = 600
"""Seconds; reached only if something hangs."""
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Compile everything first, so that no command prints that it compiles."""
    game = find_game("skyliners")
    ready_bots(Setup("skyliners", game.version, game.variants[0], 2, ("easy", "greedy", "random"), 1.0, 1))


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """The results of many games, played in one go."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    assert arena(*MANY, "--out", folder).returncode == 0
    return results(folder)


@pytest.fixture(scope="module")
def few_games(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, "subprocess.CompletedProcess[str]"]:
    """The folder of a few games, and how the command ended that played them."""
    folder = tmp_path_factory.mktemp("few")
    return folder, arena(*FEW, "--out", folder)


@pytest.fixture
def played(few_games: tuple[Path, "subprocess.CompletedProcess[str]"], tmp_path: Path) -> Path:
    """A copy of that folder, for one test."""
    return shutil.copytree(few_games[0], tmp_path / "played")


def arena(*arguments: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return run("arena", *map(str, arguments), **environment)


def replay(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run("replay", str(folder), *arguments)


def results(folder: Path) -> list[tuple[Any, ...]]:
    """All games in order, without their times."""
    games = sorted(log.read_games(folder / log.NAME), key=lambda game: (game.deal, game.number))
    return [(game.deal, game.number, game.seed, game.seats, game.scores, game.places, game.moves) for game in games]


@pytest.mark.xdist_group("few games of an arena")
def test_the_table_and_the_files(few_games: tuple[Path, "subprocess.CompletedProcess[str]"]) -> None:
    folder, result = few_games
    assert result.returncode == 0, result.stderr
    assert "Skyliners, full game, 2 players, seed 1\n16 games: 8 deals" in result.stdout
    assert re.search(r"^greedy +16 +\d+\.\d \(.*-.*\) .*\d{4} \(\d+-\d+\)", result.stdout, re.MULTILINE)
    assert "greedy against random" in result.stdout
    assert result.stderr == ""
    games = log.read_games(folder / log.NAME)
    assert Counter((game.deal, game.number) for game in games) == {(d, n): 1 for d in range(8) for n in range(2)}
    _check_csv(folder / "games.csv", games)
    _check_json(folder / "ratings.json", games)
    for plot in ("ratings.svg", "seats.svg"):
        assert (folder / plot).read_text("utf-8").rstrip().endswith("</svg>")


@pytest.mark.xdist_group("few games of an arena")
def test_a_game_of_an_arena_is_replayed(played: Path) -> None:
    game = next(game for game in log.read_games(played / log.NAME) if (game.deal, game.number) == (1, 1))
    match = log.read_match(played, 1, 1, "en")
    assert (tuple(match.scores), tuple(match.places)) == (game.scores, game.places)
    assert (
        match.names
        == ("Red (random)", "Blue (greedy)")
        == tuple(f"{colour} ({bot})" for colour, bot in zip(("Red", "Blue"), game.seats, strict=True))
    )
    replayed = replay(played, "--game", "1/1", "--plain")
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.count("Red (random) builds a floor on ") > 6
    checked = replay(played, "--check")
    assert f"{played}: Skyliners, " in checked.stdout
    assert "all legal, played to the end" in checked.stdout


@pytest.mark.xdist_group("few games of an arena")
def test_what_is_no_game_of_an_arena_is_not_replayed(played: Path, tmp_path: Path) -> None:
    nothing = replay(tmp_path)
    assert (nothing.returncode, nothing.stderr) == (2, f"rooftop: {tmp_path} holds no games of an arena.\n")
    other = replay(played, "--game", "0/2")
    assert (other.returncode, "There is no game 0/2 in " in other.stderr) == (2, True)
    file = played / log.NAME
    written = file.read_text("utf-8")
    file.write_text(re.sub(r'"moves":\[\d+', '"moves":[-1', written), "utf-8")
    damaged = replay(played)
    assert (damaged.returncode, damaged.stderr.count("\n")) == (1, 1)
    assert re.search(r"games\.jsonl, line \d+: this was not written by an arena", damaged.stderr)
    file.write_text(written.replace('"rules":1', '"rules":0'), "utf-8")
    older = replay(played)
    assert (older.returncode, "version 0 of the rules" in older.stderr) == (1, True)


def _check_csv(path: Path, games: list[Played]) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 2 * len(games)
    by_key = {(game.deal, game.number): game for game in games}
    for line in lines:
        game, seat = by_key[int(line["deal"]), int(line["game"])], int(line["seat"])
        assert (line["bot"], int(line["points"])) == (game.seats[seat], game.scores[seat])
        assert (int(line["place"]), int(line["seed"])) == (game.places[seat], game.seed)
        assert float(line["seconds"]) == pytest.approx(sum(game.seconds[seat]), abs=1e-5)


def _check_json(path: Path, games: list[Played]) -> None:
    summary = json.loads(path.read_text("utf-8"))
    assert summary["setup"]["bots"] == ["greedy", "random"]
    assert (summary["games"], summary["deals"]) == (16, 8)
    greedy = summary["rows"][0]
    points = [points for game in games for bot, points in zip(game.seats, game.scores, strict=True) if bot == "greedy"]
    assert greedy["points"] == pytest.approx(sum(points) / len(points))
    assert greedy["rating"] > summary["rows"][1]["rating"]


def test_until_sure_stops_early_and_resumes_to_the_same_verdict(tmp_path: Path) -> None:
    table = [*SKYLINERS, "greedy", "random", "--until-sure", "--out", str(tmp_path)]
    result = arena(*table, "--games", "400")
    assert "greedy is better" in result.stdout
    assert "14 games: 7 deals" in result.stdout, "on any number of cores"
    again = arena(*table, "--games", "400", "--resume")
    assert again.returncode == 0
    assert again.stdout == result.stdout
    assert arena(*table, "--games", "4", "--resume").stdout.count("not decided") == 1, "four games cannot tell"


@needs_a_terminal
def test_a_terminal_has_a_bar() -> None:
    import pty  # not on Windows

    child, terminal = pty.fork()
    if child == 0:
        os.environ |= {**ENVIRONMENT, "TERM": "xterm-256color", "COLUMNS": "140"}
        os.execv(sys.executable, [*ARENA, *SKYLINERS, "greedy", "random", "--games", "6"])
    shown = ""
    with contextlib.suppress(OSError):  # Linux raises it when the other end is closed
        while data := os.read(terminal, 65536):
            shown += data.decode("utf-8", "replace")
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert "━" in shown
    assert "/6" in shown.split("6 games: 3 deals")[0]


def without(library: str, folder: Path) -> dict[str, str]:
    """The environment of a command that cannot import a library."""
    folder.mkdir()
    (folder / f"{library}.py").write_text("raise ImportError(name=__name__)")
    return {"PYTHONPATH": str(folder)}


def test_without_matplotlib_there_are_no_plots_and_it_says_so_in_german(tmp_path: Path) -> None:
    table = [*SKYLINERS, "greedy", "random", "--games", "2", "--language", "de", "--out", str(tmp_path / "out")]
    result = arena(*table, **without("matplotlib", tmp_path / "hidden"))
    assert result.returncode == 0, result.stderr
    assert 'Für Diagramme dazu: pip install "rooftop[plots]"' in result.stdout
    assert "Gleich starke Bots würden je 50,0 % gewinnen." in result.stdout
    assert (tmp_path / "out" / "ratings.json").exists()
    assert not (tmp_path / "out" / "ratings.svg").exists()


def test_without_ray_it_says_what_to_install(tmp_path: Path) -> None:
    result = arena(*SKYLINERS, "greedy", "random", "--ray", **without("ray", tmp_path / "hidden"))
    assert (result.returncode, result.stderr) == (1, 'rooftop: ray is not installed: pip install "rooftop[ray]"\n')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "greedy", "random"], "There is no game called “chess”"),
        (["skyliners", "greedy", "random", "--players", "9"], "Skyliners is for 2-4 players, not 9."),
        (["skyliners", "greedy", "hal"], "There is no bot called “hal”"),
        (["skyliners", "greedy"], "At least two bots are needed, each named once."),
        (["skyliners", "greedy", "greedy"], "At least two bots are needed, each named once."),
        (["skyliners", "greedy", "random", "--resume"], "--resume needs the folder to continue in: --out FOLDER."),
    ],
)
def test_mistakes_are_named_and_fail(arguments: list[str], message: str) -> None:
    result = arena(*arguments)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_cluster_that_is_not_there_is_named() -> None:
    result = arena("skyliners", "greedy", "random", "--ray", "127.0.0.1:1")
    assert result.returncode == 1
    assert "There is no Ray cluster at 127.0.0.1:1." in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.xdist_group("few games of an arena")
def test_games_are_never_mixed_with_those_of_another_arena(played: Path) -> None:
    table = [*SKYLINERS, "--games", "15", "--out", str(played)]
    before = (played / log.NAME).read_bytes()
    assert "Continue it with --resume, or choose another folder." in arena(*table, "greedy", "random").stderr
    other = arena(*table, "random", "greedy", "--resume", "--budget", "0.5")
    assert "holds an arena with other settings: bots, budget." in other.stderr
    assert other.returncode == 1
    assert (played / log.NAME).read_bytes() == before


def test_the_docs_tell_every_option() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    told = set(re.findall(r"^\| .*?(?=\| )", docs.split("## Who plays whom")[0], re.MULTILINE))
    options = set(re.findall(r"--[a-z-]+", " ".join(told)))
    assert options | {"--help", "--language"} == set(re.findall(r"--[a-z-]+", arena("--help").stdout))


def test_budgets_are_checked() -> None:
    for budget in ("0", "-1", "inf", "nan", "much"):
        assert arena(*SKYLINERS, "easy", "random", "--budget", budget).returncode == 2


def started(*arguments: str | Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*ARENA, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=restore_sigint,
    )


def restore_sigint() -> None:
    """Restore the default SIGINT handler: a shell ignores SIGINT in background jobs, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


def lines(folder: Path) -> int:
    path = folder / log.NAME
    return path.read_bytes().count(b"\n") if path.exists() else 0


def whole_deals(folder: Path) -> int:
    """The number of complete deals, of two games each, from the first on. One worker may be many games ahead."""
    played = {(game.deal, game.number) for game in log.read_games(folder / log.NAME)}
    return next(deal for deal in itertools.count() if not {(deal, 0), (deal, 1)} <= played)


@needs_signals
@pytest.mark.xdist_group("many games of an arena")
def test_ctrl_c_reports_what_there_is_and_resume_goes_on(tmp_path: Path, uninterrupted: list[tuple[Any, ...]]) -> None:
    """The final result is the same as without the interruption."""
    process = started(*MANY, "--out", tmp_path)
    wait_for(lambda: lines(tmp_path) > 9 and whole_deals(tmp_path))
    # As a terminal does: signal the whole process group.
    os.killpg(process.pid, signal.SIGINT)
    shown, complaints = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert complaints == ""
    assert "Stopped. To continue, run the same command with --resume." in shown
    stopped = results(tmp_path)
    assert 9 <= len(stopped) < 100
    assert int(re.findall(r"(\d+) games: ", shown)[0]) <= len(stopped)
    with (tmp_path / log.NAME).open("a") as file:
        file.write('{"deal":0,"numb')

    assert arena(*MANY, "--out", tmp_path, "--resume").returncode == 0
    assert results(tmp_path) == uninterrupted
    assert len(uninterrupted) == 100


def children(process: int) -> Iterator[tuple[int, str]]:
    """All descendants of a process, with their command lines."""
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == process:
                yield int(entry.name), (entry / "cmdline").read_text().replace("\0", " ")
                yield from children(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            continue


@needs_proc
def test_ctrl_c_at_once_ends_without_a_table(tmp_path: Path) -> None:
    process = started(*SKYLINERS, "easy", "random", "--out", tmp_path)
    wait_for(lambda: [pid for pid, command in children(process.pid) if "spawn_main" in command])
    os.killpg(process.pid, signal.SIGINT)
    shown, complaints = process.communicate(timeout=TIMEOUT)
    assert (process.returncode, complaints) == (130, "")
    assert "Not a single deal has been played to its end." in shown


@needs_proc
def test_a_killed_process_is_named_and_its_game_played_on_resume(tmp_path: Path) -> None:
    table = [*SKYLINERS, *SLOWLY, "easy", "random", "--games", "80", "--out", str(tmp_path)]
    process = started(*table)
    wait_for(lambda: lines(tmp_path) > 5)
    os.kill(next(pid for pid, command in children(process.pid) if "spawn_main" in command), signal.SIGKILL)
    _, complaint = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 1
    assert complaint.startswith("rooftop: A process of the arena was killed.")
    assert arena(*table, "--resume").returncode == 0
    assert Counter((game[0], game[1]) for game in results(tmp_path)) == {(d, n): 1 for d in range(40) for n in range(2)}


@needs_proc
def test_a_killed_arena_leaves_no_process_behind(tmp_path: Path) -> None:
    process = started(*SKYLINERS, *SLOWLY, "easy", "random", "--games", "2000", "--out", tmp_path)
    wait_for(lambda: lines(tmp_path) > 5)
    playing = [pid for pid, command in children(process.pid) if "spawn_main" in command]
    assert playing
    process.kill()
    process.communicate(timeout=TIMEOUT)
    wait_for(lambda: not any(map(runs, playing)))


@needs_proc
@pytest.mark.xdist_group("many games of an arena")
def test_on_ray_no_game_is_lost_and_none_played_twice_though_a_worker_is_killed(
    tmp_path: Path, uninterrupted: list[tuple[Any, ...]]
) -> None:
    process = started(*MANY, "--ray", "--out", tmp_path)
    wait_for(lambda: lines(tmp_path) > 5, seconds=TIMEOUT)
    playing = wait_for(lambda: [pid for pid, command in children(process.pid) if "ray::play_deal" in command])
    os.kill(playing[0], signal.SIGKILL)
    played_before = lines(tmp_path)
    shown, complaints = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0, complaints
    assert played_before < 101
    assert "100 games: 50 deals" in shown
    assert results(tmp_path) == uninterrupted


def test_on_a_ray_cluster_of_several_nodes_that_others_have_started(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    table = [*SKYLINERS, "greedy", "random", "--games", "40"]
    assert arena(*table, "--out", tmp_path / "here").returncode == 0
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    try:
        cluster.add_node(num_cpus=1)
        for address in (cluster.address, "auto"):
            # If several clusters run on a machine, RAY_ADDRESS selects the one that "auto" joins.
            done = arena(*table, "--ray", address, "--out", tmp_path / address, RAY_ADDRESS=cluster.address)
            assert done.returncode == 0, done.stderr
            assert results(tmp_path / address) == results(tmp_path / "here")
    finally:
        cluster.shutdown()
