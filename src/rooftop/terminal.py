"""The terminal interface: people at one keyboard, and bots."""

import secrets
import shlex
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import takewhile
from pathlib import Path

from platformdirs import user_data_path
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.text import Text

from rooftop.bots import Bot
from rooftop.core.drawing import WIDTH
from rooftop.core.errors import CannotUndo, RooftopError, reason_of
from rooftop.core.match import Match, Move
from rooftop.core.messages import Message, lookup, printable, together

BLANK_LINES = 60
INDENT = "  "
DOCS = Path(__file__).parents[2] / "docs" / "rules"
CLEAR_SCROLLBACK = "\x1b[3J"


def rules_page(game: str, language: str) -> str:
    """The rules of a game as Markdown. A wheel has them in the package, the source tree among the docs."""
    packaged = files("rooftop") / "rules"
    folder = packaged if packaged.is_dir() else DOCS
    translated = folder / language / f"{game}.md"
    return (translated if translated.is_file() else folder / f"{game}.md").read_text("utf-8")


def grouped(texts: list[str], width: int) -> Iterator[list[str]]:
    """Texts by line: the first whole, the others without the words they share with it. What does not fit the width is
    divided by its next word, unless that puts every text on a line of its own, or all on one."""
    words = [text.split() for text in texts]
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*(each[:-1] for each in words), strict=False))
    shared = len(list(alike))
    line = [texts[0], *(" ".join(each[shared:]) for each in words[1:])]
    groups = _by_word(texts, shared)
    if len("  ".join(line)) <= width or len(groups) in (1, len(texts)):
        yield line
    else:
        for group in groups:
            yield from grouped(group, width)


def _by_word(texts: list[str], number: int) -> list[list[str]]:
    """The texts divided by their word of that number."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(text.split()[number], []).append(text)
    return list(groups.values())


class Left(Exception):
    """A player quits."""


class InputEnded(Exception):
    """Standard input has reached its end."""


class Screen:
    """Input and output in one language. `plain` disables colours, clearing and paging."""

    def __init__(self, language: str, plain: bool) -> None:
        self.language = language
        self.plain = plain or not sys.stdout.isatty()
        self.interactive = sys.stdin.isatty()
        self.console = Console(
            color_system=None if self.plain else "auto", highlight=False, emoji=False, soft_wrap=True
        )

    @property
    def width(self) -> int | None:
        """The columns of the terminal. A pipe has none: its lines stay whole."""
        return self.console.width if sys.stdout.isatty() else None

    def print(self, text: str) -> None:
        self.draw([escape(line) for line in text.split("\n")])

    def say(self, message: Message) -> None:
        self.print(message.say(self.language))

    def tell(self, key: str, **parts: object) -> None:
        self.say(Message(f"terminal.{key}", parts))

    def draw(self, lines: Iterable[str]) -> None:
        """Print lines that contain colour markup. Words are not broken at the end of a line."""
        for line in lines:
            text = Text.from_markup(printable(line))
            if self.width is None or text.cell_len <= self.width:
                self.console.print(text)
            else:
                indent = INDENT + " " * (len(text.plain) - len(text.plain.lstrip()))
                first, *rest = text.wrap(self.console, self.width - len(indent))
                self.console.print(first, *(Text(indent) + more for more in rest), sep="\n")

    def fill(self, items: Iterable[str]) -> None:
        """Print items with space between them, none of them broken at the end of a line."""
        line = INDENT
        for item in items:
            if self.width is not None and line.strip() and len(line + item) > self.width:
                self.print(line.rstrip())
                line = INDENT * 2
            line += f"{item}  "
        self.print(line.rstrip())

    def page(self, markdown: str) -> None:
        """Show a long text, with the system's pager if somebody is reading along."""
        text = Markdown(markdown)
        if self.plain or not self.interactive:
            self.console.print(text, soft_wrap=False)
        else:
            with self.console.pager():
                self.console.print(text, soft_wrap=False)

    def ask(self) -> str:
        try:
            return input("> ").strip()
        except EOFError:
            raise InputEnded from None

    def wait(self) -> None:
        if self.interactive:
            self.ask()

    def hide(self) -> None:
        """Remove everything from the screen."""
        if self.plain:
            print("\n" * BLANK_LINES)
        else:
            self.console.clear()
            print(CLEAR_SCROLLBACK, end="", flush=True)


