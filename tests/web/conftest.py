"""What all tests in the browser share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.web.browsers import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found
