"""What the views of all games have in common."""

from pydantic import BaseModel, ConfigDict


class Shown(BaseModel):
    """Part of a view: frozen, and complete by construction."""

    model_config = ConfigDict(frozen=True, extra="forbid")
