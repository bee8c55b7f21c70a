"""Add host, status and has_bots as columns of `tables`, to count and list by them."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("host", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("status", sa.String, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("has_bots", sa.Boolean, nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    for table, summary in connection.execute(sa.text("SELECT id, summary FROM tables")).all():
        known = json.loads(summary)
        # The first person at the table is usually the host. The exact answer would require reading every log.
        values = {
            "table": table,
            "host": next((person for person in known["people"] if person), ""),
            "status": known["status"],
            "has_bots": any(chair["level"] for chair in known["chairs"]),
        }
        change = "UPDATE tables SET host = :host, status = :status, has_bots = :has_bots WHERE id = :table"
        connection.execute(sa.text(change), values)
    op.create_index("tables_of_hosts", "tables", ["host", "status"])
