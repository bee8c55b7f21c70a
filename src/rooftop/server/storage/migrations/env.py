"""The Alembic environment. Runs on the connection that `database.migrate` has opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
