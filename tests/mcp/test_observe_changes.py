"""`observe checkpoint` and `changes` with a real client: lines, files, annotated captures."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PIL import ImageChops
from test_server import Client, image, serving
from webserver import LocalSite

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1>
<p><label>Code <input id=code type=password></label></p>
<p id=price>12.40</p><p><button id=save>Save</button></p><a id=help href="#help">Help</a>"""
CHANGE = "price.textContent = '12.90'; help.remove(); code.value = 'top-secret-9'"


@asynccontextmanager
async def on_the_shop(folder: Path, site: LocalSite) -> AsyncIterator[Client]:
    site.put("/shop.html", PAGE)
    async with serving(folder, "--output", str(folder), "--allow-script") as client:
        await client.json("interact", what="navigate", url=site.url("/shop.html"))
        yield client


async def test_what_changed_since_the_checkpoint_is_lines_and_marked_pictures(
    tmp_path: Path, site: LocalSite
) -> None:
    async with on_the_shop(tmp_path, site) as client:
        told = await client.text("observe", what="checkpoint")
        assert "elements of http" in told
        assert await client.text("observe", what="changes") == "nothing changed"

        await client.text("interact", what="evaluate", script=CHANGE)
        lines = await client.text("observe", what="changes")
        assert '"12.40" -> "12.90"' in lines
        assert 'link "Help": gone' in lines
        assert "top-secret-9" not in lines

        seen = await client.raw("observe", what="changes", annotate_screenshot=True)
        # The page now and before; the removed link is only in the earlier capture.
        assert [block.type for block in seen.content] == ["image", "image", "text"]
        assert seen.content[2].text == lines
        plain = await client.raw("observe", what="screenshot")
        assert image(seen).size == image(plain).size
        assert ImageChops.difference(image(seen), image(plain)).getbbox() is not None

        facts = await client.json("observe", what="diff", map="json")
        assert facts["same"] is False
        assert {row["property"] for row in facts["changes"]} >= {"text", "gone"}


async def test_a_checkpoint_of_a_file_outlives_the_page(tmp_path: Path, site: LocalSite) -> None:
    async with on_the_shop(tmp_path, site) as client:
        told = await client.text("observe", what="checkpoint", save_to="before.png", full_page=True)
        assert str(tmp_path / "before.png") in told
        site.put("/other.html", PAGE.replace("Save", "Send"))
        await client.text("interact", what="navigate", url=site.url("/other.html"))
        lines = await client.text("observe", what="changes", baseline="before.png")
        assert lines.startswith("address: ")
        assert '"Save" -> "Send"' in lines


async def test_what_cannot_be_compared_is_an_error_with_a_way_out(
    tmp_path: Path, site: LocalSite
) -> None:
    async with on_the_shop(tmp_path, site) as client:
        (tmp_path / "cut.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
        none = await client.error("observe", what="changes")
        assert none["error_code"] == "not_comparable"
        assert "observe checkpoint" in json.dumps(none)
        for name, code in (
            ("no.png", "invalid_option"),
            ("cut.png", "checkpoint_invalid"),
            ("../out.png", "path_not_allowed"),
        ):
            assert (await client.error("observe", what="changes", baseline=name))[
                "error_code"
            ] == code
        wrong = await client.error("observe", what="changes", annotate_screenshot={"quality": 9})
        assert wrong["param"].startswith("annotate_screenshot")
        outside = await client.error("observe", what="checkpoint", save_to="../out.png")
        assert outside["error_code"] == "path_not_allowed"
        assert (await client.error("observe", what="changes"))["error_code"] == "not_comparable"
