"""Verdicts on finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "verdicts",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_verdicts_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_verdicts")),
    )


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("verdicts")
