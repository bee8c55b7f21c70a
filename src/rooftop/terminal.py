"""The terminal interface: people at one keyboard, and bots."""

import secrets
import sys
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rooftop.bots import Bot
from rooftop.core.errors import CannotUndo, RooftopError
from rooftop.core.match import Match, Move
from rooftop.core.messages import Message, printable

BLANK_LINES = 60
CLEAR_SCROLLBACK = "\x1b[3J"


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written, without the file's name."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class Left(Exception):
    """A player quits."""


class InputEnded(Exception):
    """Standard input has reached its end."""


class Screen:
    """Input and output in one language. `plain` disables colours and clearing."""

    def __init__(self, language: str, plain: bool) -> None:
        self.language = language
        self.plain = plain or not sys.stdout.isatty()
        self.interactive = sys.stdin.isatty()
        self.console = Console(
            color_system=None if self.plain else "auto", highlight=False, emoji=False, soft_wrap=True
        )

    def print(self, text: str) -> None:
        self.console.print(escape("\n".join(map(printable, text.split("\n")))))

    def say(self, message: Message) -> None:
        self.print(message.say(self.language))

    def tell(self, key: str, **parts: object) -> None:
        self.say(Message(f"terminal.{key}", parts))

    def draw(self, lines: list[str]) -> None:
        """Print lines that contain colour markup."""
        for line in lines:
            self.console.print(printable(line))

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

    def __init__(self, match: Match, bots: dict[int, Bot], screen: Screen) -> None:
        self.match = match
        self.bots = bots
        self.screen = screen
        self.names = match.seat_names(screen.language)
        self.people = [seat for seat in range(match.players) if seat not in bots]
        # The seat whose view is on the screen: a single person's throughout, else the last person to move, or None.
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.read_up_to: dict[int | None, int] = dict.fromkeys([None, *range(match.players)], match.ply)
        self.commands = {
            "?": self.help,
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

    def play(self) -> int:
        """Run until the game is over or somebody leaves. Returns the exit status."""
        try:
            while not self.match.over:
                self._decide()
        except (InputEnded, KeyboardInterrupt, Left) as end:
            # Print the record, so that an unsaved game is not lost.
            self.screen.tell("left")
            print(self.match.record())
            return {InputEnded: 1, KeyboardInterrupt: 130, Left: 0}[type(end)]
        self._finish()
        return 0

    def _decide(self) -> None:
        seat, moves = self.match.player, self.match.moves()
        assert seat is not None
        if seat in self.bots:
            self.match.play(self.bots[seat](self.match, secrets.randbits(64)))
        elif len(moves) == 1:
            self.match.play(moves[0])
        else:
            self._hand_over(seat)
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
        names = [escape(name) for name in self.names]
        self.screen.draw(["", *self.match.game.board.draw(self.match.view(seat), self.screen.language, names), ""])

    def _offer(self) -> None:
        """Print the legal moves, grouped by first word."""
        self.screen.tell("choices")
        for word, group in groupby((move.text for move in self.match.moves()), lambda text: text.split()[0]):
            first, *others = group
            self.screen.print("  ".join(["", first, *(text.removeprefix(word).strip() for text in others)]))

    def _ask(self, seat: int) -> None:
        """Read input until a decision is made or taken back."""
        self.screen.tell("turn", player=self.names[seat])
        ply = self.match.ply
        while self.match.ply == ply:
            typed = self.screen.ask()
            command, _, rest = typed.partition(" ")
            try:
                if command in self.commands:
                    self.commands[command](seat, rest.strip())
                else:
                    self.match.play(self._numbered(typed) if typed.isdecimal() else typed)
            except RooftopError as error:
                self.screen.say(error.message)

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
        self.screen.tell("winner" if len(winners) == 1 else "winners", players=", ".join(winners))
        if len(winners) > 1 and self.match.game.rematch_if_shared:
            self.screen.tell("rematch", game=self.match.game.name)

    # --- commands --------------------------------------------------------------------------------------------

    def help(self, seat: int, rest: str) -> None:
        self.screen.tell("help", example=self.match.moves()[0].text)

    def list_moves(self, seat: int, rest: str) -> None:
        for number, move in enumerate(self.match.moves(), 1):
            self.screen.print(f"{number:>4}  {move.text}")

    def draw_again(self, seat: int, rest: str) -> None:
        self._draw(seat)
        self._offer()

    def tell_log(self, seat: int, rest: str) -> None:
        for line in self.match.log(seat, self.screen.language):
            self.screen.print(line)

    def tell_rules(self, seat: int, rest: str) -> None:
        self.screen.tell("rules", game=self.match.game.name)

    def hint(self, seat: int, rest: str) -> None:
        self.screen.say(self.match.hint()[0].message)

    def undo(self, seat: int, rest: str) -> None:
        back = self._last_decision(seat)
        if back is None:
            raise CannotUndo("terminal.cannot_undo")
        while self.match.ply > back:
            move = self.match.undo()
        self.read_up_to = {other: min(ply, back) for other, ply in self.read_up_to.items()}
        self.screen.tell("undone", player=self.names[seat], move=move.text)

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
            raise RooftopError("terminal.save_where")
        try:
            Path(rest).write_text(self.match.record(), "utf-8")
        except (OSError, ValueError) as error:  # ValueError: a null byte in the name
            raise RooftopError("errors.file", file=rest, reason=reason_of(error)) from error
        self.screen.tell("saved", file=rest)

    def leave(self, seat: int, rest: str) -> None:
        raise Left


class Replay:
    """Steps through a saved game."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.moves = match.history
        self.names = [escape(name) for name in match.seat_names(screen.language)]

    def play(self) -> int:
        while self.match.ply:
            self.match.undo()
        self._draw()
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
        for line in self.match.log(seat, self.screen.language, self.match.ply - 1):
            self.screen.print(line)
        if self.screen.interactive or self.match.ply == len(self.moves):
            self._draw()

    def _back(self) -> None:
        if self.match.ply:
            self.match.undo()
        self._draw()

    def _draw(self) -> None:
        self.screen.draw(["", *self.match.game.board.draw(self.match.view(None), self.screen.language, self.names), ""])
