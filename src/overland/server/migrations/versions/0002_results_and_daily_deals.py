"""results of finished games, and deals of the day."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout."""
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=True),
        sa.Column("level", sa.String(length=20), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("daily", sa.String(length=10), nullable=True),
        sa.Column("finished", sa.Float(), nullable=False),
        sa.Column("ended", sa.String(length=10), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("gave_up", sa.String(length=10), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index("ix_results_identity", "results", ["identity", "finished"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secrets")),
    )
    op.create_table(
        "deals",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("line", sa.String(length=12), nullable=False),
        sa.ForeignKeyConstraint(["line"], ["tables.id"], name=op.f("fk_deals_line_tables")),
        sa.PrimaryKeyConstraint("day", "game", name=op.f("pk_deals")),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("table_id", sa.String(length=12), nullable=False),
        sa.Column("outcome", sa.String(length=10), nullable=False),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("lead", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_tries_table_id_tables")),
        sa.PrimaryKeyConstraint("day", "game", "identity", name=op.f("pk_tries")),
    )
    op.create_index("ix_tries_table", "tries", ["table_id"])
    op.create_index("ix_tries_identity", "tries", ["identity"])
    op.create_index("ix_tries_rank", "tries", ["day", "game", "outcome", "score"])


def downgrade() -> None:
    """Back to the one before."""
    for table in ("tries", "deals", "secrets", "results"):
        op.drop_table(table)
