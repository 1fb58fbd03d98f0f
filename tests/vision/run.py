"""Send images through the official SDKs to a local server, over real HTTP: `make test-vision`.

For each SDK and each outcome of a request, there is one file during the request and none
afterwards. The SDKs are installed in .cache/vision, at the versions of `requirements.txt`. The exit
code is 1 if a cell fails.
"""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import tempfile
from importlib import import_module, invalidate_caches
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CACHE = ROOT / ".cache" / "vision"
sys.path[:0] = [str(HERE), str(CACHE)]

from delivery import ENDINGS, cell, check  # noqa: E402  # beside this file
from model_server import KEY, ModelServer  # noqa: E402

from viewmark.errors import InvalidOption  # noqa: E402
from viewmark.vision import VisionSession  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

SDKS = (
    ("openai", "openai-responses", "gpt-6-astra"),
    ("openai", "openai-chat", "gpt-6-astra"),
    ("anthropic", "anthropic", "claude-opus-5-5"),
    ("google-genai", "gemini", "gemini-3.8-flash"),
)


def install() -> None:
    wanted = HERE / "requirements.txt"
    stamp = CACHE / ".done"
    if stamp.exists() and stamp.read_text() == wanted.read_text():
        return
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--upgrade", "--target", str(CACHE), "-r", str(wanted)], check=True)
    stamp.write_text(wanted.read_text())
    invalidate_caches()  # the folder was not there when the path was read


def client_of(package: str, url: str) -> Any:
    """Return the official client, configured for the local server, with two quick retries."""
    if package == "openai":
        openai = import_module("openai")
        return openai.AsyncOpenAI(api_key=KEY, base_url=f"{url}/v1", max_retries=2)
    if package == "anthropic":
        anthropic = import_module("anthropic")
        return anthropic.AsyncAnthropic(api_key=KEY, base_url=url, max_retries=2)
    genai, types = import_module("google.genai"), import_module("google.genai.types")
    again = types.HttpRetryOptions(attempts=3, initial_delay=0.01, max_delay=0.02)
    options = types.HttpOptions(base_url=url, retry_options=again)
    return genai.Client(api_key=KEY, http_options=options)


async def table() -> list[list[str]]:
    server, rows = ModelServer(), []
    log = logging.StreamHandler(heard := Heard())
    logging.getLogger().addHandler(log)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        for package, api, model in SDKS:
            for ending in ENDINGS:
                client = client_of(package, server.url)

                def session_of(
                    client: Any = client, api: Any = api, model: str = model, **options: Any
                ) -> VisionSession:
                    return VisionSession(client, api=api, model=model, **options)

                rows.append(
                    [
                        package,
                        version_of(package),
                        api,
                        ending,
                        *await tried(ending, server, session_of, package),
                    ]
                )
    finally:
        server.close()
        logging.getLogger().removeHandler(log)
    if KEY in heard.text:
        rows.append(["logs", "", "", "key in a log line", "", "", "", "", "FAILED"])
    return rows


class Heard:
    """Collects log output."""

    text = ""

    def write(self, words: str) -> None:
        self.text += words

    def flush(self) -> None:
        pass


def version_of(package: str) -> str:
    return version(package)


async def tried(
    ending: str, server: ModelServer, session_of: Callable[..., VisionSession], package: str
) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = await cell(ending, server, Path(folder) / "pictures", session_of)
            state = "ok"
            try:
                check(found, repeats_cut=package != "google-genai")
            except AssertionError:
                state = "FAILED"
            counts = (found.requests, found.files_during, found.files_after)
            return [found.outcome, *map(str, counts), state]
        except Exception as error:
            return [f"{type(error).__name__}: {error}"[:120], "", "", "", "FAILED"]


def refusals(url: str) -> list[str]:
    """Checks that blocking clients and unsupported request forms are rejected."""
    problems = []
    openai, anthropic = import_module("openai"), import_module("anthropic")
    for client, options in (
        (openai.OpenAI(api_key=KEY, base_url=url), {}),
        (anthropic.Anthropic(api_key=KEY, base_url=url), {}),
        (openai.AsyncOpenAI(api_key=KEY), {"api": "gemini"}),
        (anthropic.AsyncAnthropic(api_key=KEY), {"api": "openai-chat"}),
    ):
        try:
            VisionSession(client, model="claude", **options)
            problems.append(f"{type(client).__name__} {options} was taken")
        except InvalidOption:
            pass
    # Anthropic's client only detects a missing key at the first request.
    for name in ("openai", "google"):
        try:
            VisionSession(name, model="claude")
            problems.append(f"{name} was made without a key")
        except InvalidOption as error:
            if "cannot be made" not in str(error):
                problems.append(str(error))
    return problems


def main() -> None:
    install()
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        os.environ.pop(name, None)
    rows = asyncio.run(table())
    head = ["SDK", "version", "form", "ending", "outcome", "requests", "during", "after", ""]
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, *rows]:
        print(
            "  ".join(each.ljust(width) for each, width in zip(row, widths, strict=True)).rstrip()
        )
    problems = refusals("http://127.0.0.1:9")
    print(*problems, sep="\n")
    if problems or any(row[-1] != "ok" for row in rows):
        sys.exit(1)
    print(f"{len(rows)} cells: no file is left in any of them")


if __name__ == "__main__":
    main()
