"""Alembic runs this to bring a database up to date, on the connection that `storage.migrate` has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
