"""Guests: a name, a session token in a cookie and a recovery code for other devices.

Tokens and codes are stored as hashes, so read access to the database is not enough to impersonate anybody.
"""

import hashlib
import secrets

import sqlalchemy as sa

from rooftop.server.domain.people import Person
from rooftop.server.errors import Refused
from rooftop.server.storage.schema import people, sessions
from rooftop.server.storage.storage import Storage

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without characters that are easily confused."""
CODE_GROUPS, CODE_GROUP = 5, 5
"""25 letters, 124 bits of entropy."""


def hash_of_code(code: str) -> str:
    """The hash that a recovery code is stored as, however a person has typed the code."""
    return _hash(_tidy(code))


class PeopleStore:
    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def welcome(self, name: str) -> tuple[Person, str, str]:
        """Create a guest. Return the person, the token and the recovery code."""
        person, token, code = Person(secrets.token_urlsafe(12), name), _new_token(), _new_code()

        def store(connection: sa.Connection) -> None:
            values = {"id": person.id, "name": name, "recovery_hash": _hash(code)}
            connection.execute(sa.insert(people), values)
            connection.execute(sa.insert(sessions), {"token_hash": _hash(token), "person": person.id})

        await self._storage.write(store)
        return person, token, code

    async def find(self, token: str) -> Person | None:
        joined = sa.select(people.c.id, people.c.name).join(sessions, sessions.c.person == people.c.id)
        query = joined.where(sessions.c.token_hash == _hash(token))
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        return Person(row.id, row.name) if row else None

    async def knows(self, person: Person) -> bool:
        query = sa.select(people.c.id).where(people.c.id == person.id)
        return await self._storage.read(lambda connection: connection.execute(query).first()) is not None

    async def recover(self, code: str) -> tuple[Person, str]:
        """Find the person by recovery code. Return the person and a token for this device."""
        query = sa.select(people.c.id, people.c.name).where(people.c.recovery_hash == hash_of_code(code))
        row = await self._storage.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise Refused(403, "unknown_code")
        token = _new_token()
        values = {"token_hash": _hash(token), "person": row.id}
        await self._storage.write(lambda connection: connection.execute(sa.insert(sessions), values))
        return Person(row.id, row.name), token

    async def rename(self, person: Person, name: str) -> None:
        change = sa.update(people).where(people.c.id == person.id).values(name=name)
        await self._storage.write(lambda connection: connection.execute(change))

    async def new_code(self, person: Person) -> str:
        """Create a new recovery code. It invalidates the previous one."""
        code = _new_code()
        change = sa.update(people).where(people.c.id == person.id).values(recovery_hash=_hash(code))
        await self._storage.write(lambda connection: connection.execute(change))
        return code


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _new_code() -> str:
    groups = ("".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_GROUP)) for _ in range(CODE_GROUPS))
    return "-".join(groups)


def _tidy(code: str) -> str:
    """Normalize a recovery code as typed by a person."""
    letters = "".join(letter for letter in code.lower() if letter in CODE_LETTERS)
    return "-".join(letters[n : n + CODE_GROUP] for n in range(0, len(letters), CODE_GROUP))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
