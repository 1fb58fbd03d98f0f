"""Starts applications on free loopback ports, and stops them."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from install import node, venv

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = Path(__file__).parent / "pages"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def process(command: list[str], url: str, cwd: Path, patience: float = 120) -> Iterator[str]:
    """Run a server during a block; yield its URL once it responds."""
    with (cwd / "server.log").open("wb") as log:
        child = subprocess.Popen(
            command, cwd=cwd, stdout=log, stderr=log, start_new_session=True, env=_environment(cwd)
        )
        try:
            _wait(url, child, patience)
            yield url
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGTERM)
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()


def _environment(home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    return kept | {"HOME": str(home), "GRADIO_ANALYTICS_ENABLED": "False"}


def _wait(url: str, child: subprocess.Popen[bytes], patience: float) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if child.poll() is not None:
            raise RuntimeError(f"the server of {url} ended with {child.returncode}")
        try:
            opener.open(url, timeout=5).close()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.3)
    raise TimeoutError(f"{url} did not answer within {patience} s")


@contextlib.contextmanager
def folder(path: Path) -> Iterator[str]:
    """Serve the files of a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(path))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="viewmark-app-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def jupyterlab() -> Iterator[str]:
    with workplace() as home:
        shutil.copy(PAGES / "notebook.ipynb", home / "notebook.ipynb")
        port = free_port()
        command = [str(venv("jupyterlab") / "jupyter"), "lab", "--no-browser", "--allow-root"]
        command += [f"--ServerApp.port={port}", "--IdentityProvider.token="]
        command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.root_dir={home}"]
        with process(command, f"http://127.0.0.1:{port}/lab/tree/notebook.ipynb", home) as url:
            yield url


@contextlib.contextmanager
def django() -> Iterator[str]:
    with workplace() as home:
        python = str(venv("django") / "python")
        environment = _environment(home) | {"DJANGO_SUPERUSER_PASSWORD": "admin"}
        for command in (
            ["-m", "django", "startproject", "site1", "."],
            ["manage.py", "migrate", "--verbosity=0"],
            ["manage.py", "createsuperuser", "--noinput", "--username=a", "--email=a@b.cd"],
        ):
            subprocess.run([python, *command], cwd=home, env=environment, check=True)
        port = free_port()
        command = [python, "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}"]
        with process(command, f"http://127.0.0.1:{port}/admin/login/", home):
            yield f"http://127.0.0.1:{port}/admin/"


@contextlib.contextmanager
def streamlit() -> Iterator[str]:
    with workplace() as home:
        port = free_port()
        command = [str(venv("streamlit") / "streamlit"), "run", str(PAGES / "streamlit_app.py")]
        command += ["--server.headless=true", f"--server.port={port}"]
        command += ["--server.address=127.0.0.1", "--browser.gatherUsageStats=false"]
        with process(command, f"http://127.0.0.1:{port}/", home) as url:
            yield url


@contextlib.contextmanager
def gradio() -> Iterator[str]:
    with workplace() as home:
        port = free_port()
        command = [str(venv("gradio") / "python"), str(PAGES / "gradio_app.py"), str(port)]
        with process(command, f"http://127.0.0.1:{port}/", home) as url:
            yield url


@contextlib.contextmanager
def mkdocs() -> Iterator[str]:
    with workplace() as home:
        shutil.copytree(PAGES / "mkdocs", home, dirs_exist_ok=True)
        subprocess.run(
            [str(venv("mkdocs") / "mkdocs"), "build", "--quiet"],
            cwd=home,
            env=_environment(home),
            check=True,
        )
        with folder(home / "site") as url:
            yield f"{url}/index.html"


def library(name: str) -> contextlib.AbstractContextManager[str]:
    """Serve the page of a component library: pages/NAME.html beside its node_modules."""

    @contextlib.contextmanager
    def serve() -> Iterator[str]:
        modules = node(name)
        with workplace() as home:
            (home / "node_modules").symlink_to(modules)
            shutil.copy(PAGES / f"{name}.html", home / "index.html")
            with folder(home) as url:
                yield f"{url}/index.html"

    return serve()
