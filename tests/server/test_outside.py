"""What people may have sent outside: never to this machine or the networks around it."""

from collections.abc import Sequence

import pytest

from overland.server import outside
from overland.server.outside import Forbidden, Outside, Unreachable, is_public
from tests.server.receivers import receiver

pytestmark = pytest.mark.anyio

NOT_PUBLIC = [
    "127.0.0.1", "127.8.9.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.2.5", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
    "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "::127.0.0.1", "2001:db8::1",
]  # fmt: skip
PUBLIC = ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "::ffff:1.1.1.1"]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_around_here_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_network_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///path", "https://a b/",
        "https://user:secret@example.org/", "https://example.org:99999/", "https://[::1", "https://exämple.org/",
        "https://example.org/\r\nhost: elsewhere", "https://example.org/" + "a" * 1000, "",
    ],
)  # fmt: skip
async def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        await Outside(False, standing_for("1.1.1.1")).check(url)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f000001", "2130706433", "127.1", "[::1]", "[::ffff:127.0.0.1]"]
)
async def test_however_this_machine_is_spelled_it_is_refused(host: str) -> None:
    try:
        await Outside(False).check(f"https://{host}/")
    except (Forbidden, Unreachable):  # not every system knows every spelling
        return
    raise AssertionError("it was let through")


def standing_for(*addresses: str) -> outside.Resolve:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return addresses

    return resolve


async def test_a_name_that_stands_for_one_address_around_here_is_refused_whole() -> None:
    with pytest.raises(Forbidden):
        await Outside(False, standing_for("1.1.1.1", "10.0.0.1")).check("https://example.org/")
    await Outside(False, standing_for("1.1.1.1", "2606:4700:4700::1111")).check("https://example.org/")


async def test_a_name_that_changes_what_it_stands_for_gains_nothing() -> None:
    async with receiver() as found:
        answers = [["1.1.1.1"], ["127.0.0.1"]]

        async def resolve(host: str, port: int) -> Sequence[str]:
            return answers.pop(0)

        sender = Outside(False, resolve)
        await sender.check("https://example.org/")
        with pytest.raises(Forbidden):
            await sender.post(found.url.replace("127.0.0.1", "example.org"), {}, b"")
        assert not found.got and not answers


async def test_what_was_checked_is_what_is_connected_to() -> None:
    async with receiver() as found:
        sender = Outside(True, standing_for("127.0.0.1"))
        status = await sender.post(found.url.replace("127.0.0.1", "no.such.host") + "/path", {"one": "1"}, b"body")
        assert status == 200
        (got,) = found.got
        assert (got.path, got.body, got.headers["one"]) == ("/path", b"body", "1")
        assert got.headers["host"].startswith("no.such.host")


async def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    async with receiver() as found:
        found.statuses = [302]
        assert await Outside(True).post(found.url, {}, b"") == 302
        assert len(found.got) == 1


async def test_who_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "TOTAL_SECONDS", 0.3)
    async with receiver() as found:
        found.is_silent = True
        with pytest.raises(Unreachable):
            await Outside(True).post(found.url, {}, b"")
    with pytest.raises(Unreachable):
        await Outside(True).post(found.url, {}, b"")
