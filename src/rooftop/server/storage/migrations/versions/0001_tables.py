"""Create people, tables and their logs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("recovery_hash", sa.String, nullable=False, unique=True),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("bot_decides", sa.Boolean, nullable=False),
        sa.Column("summary", sa.String, nullable=False),
    )
    listed, of_bots = sa.text("listed"), sa.text("bot_decides")
    op.create_index("tables_listed", "tables", ["created"], sqlite_where=listed, postgresql_where=listed)
    op.create_index("tables_of_bots", "tables", ["id"], sqlite_where=of_bots, postgresql_where=of_bots)
    op.create_table(
        "members",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("data", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
