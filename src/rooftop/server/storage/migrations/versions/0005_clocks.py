"""Add to `tables` the moment at which something is due there."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WAITING_LIMIT = 24 * 3600


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("tables_due", "tables", ["due"])
    # Until now, tables waited for players without end.
    waiting = sa.text("UPDATE tables SET due = :due WHERE status = 'waiting'")
    op.get_bind().execute(waiting, {"due": time.time() + WAITING_LIMIT})
