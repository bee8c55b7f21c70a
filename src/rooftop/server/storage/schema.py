"""The database schema. `events` is the event log. `tables` and `members` are projections that can be rebuilt."""

import sqlalchemy as sa

CHANNEL = "rooftop"
"""The PostgreSQL NOTIFY channel for new events."""

schema = sa.MetaData()

people = sa.Table(
    "people",
    schema,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("recovery_hash", sa.String, nullable=False, unique=True),
)

sessions = sa.Table(
    "sessions",
    schema,
    sa.Column("token_hash", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False),
)

tables = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("bot_decides", sa.Boolean, nullable=False),
    sa.Column("host", sa.String, nullable=False),
    sa.Column("address_hash", sa.String, nullable=False),
    sa.Column("status", sa.String, nullable=False),
    sa.Column("started", sa.Float),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("rules", sa.Integer),
    sa.Column("due", sa.Float),
    sa.Column("ticks", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("summary", sa.String, nullable=False),
)
sa.Index("tables_of_hosts", tables.c.host, tables.c.status)
sa.Index("tables_listed", tables.c.created, sqlite_where=tables.c.listed, postgresql_where=tables.c.listed)
sa.Index("tables_of_bots", tables.c.id, sqlite_where=tables.c.bot_decides, postgresql_where=tables.c.bot_decides)

sa.Index("tables_due", tables.c.due)
sa.Index("tables_ticking", tables.c.id, sqlite_where=tables.c.ticks, postgresql_where=tables.c.ticks)

members = sa.Table(
    "members",
    schema,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("table_id", sa.ForeignKey("tables.id"), primary_key=True),
)

probe = sa.Table("probe", schema, sa.Column("at", sa.Float, nullable=False))
"""A single row that the health check writes."""

heartbeat = sa.Table("heartbeat", schema, sa.Column("at", sa.Float, nullable=False))
"""A single row: when something could last be stored, while clocks run."""

events = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("data", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
