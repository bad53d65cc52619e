"""What tests in the browser share: one Chromium and one server for a whole run, in each of its processes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.server.processes import ServerProcess, running_server
from tests.web.browsers import launched

#: Verdicts that are soon made, no limit that many visitors from one address would meet, and notices to this machine.
SETTINGS = {
    "verdict_simulations": 8, "verdict_burst": 100, "checks_per_minute": 6000, "check_burst": 1000,
    "private_addresses": True,
}  # fmt: skip


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright) as found:
        yield found


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    """One that can show notifications."""
    with launched(playwright, is_whole=True) as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("web"), **SETTINGS) as found:
        yield found
