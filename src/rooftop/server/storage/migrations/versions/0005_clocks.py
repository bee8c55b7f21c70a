"""Add to `tables` the moment at which something is due there, and whether the clock of a live game runs. Add the
`heartbeat` table."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

WAITING_LIMIT = 24 * 3600


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.Float))
    op.add_column("tables", sa.Column("ticks", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_due", "tables", ["due"])
    ticks = sa.text("ticks")
    op.create_index("tables_ticking", "tables", ["id"], sqlite_where=ticks, postgresql_where=ticks)
    # Until now, tables waited for players without end.
    waiting = sa.text("UPDATE tables SET due = :due WHERE status = 'waiting'")
    op.get_bind().execute(waiting, {"due": time.time() + WAITING_LIMIT})
    heartbeat = op.create_table("heartbeat", sa.Column("at", sa.Float, nullable=False))
    op.bulk_insert(heartbeat, [{"at": 0.0}])
