"""Add a 16-bit hash of the host's address and the start time to `tables`. Add the `probe` table."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("address_hash", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("started", sa.Float))
    op.drop_column("tables", "has_bots")
    op.execute("UPDATE tables SET started = created WHERE status = 'playing'")
    probe = op.create_table("probe", sa.Column("at", sa.Float, nullable=False))
    op.bulk_insert(probe, [{"at": time.time()}])
