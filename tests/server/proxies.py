"""The proxies of deploy/ as they are shipped, in front of real servers. Only addresses and certificates differ."""

import os
import shutil
import socket
import ssl
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from server.serving import Server, Visitor, wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
PACKAGES = {"nginx": "nginx-light", "haproxy": "haproxy", "caddy": "caddy", "openssl": "openssl"}
"""What the tests need, and Debian's packages of it."""
TRIES = 3
"""Starts with other ports, because somebody else may take a port that was free."""


def find(name: str) -> str | None:
    """A program. Servers are in sbin, which is not on everybody's path."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/local/sbin:/usr/sbin")


def missing(*names: str) -> list[str]:
    """The packages that have to be installed, for these programs or for all."""
    return [PACKAGES[name] for name in names or PACKAGES if not find(name)]


class Proxy(ABC):
    """A proxy that speaks HTTPS at `address` and redirects from HTTP at `plain`."""

    name: str

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        self.folder = folder
        self.servers = [server.address.removeprefix("http://") for server in servers]
        self.http, self.https = _free_ports(2)
        self.address = f"https://127.0.0.1:{self.https}"
        self.plain = f"http://127.0.0.1:{self.http}"
        self.certificate = folder / "certificate.pem"
        self.key = folder / "key.pem"

    @abstractmethod
    def command(self) -> list[str]:
        """Write the configuration. Return the command that runs the proxy in the foreground."""

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.certificate)

    def shipped(self, file: str, replaced: dict[str, str]) -> str:
        """A file of deploy/ with the addresses of this test."""
        text = (DEPLOY / file).read_text("utf-8")
        servers = dict(zip(("127.0.0.1:8001", "127.0.0.1:8002"), self.servers, strict=True))
        for old, new in {**servers, **replaced}.items():
            assert old in text, f"{file} has no {old}"
            text = text.replace(old, new)
        return text

    def write(self, file: str, text: str) -> str:
        path = self.folder / file
        path.write_text(text, "utf-8")
        return str(path)

    def visitor(self, name: str | None = None, source: str = "127.0.0.1", **headers: str) -> Visitor:
        return Visitor(self.address, name, source, self.trust, headers)

    def start(self) -> bool:
        """Start the proxy. False if it stops, for example because a port has been taken meanwhile."""
        environment = {**os.environ, **self.environment()}
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, env=environment)
        return bool(wait_for(lambda: self.process.poll() is not None or self.answers())) and self.process.poll() is None

    def environment(self) -> dict[str, str]:
        return {}

    def answers(self) -> bool:
        if not self.certificate.exists():
            return False
        try:
            return httpx.get(f"{self.address}/health", verify=self.trust, timeout=10).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8")


class Nginx(Proxy):
    name = "nginx"

    def command(self) -> list[str]:
        make_certificate(self.certificate, self.key)
        replaced = {
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.https} ssl;",
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl;\n": "",
            "play.example.org": "127.0.0.1",
            "https://$host$request_uri": f"https://$host:{self.https}$request_uri",
            "/etc/ssl/rooftop/fullchain.pem": str(self.certificate),
            "/etc/ssl/rooftop/privkey.pem": str(self.key),
        }
        site = self.write("rooftop.conf", self.shipped("nginx.conf", replaced))
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # it makes all these folders when it starts
        kept = "".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)
        own = f"daemon off; pid {self.folder}/pid; error_log stderr; events {{}} http {{ access_log off; {kept} "
        return [str(find("nginx")), "-p", str(self.folder), "-c", self.write("nginx.conf", f"{own} include {site}; }}")]


class HAProxy(Proxy):
    name = "haproxy"

    def command(self) -> list[str]:
        make_certificate(self.certificate, self.key)
        both = self.write("both.pem", self.certificate.read_text() + self.key.read_text())
        replaced = {
            "bind :80\n": f"bind 127.0.0.1:{self.http}\n",
            "bind :443 ": f"bind 127.0.0.1:{self.https} ",
            "/etc/haproxy/rooftop.pem": both,
        }
        return [str(find("haproxy")), "-db", "-f", self.write("haproxy.cfg", self.shipped("haproxy.cfg", replaced))]


class Caddy(Proxy):
    name = "caddy"

    def __init__(self, folder: Path, servers: list[Server]) -> None:
        super().__init__(folder, servers)
        self.certificate = folder / "caddy/pki/authorities/local/root.crt"

    def command(self) -> list[str]:
        """The file reads its addresses from the environment. Its own authority signs for addresses of this machine."""
        of_this_test = f"{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {self.http}\n"
        text = (DEPLOY / "Caddyfile").read_text("utf-8").replace("\n{\n", f"\n{of_this_test}", 1)
        assert of_this_test in text
        return [str(find("caddy")), "run", "--config", self.write("Caddyfile", text), "--adapter", "caddyfile"]

    def environment(self) -> dict[str, str]:
        folders = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"), str(self.folder))
        return {"ROOFTOP_SITE": self.address, "ROOFTOP_SERVERS": " ".join(self.servers), **folders}


PROXIES: dict[str, type[Proxy]] = {"nginx": Nginx, "haproxy": HAProxy, "caddy": Caddy}


@contextmanager
def proxying(kind: str, servers: list[Server]) -> Iterator[Proxy]:
    # Not in pytest's folder, which is for root alone: nginx gives up its privileges.
    with tempfile.TemporaryDirectory(prefix="rooftop-proxy-") as folder:
        os.chmod(folder, 0o755)
        for _ in range(TRIES):
            proxy = PROXIES[kind](Path(folder), servers)
            try:
                if proxy.start():
                    yield proxy
                    return
            finally:
                proxy.stop()
        raise AssertionError(proxy.log)


def make_certificate(certificate: Path, key: Path) -> None:
    """A certificate for this machine that is valid for a day."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "1", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
