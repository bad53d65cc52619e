"""A server for every test that asks for one; ``@pytest.mark.server(...)`` gives it other settings."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.databases import stop_postgres
from tests.server.local_servers import LocalServer, local_server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[LocalServer]:
    marker = request.node.get_closest_marker("server")
    async with local_server(tmp_path, **({} if marker is None else marker.kwargs)) as found:
        yield found


def pytest_sessionfinish() -> None:
    """Nothing that tests have started stays."""
    stop_postgres()