class Table:
    """A match between the people at the keyboard and bots."""

    def __init__(self, match: Match, bots: dict[int, Bot], screen: Screen, named: str | None = None) -> None:
        """`named` are the bots as the command line names them."""
        self.match = match
        self.bots = bots
        self.screen = screen
        self.named = named
        self.names = match.seat_names(screen.language)
        self.people = [seat for seat in range(match.players) if seat not in bots]
        # The seat whose view is on the screen: a single person's throughout, else the last person to move, or None.
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.read_up_to: dict[int | None, int] = dict.fromkeys([None, *range(match.players)], match.ply)
        self.introduced: set[int] = set()
        self.saved = match.record()
        self.commands = {
            "help": self.help,
            "moves": self.list_moves,
            "board": self.draw_again,
            "log": self.tell_log,
            "rules": self.tell_rules,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "quit": self.leave,
        }
        self.words: dict[str, str] = lookup(screen.language, "terminal.commands")
        self.typed = {**{word: name for name, word in self.words.items()}, **{name: name for name in self.commands}}
        self.typed |= {"?": "help", "q": "quit"}

    def play(self) -> int:
        """Run until the game is over or somebody leaves. Returns the exit status."""
        try:
            if self.reader is not None:
                self._introduce(self.reader)
            while not self.match.over:
                self._decide()
        except (InputEnded, KeyboardInterrupt, Left) as end:
            self.screen.tell("left")
            self._keep()
            return {InputEnded: 1, KeyboardInterrupt: 130, Left: 0}[type(end)]
        self._finish()
        return 0

    def _introduce(self, seat: int) -> None:
        """Tell a person once what the game is about."""
        if seat not in self.introduced:
            view, language = self.match.view(seat), self.screen.language
            for line in self.match.game.board.introduce(view, language, self.names[seat]):
                self.screen.print(line)
            self.screen.tell("start", rules=self.words["rules"])
            self.introduced.add(seat)

    def _keep(self) -> None:
        """Write an unsaved game to a file. The screen must not show its record: the seed gives all secrets away."""
        if self.match.record() == self.saved:
            return
        folder = user_data_path("rooftop") / "games"
        file = folder / f"{self.match.game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}.rooftop"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(self.match.record(), "utf-8")
            self.screen.tell("kept")
            self._show_command(str(file))
        except OSError as error:
            self.screen.say(Message("errors.file", {"file": file, "reason": reason_of(error)}))

    def _show_command(self, *what: str) -> None:
        """Print the command that plays something at a table like this one, unbroken, to be copied."""
        bots = ["--bots", self.named] if self.named else []
        command = ["rooftop", "play", *what, *bots, "--language", self.screen.language]
        self.screen.console.print(printable(shlex.join(command)), markup=False)

    def _decide(self) -> None:
        seat, moves = self.match.player, self.match.moves()
        assert seat is not None
        if seat in self.bots:
            self.match.play(self.bots[seat](self.match, secrets.randbits(64)))
        elif len(moves) == 1:
            self.match.play(moves[0])
        else:
            self._hand_over(seat)
            self._introduce(seat)
            self._news(seat)
            self._draw(seat)
            self._offer()
            self._ask(seat)
        if self.reader is not None:
            self._news(self.reader)

    def _hand_over(self, seat: int) -> None:
        """Clear the screen between two people, so that neither sees the other's hidden information."""
        if self.reader != seat:
            self.screen.hide()
            self.screen.tell("hand_over", player=self.names[seat])
            self.screen.wait()
            self.reader = seat

    def _news(self, seat: int | None) -> None:
        """Print what happened since this person last read."""
        for line in self.match.log(seat, self.screen.language, self.read_up_to[seat]):
            self.screen.print(line)
        self.read_up_to[seat] = self.match.ply

    def _draw(self, seat: int | None) -> None:
        names, width = [escape(name) for name in self.names], self.screen.width or WIDTH
        drawn = self.match.game.board.draw(self.match.view(seat), self.screen.language, names, width)
        self.screen.draw(["", *drawn, ""])

    def _offer(self) -> None:
        """Print the legal moves, those that begin alike on one line."""
        self.screen.tell("choices")
        texts = [move.said(self.screen.language) for move in self.match.moves()]
        width = (self.screen.width or WIDTH) - len(INDENT)
        for alike in _by_word(texts, 0):
            for line in grouped(alike, width):
                self.screen.fill(line)

    def _ask(self, seat: int) -> None:
        """Read input until a decision is made or taken back."""
        question = self.match.game.board.ask(self.match.view(seat), self.screen.language)
        self.screen.tell("turn", player=self.names[seat], question=question)
        ply = self.match.ply
        while self.match.ply == ply:
            typed = self.screen.ask()
            command, _, rest = typed.partition(" ")
            try:
                if command.casefold() in self.typed:
                    self.commands[self.typed[command.casefold()]](seat, rest.strip())
                else:
                    self.match.play(self._meant(typed))
            except RooftopError as error:
                self.screen.say(error.message)

    def _meant(self, typed: str) -> Move:
        if not typed:
            raise RooftopError("terminal.nothing")
        return self._numbered(typed) if typed.isdecimal() else self.match.find(typed, self.screen.language)

    def _numbered(self, typed: str) -> Move:
        moves = self.match.moves()
        if not 1 <= int(typed[:9]) <= len(moves):
            raise RooftopError("terminal.number", number=typed, last=len(moves))
        return moves[int(typed[:9]) - 1]

    def _finish(self) -> None:
        names, language = [escape(name) for name in self.names], self.screen.language
        self._draw(self.reader)
        self.screen.tell("over")
        self.screen.draw(self.match.game.board.explain(self.match.breakdown(), language, names))
        for seat, points in enumerate(self.match.scores):
            self.screen.tell("total", player=self.names[seat], points=points)
        winners = [self.names[seat] for seat in self.match.winners]
        self.screen.tell("winner" if len(winners) == 1 else "winners", players=together(winners))
        if len(winners) > 1 and self.match.game.rematch_if_shared:
            self.screen.tell("rematch")
            table = ["--players", str(self.match.players), "--variant", self.match.variant]
            self._show_command(self.match.game.name, *table)

    # --- commands --------------------------------------------------------------------------------------------

    def help(self, seat: int, rest: str) -> None:
        move, short = self._example()
        self.screen.tell("how", move=move, short=short)
        typed = {**self.words, "save": f"{self.words['save']} {self._file()}", "quit": f"{self.words['quit']}, q"}
        column = max(map(len, typed.values())) + len(INDENT)
        for name in list(self.commands)[1:]:
            does = lookup(self.screen.language, f"terminal.does.{name}")
            self.screen.print(f"{typed[name]:<{column}}{does}")

    def _example(self) -> tuple[str, str]:
        """A legal move, and how it can be abbreviated."""
        said = [move.said(self.screen.language) for move in self.match.moves()]
        for move, text in zip(self.match.moves(), said, strict=True):
            first, _, rest = text.partition(" ")
            short = f"{first[0]} {rest}".strip()
            if short != text and self._means(short, move):
                return text, short
        return said[0], said[0]

    def _means(self, short: str, move: Move) -> bool:
        try:
            return self.match.find(short, self.screen.language).id == move.id
        except RooftopError:
            return False

    def _file(self) -> str:
        return str(lookup(self.screen.language, "terminal.file"))

    def list_moves(self, seat: int, rest: str) -> None:
        for number, move in enumerate(self.match.moves(), 1):
            self.screen.print(f"{number:>4}  {move.said(self.screen.language)}")

    def draw_again(self, seat: int, rest: str) -> None:
        self._draw(seat)
        self._offer()

    def tell_log(self, seat: int, rest: str) -> None:
        for line in self.match.log(seat, self.screen.language):
            self.screen.print(line)

    def tell_rules(self, seat: int, rest: str) -> None:
        self.screen.page(rules_page(self.match.game.name, self.screen.language))

    def hint(self, seat: int, rest: str) -> None:
        self.screen.print(self.match.hint()[0].said(self.screen.language))

    def undo(self, seat: int, rest: str) -> None:
        back = self._last_decision(seat)
        if back is None:
            raise CannotUndo("terminal.cannot_undo")
        while self.match.ply > back:
            move = self.match.undo()
        self.read_up_to = {other: min(ply, back) for other, ply in self.read_up_to.items()}
        self.screen.tell("undone", player=self.names[seat], move=move.said(self.screen.language))

    def _last_decision(self, seat: int) -> int | None:
        """The ply of this person's last decision, None if another person has decided since."""
        for ply, (decided, _) in reversed(list(enumerate(self.match.history))):
            if decided == seat:
                return ply
            if decided in self.people:
                return None
        return None

    def save(self, seat: int, rest: str) -> None:
        if not rest:
            raise RooftopError("terminal.save_where", save=self.words["save"], file=self._file())
        record = self.match.record()
        try:
            Path(rest).write_text(record, "utf-8")
        except (OSError, ValueError) as error:  # ValueError: a null byte in the name
            raise RooftopError("errors.file", file=rest, reason=reason_of(error)) from error
        self.saved = record
        self.screen.tell("saved", file=rest)
        self._show_command(rest)

    def leave(self, seat: int, rest: str) -> None:
        raise Left


