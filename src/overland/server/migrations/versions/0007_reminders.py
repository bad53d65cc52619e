"""Where people are told that it is their turn, what they were told of, and what is on its way."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "addresses",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("told", sa.Float(), nullable=True),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_addresses")),
    )
    op.create_index("ix_addresses_identity", "addresses", ["identity"])
    op.create_table(
        "reminded",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reminded_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "identity", "turn", name=op.f("pk_reminded")),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("address", sa.String(length=12), nullable=False),
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_deliveries_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["due"])
    op.create_index("ix_deliveries_table", "deliveries", ["table_id"])


def downgrade() -> None:
    """Back to the one before: nobody is told of turns any more."""
    for table in ("deliveries", "reminded", "addresses"):
        op.drop_table(table)
