"""The commands `checkpoint` and `changes` in a session of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from sessions import Shell, session_shell
from webserver import LocalSite

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><p id=price>12.40</p>
<p><button id=save>Save</button></p>"""


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with session_shell(tmp_path_factory.mktemp("work"), inside=True) as made:
        yield made


def test_the_page_is_compared_with_a_checkpoint_of_the_session_or_of_a_file(
    shell: Shell, site: LocalSite, tmp_path: Path
) -> None:
    site.put("/shop.html", PAGE)
    shell("open", site.url("/shop.html"))
    early = shell.run("changes")
    assert early.returncode != 0
    assert "viewmark checkpoint" in early.stderr

    file, picture = tmp_path / "before.png", tmp_path / "marks.jpg"
    assert str(file) in shell("checkpoint", str(file))
    assert shell("changes") == "nothing changed"
    shell("eval", "price.textContent = '12.90'")
    told = shell("changes", "--picture", str(picture))
    assert '"12.40" -> "12.90"' in told
    with Image.open(picture) as shown:
        assert shown.format == "JPEG"

    shell("checkpoint")
    assert shell("changes") == "nothing changed"
    assert shell.json("changes", str(file))["changes"][0]["property"] == "text"
    assert shell.run("changes", str(tmp_path / "none.png")).returncode == 8
    assert shell.run("checkpoint", "-").returncode == 2
