"""Add game and version of the rules to `tables`: games that began by other rules are frozen."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("game", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("rules", sa.Integer))
    connection = op.get_bind()
    for table, summary in connection.execute(sa.text("SELECT id, summary FROM tables")).all():
        values = {"table": table, "game": json.loads(summary)["game"]}
        connection.execute(sa.text("UPDATE tables SET game = :game WHERE id = :table"), values)
    # Until now, games had only one version of their rules, and it was not stored.
    op.execute("UPDATE tables SET rules = 1 WHERE status IN ('playing', 'over')")
