"""The demo page over HTTP on the loopback."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from viewmark.demo import serve


def test_it_serves_the_demo_page_and_nothing_else() -> None:
    with serve() as url:
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=30) as answer:
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert b"Create order" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{url}other", timeout=30)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=30)


def test_it_serves_a_page_of_the_caller() -> None:
    with serve(b"<title>Mine</title>") as url, urllib.request.urlopen(url, timeout=30) as answer:
        assert answer.read() == b"<title>Mine</title>"
