"""What stays of a deleted person at the tables of others: an id that leads nowhere, and a name that is none."""

import secrets
from typing import Any

from rooftop.server.domain.table import FORGOTTEN

NAMELESS = "N. N."
"""Understood in many languages as a name that is left out."""
UNSAID = "\N{HORIZONTAL ELLIPSIS}"


def new_pseudonym() -> str:
    """Another one for each table, so that it does not tell which tables were the same person's."""
    return FORGOTTEN + secrets.token_urlsafe(9)


def forget_in_event(data: dict[str, Any], person: str, pseudonym: str) -> dict[str, Any]:
    """The data of an event without the person."""
    changed = {key: pseudonym if value == person else value for key, value in data.items()}
    if "chairs" in data:
        changed["chairs"] = [_forget_in_chair(*chair, person, pseudonym) for chair in enumerate(data["chairs"])]
    if data.get("person") == person:
        changed |= {"name": _nameless(data.get("seat"))} if "name" in data else {}
        changed |= {"text": UNSAID} if "text" in data else {}
    return changed


def _forget_in_chair(seat: int, chair: dict[str, Any], person: str, pseudonym: str) -> dict[str, Any]:
    changed = {key: pseudonym if value == person else value for key, value in chair.items()}
    return changed | ({"name": _nameless(seat)} if chair["person"] == person else {})


def forget_in_summary(summary: dict[str, Any], person: str, pseudonym: str) -> dict[str, Any]:
    """The row of a table in lists without the person."""
    sitting = summary["people"]
    chairs = [
        {**chair, "name": _nameless(seat)} if sitting[seat] == person else chair
        for seat, chair in enumerate(summary["chairs"])
    ]
    return {**summary, "people": [pseudonym if who == person else who for who in sitting], "chairs": chairs}


def own_part(data: dict[str, Any], person: str) -> dict[str, Any]:
    """The data of an event that is about this person: of a new table, their own chairs only."""
    if "chairs" not in data:
        return data
    own = [{"seat": seat, **chair} for seat, chair in enumerate(data["chairs"]) if person in chair.values()]
    is_host = data["host"] == person
    opened = {"address_hash": data.get("address_hash", "")} if is_host else {}
    return {"game": data["game"], "variant": data["variant"], "is_host": is_host, **opened, "chairs": own}


def _nameless(seat: int | None) -> str:
    """Numbered by seat: two who were deleted can have sat at one table."""
    return NAMELESS if seat is None else f"{NAMELESS} {seat + 1}"
