"""Signed-in devices, passkeys, and secrets that count once."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this layout; the one browser that every visitor had becomes their first device."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_devices")),
        sa.UniqueConstraint("hash", name=op.f("uq_devices_hash")),
    )
    op.create_index("ix_devices_identity", "devices", ["identity"])
    op.execute(
        "INSERT INTO devices (id, identity, hash, label, created, seen)"
        " SELECT id, id, token_hash, '', created, created FROM identities WHERE id NOT IN (SELECT id FROM bots)"
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("used", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkeys_credential")),
    )
    op.create_index("ix_passkeys_identity", "passkeys", ["identity"])
    op.create_table(
        "once",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("identity", sa.String(length=12), nullable=True),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_once")),
    )
    op.create_index("ix_once_expires", "once", ["expires"])


def downgrade() -> None:
    """Back to the one before: only the first device of everybody stays signed in."""
    for table in ("once", "passkeys", "devices"):
        op.drop_table(table)
