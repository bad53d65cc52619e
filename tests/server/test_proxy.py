"""What is in ``deploy/``, tried: proxies with TLS in front of two processes, and systemd's own check of the units."""

import asyncio
import contextlib
import json
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx
import pytest
import websockets

from overland.load.own_postgres import own_postgres
from tests.server.processes import ServerProcess
from tests.server.test_operation import free_port

pytestmark = pytest.mark.system

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
HOST = "play.example.org"


@pytest.mark.parametrize("unit", ["overland.service", "overland@.service"])
def test_systemd_accepts_the_units(tmp_path: Path, unit: str) -> None:
    text = (DEPLOY / unit).read_text().replace("/opt/overland/bin/overland", "/bin/true")
    (tmp_path / unit).write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", tmp_path / unit], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


def make_certificate(folder: Path) -> None:
    """A certificate that only these tests trust."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", folder / "key.pem", "-out",
         folder / "fullchain.pem", "-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"],
        check=True, capture_output=True,
    )  # fmt: skip


def deployed(name: str, ports: list[int], **changes: str) -> str:
    """A file of ours, on ports of its own and with what else has to be otherwise here."""
    text = (DEPLOY / name).read_text()
    places = {"127.0.0.1:8001": f"127.0.0.1:{ports[0]}", "127.0.0.1:8002": f"127.0.0.1:{ports[1]}"}
    for before, after in (places | changes).items():
        assert before in text
        text = text.replace(before, after)
    return text


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with our configuration; the port for TLS."""
    secure = free_port()
    changes = {
        "listen 443": f"listen 127.0.0.1:{secure}",
        "listen 80": f"listen 127.0.0.1:{free_port()}",
        "/etc/ssl/overland": str(folder),
    }
    (folder / "overland.conf").write_text(deployed("nginx.conf", ports, **changes))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
        f" http {{ access_log off; {paths} include {folder}/overland.conf; }}"
    )
    process = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE)
    try:
        yield secure
    finally:
        process.terminate()
        process.communicate(timeout=10)


@contextmanager
def caddy(folder: Path, ports: list[int]) -> Iterator[int]:
    """Caddy with our configuration and our certificate instead of one it would get; the port for TLS."""
    secure = free_port()
    here = f"https://{HOST}:{secure} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/key.pem"
    head = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(head + deployed("Caddyfile", ports, **{f"{HOST} {{": here}))
    surroundings = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    process = subprocess.Popen(command, env=surroundings, stderr=subprocess.PIPE)
    try:
        yield secure
    finally:
        process.terminate()
        process.communicate(timeout=10)


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_proxy_with_tls_in_front_of_two_processes_of_which_one_is_killed(
    proxy: Callable[[Path, list[int]], AbstractContextManager[int]], tmp_path: Path
) -> None:
    make_certificate(tmp_path)
    settings = {"public_url": f"https://{HOST}", "behind_proxy": True, "bot_pause": 0}
    with own_postgres() as postgres:
        postgres.ask("CREATE DATABASE overland")
        ports, servers = [free_port(), free_port()], []
        try:
            for port in ports:
                folder = tmp_path / str(port)
                folder.mkdir()
                server = ServerProcess(folder, place=postgres.url("overland"), ready=f"127.0.0.1:{port}", **settings)
                server.port = port
                servers.append(server)
                server.start()
            with proxy(tmp_path, ports) as secure:
                wait_for(secure)
                asyncio.run(play_through_tls(tmp_path, secure, servers))
        finally:
            for server in servers:
                if server.process is not None:
                    server.stop()


def wait_for(port: int) -> None:
    """Wait until a proxy listens."""
    limit = time.monotonic() + 20
    while time.monotonic() < limit:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError("the proxy does not listen")


async def play_through_tls(folder: Path, port: int, servers: list[ServerProcess]) -> None:
    """Somebody plays with a bot by way of the proxy, before and after a process is gone."""
    trust = ssl.create_default_context(cafile=folder / "fullchain.pem")
    transport = httpx.AsyncHTTPTransport(verify=trust)
    extensions = {"sni_hostname": HOST}
    async with httpx.AsyncClient(transport=transport, base_url=f"https://127.0.0.1:{port}", timeout=30) as http:

        async def ask(method: str, path: str, body: object = None) -> httpx.Response:
            headers = {"host": HOST, "origin": f"https://{HOST}"}
            return await http.request(method, path, json=body, headers=headers, extensions=extensions)

        answer = await ask("POST", "/api/me", {"name": "Ada"})
        assert answer.status_code == 200, answer.text
        assert "secure" in answer.headers["set-cookie"].lower() and "strict-transport-security" in answer.headers
        token = answer.headers["set-cookie"].split(";")[0]
        http.headers["cookie"] = token
        seats = [{"kind": "me"}, {"kind": "bot", "level": "greenhorn"}]
        made = (await ask("POST", "/api/tables", {"game": "oregon", "seats": seats, "shuffled": False})).json()
        assert (await ask("GET", "/metrics")).status_code == 404
        await move_once(port, trust, token, made["id"])
        servers[0].kill()
        limit = time.monotonic() + 60
        while (await ask("GET", f"/api/tables/{made['id']}")).status_code != 200:
            assert time.monotonic() < limit
        await move_once(port, trust, token, made["id"])


async def move_once(port: int, trust: ssl.SSLContext, token: str, table: str) -> None:
    """Make a move, and wait until it is one's turn again: the bot has played."""
    headers = {"cookie": token, "origin": f"https://{HOST}"}
    url = f"wss://{HOST}:{port}/api/tables/{table}/socket"
    async with websockets.connect(
        url, host="127.0.0.1", port=port, ssl=trust, additional_headers=headers, max_size=None, open_timeout=30
    ) as connection:
        await connection.send(json.dumps({"type": "hello"}))
        acknowledged = False
        while True:
            message = json.loads(await asyncio.wait_for(connection.recv(), 60))
            assert message["type"] != "refused", message
            acknowledged = acknowledged or message["type"] == "ack"
            now = message.get("now", {})
            if now.get("choices") and acknowledged:
                return
            if now.get("choices"):
                move = {"type": "move", "id": f"m{now['version']}", "version": now["version"], "choice": 0}
                await connection.send(json.dumps(move))
