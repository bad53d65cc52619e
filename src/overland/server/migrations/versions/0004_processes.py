"""Processes that share a database: who drives a table, and who is at it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("beat", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("process", sa.String(length=12), nullable=False),
        sa.Column("resumed", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_leases_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_leases")),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("process", sa.String(length=12), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("connections", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "process", "identity", name=op.f("pk_presence")),
    )
    op.create_index("ix_presence_process", "presence", ["process"])


def downgrade() -> None:
    """Back to the one before."""
    for table in ("presence", "leases", "processes"):
        op.drop_table(table)
