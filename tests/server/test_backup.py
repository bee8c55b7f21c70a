"""Backups of databases that servers use, and restoring them while none does."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

from commands import run
from rooftop.server.storage.backup import restore
from rooftop.server.storage.database import url_of
from server.outages import PostgreSQL
from server.retrying import stored_events
from server.serving import Server, Visitor, serving

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"


def copy(command: str, server: Server, file: Path, status: int = 0) -> str:
    done = run(command, str(file), ROOFTOP_DATABASE=server.database)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def play_one(person: Visitor, table: str) -> None:
    with person.live(table, seat=person.look(table)["view"]["player"]) as live:
        live.await_update()
        assert live.move()["tell"] == "done"


def started(person: Visitor) -> str:
    table = person.create("me", "me")
    person.start(table)
    play_one(person, table)
    return table


def test_a_backup_is_made_while_the_server_plays_and_restored_when_it_does_not(tmp_path: Path) -> None:
    file, backup = tmp_path / "tables.sqlite", tmp_path / "backup.sqlite"
    with serving(f"sqlite:///{file}") as server:
        ann = Visitor(server.address, "Ann")
        table = started(ann)
        before = stored_events(server.database, table)
        assert copy("backup", server, backup) == f"{backup} holds a copy of the database.\n"
        play_one(ann, table)
        later = ann.create("me", "me")
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.sqlite"], "one file and nothing else"
        assert "exists already" in copy("backup", server, backup, status=1)

        refused = copy("restore", server, backup, status=1)
        assert refused == f"rooftop: The database {file} is in use. Stop the servers first.\n"
        play_one(ann, table)

        server.stop()
        [restored, kept] = copy("restore", server, backup).splitlines()
        assert "The database is as it was" in restored
        server.start()
        assert stored_events(server.database, table) == before
        ann.get(f"/api/tables/{later}", 404)
        play_one(ann, table)
        [old] = tmp_path.glob("tables.sqlite.before-*")
        assert str(old) in kept
        assert len(stored_events(f"sqlite:///{old}", table)) == len(before) + 2, "what was there is kept"


def test_a_backup_restores_what_was_lost(tmp_path: Path) -> None:
    """Where there is no database any more, and after a server that was killed."""
    file, backup = tmp_path / "tables.sqlite", tmp_path / "backup.sqlite"
    with serving(f"sqlite:///{file}") as server:
        ann = Visitor(server.address, "Ann")
        table = started(ann)
        server.kill()
        assert Path(f"{file}-wal").stat().st_size > 0, "the killed server has left its log"
        copy("backup", server, backup)
        for part in tmp_path.glob("tables.sqlite*"):
            part.unlink()
        if os.geteuid() == 0:
            os.chown(tmp_path, 12345, 12345)
        assert "kept" not in copy("restore", server, backup)
        assert file.stat().st_uid == tmp_path.stat().st_uid, "the user who serves can write it"
        server.start()
        play_one(ann, table)


def test_all_that_was_there_is_kept(tmp_path: Path) -> None:
    """Also if a database is restored twice within a second."""
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        copy("backup", server, tmp_path / "empty")
        Visitor(server.address, "Ann")
        server.stop()
        for _ in range(3):
            restore(url_of(server.database), tmp_path / "empty")
    kept = []
    for file in tmp_path.glob("*.before-*"):
        with closing(sqlite3.connect(file)) as database:
            kept.append(database.execute("SELECT name FROM people").fetchall())
    assert sorted(map(len, kept)) == [0, 0, 1]


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.sqlite'}") as server:
        ann = Visitor(server.address, "Ann")
        good, other, newer, empty = (tmp_path / name for name in ("good", "other", "newer", "empty"))
        copy("backup", server, good)
        server.stop()
        other.write_text("a letter")
        empty.touch()
        shutil.copy(good, newer)
        with closing(sqlite3.connect(newer)) as database, database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
        for file in (other, empty):
            assert f"{file} is not a backup of Rooftop" in copy("restore", server, file, status=1)
        assert "newer version of Rooftop" in copy("restore", server, newer, status=1)
        assert "is the database itself" in copy("restore", server, tmp_path / "tables.sqlite", status=1)
        assert "There is no file" in copy("restore", server, tmp_path / "nothing", status=1)
        for command in ("backup", "restore"):
            refused = copy(command, server, tmp_path / ("x" * 300), status=1)
            assert refused.startswith("rooftop: ")
        assert "no such file or folder" in copy("backup", server, tmp_path / "no" / "folder", status=1)
        server.start()
        assert ann.get("/api/me")["name"] == "Ann"


def test_a_damaged_database_is_named_and_replaced_by_a_backup(tmp_path: Path) -> None:
    file, good, bad = (tmp_path / name for name in ("tables.sqlite", "good", "bad"))

    def damage(page: int) -> None:
        with file.open("rb+") as database:
            database.seek(page * 4096)
            database.write(b"\xff" * 4096)

    with serving(f"sqlite:///{file}") as server:
        ann = Visitor(server.address, "Ann")
        copy("backup", server, good)
        server.stop()
        damage(3)
        assert f"The database {file} is damaged." in copy("backup", server, bad, status=1)
        assert not bad.exists()
        copy("restore", server, good)
        damage(0)  # SQLite does not know it as a database any more, and keeps no copy of it
        assert f"The database {file} is damaged. Move it" in copy("restore", server, good, status=1)
        file.rename(bad)
        copy("restore", server, good)
        server.start()
        assert ann.get("/api/me")["name"] == "Ann"


def test_postgresql_has_commands_of_its_own(postgresql_server: PostgreSQL, tmp_path: Path) -> None:
    """The commands are those of the docs."""
    [dump] = re.findall(r"^(pg_dump .*)$", DOCS.read_text("utf-8"), re.MULTILINE)
    [restore] = re.findall(r"^(pg_restore .*)$", DOCS.read_text("utf-8"), re.MULTILINE)
    database = postgresql_server.create_database()
    path = f"{postgresql_server.programs}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "ROOFTOP_DATABASE": database}
    with serving(database) as server:
        ann = Visitor(server.address, "Ann")
        table = started(ann)
        before = stored_events(database, table)
        subprocess.run(dump, shell=True, check=True, cwd=tmp_path, env=environment)
        play_one(ann, table)
        server.stop()
        subprocess.run(restore, shell=True, check=True, cwd=tmp_path, env=environment)
        assert stored_events(database, table) == before
        server.start()
        play_one(ann, table)
        assert "pg_dump --format=custom --file=" in copy("backup", server, tmp_path / "x", status=1)
        assert "pg_restore --clean" in copy("restore", server, tmp_path / "x", status=1)
