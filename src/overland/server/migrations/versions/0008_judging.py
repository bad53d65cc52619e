"""Which of the processes that share a database makes a verdict, and how far it is."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "judging",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("process", sa.String(length=12), nullable=False),
        sa.Column("claim", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_judging_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_judging")),
    )


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("judging")