class Replay:
    """Steps through a saved game. Of an unfinished one it shows what a spectator may know, unless all is asked for."""

    def __init__(self, match: Match, screen: Screen, reveal: bool) -> None:
        self.match = match
        self.screen = screen
        self.reveal = reveal or match.over
        self.moves = match.history
        self.names = [escape(name) for name in match.seat_names(screen.language)]

    def play(self) -> int:
        while self.match.ply:
            self.match.undo()
        self._draw()
        if not self.reveal:
            self.screen.tell("replay_hidden")
        if self.screen.interactive:
            self.screen.tell("replay_keys")
        while self.match.ply < len(self.moves):
            typed = self._key()
            if typed == "q":
                return 0
            self._back() if typed == "b" else self._forward()
        if self.match.over:
            lines = self.match.game.board.explain(self.match.breakdown(), self.screen.language, self.names)
            self.screen.draw(lines)
        return 0

    def _key(self) -> str:
        if not self.screen.interactive:
            return ""
        try:
            return self.screen.ask()
        except InputEnded:
            return "q"

    def _forward(self) -> None:
        seat, move = self.moves[self.match.ply]
        self.match.play(move)
        reader = seat if self.reveal else None
        for line in self.match.log(reader, self.screen.language, self.match.ply - 1):
            self.screen.print(line)
        if self.screen.interactive or self.match.ply == len(self.moves):
            self._draw()

    def _back(self) -> None:
        if self.match.ply:
            self.match.undo()
        self._draw()

    def _draw(self) -> None:
        view, width = self.match.view(None), self.screen.width or WIDTH
        self.screen.draw(["", *self.match.game.board.draw(view, self.screen.language, self.names, width), ""])
