"""Files to and from a page: uploads, drops and downloads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from own_world import ask
from page_over import PageOf
from webserver import LocalSite

import viewmark
from viewmark.errors import (
    FileMissing,
    InvalidOption,
    NavigationFailed,
    NotDroppable,
    NotUploadable,
    PathNotAllowed,
)

UPLOADS = """<script>window.log = []; for (const n of ["mousedown", "input", "change", "drop"])
addEventListener(n, (e) => log.push(n + " " + e.target.id), true);</script>
<label for=one id=label>Picture</label><input type=file id=one>
<input type=file id=many multiple hidden><button id=styled onclick='many.click()'>Choose</button>
<button id=late onclick='setTimeout(() => many.click(), 200)'>Later</button>
<input type=file id=off disabled><button id=plain>Plain</button><p id=text>words</p>
<div id=zone style='width:99px;height:50px' ondragover='event.preventDefault()' ondrop="
event.preventDefault(); window.got = event.dataTransfer.files.length
  ? [...event.dataTransfer.files].map((f) => f.name) : event.dataTransfer.getData('text/plain')">
zone</div><textarea id=area></textarea>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.txt").write_text("one")
    (tmp_path / "out" / "b.txt").write_text("three")
    (tmp_path / "out" / ".env").write_text("SECRET=1")
    (tmp_path / "outside.txt").write_text("no")
    (tmp_path / "out" / "link.txt").symlink_to(tmp_path / "outside.txt")
    return tmp_path / "out"


async def uploads(page_of: PageOf, folder: Path, html: str = UPLOADS) -> viewmark.Page:
    page = viewmark.Page(await page_of(html))
    page.upload_folders = [folder]
    return page


async def value(page: viewmark.Page, expression: str) -> Any:
    return await ask(page.browser_page, expression)


NAMES = "[...{}.files].map((f) => f.name + ' ' + f.size)"


async def test_files_go_into_a_field_seen_labelled_or_hidden(page_of: PageOf, folder: Path) -> None:
    page = await uploads(page_of, folder)
    done = await page.upload("#one", "a.txt")
    assert done.to_json()["files"] == [{"name": "a.txt", "size": 3}]
    assert "held" not in done.to_json()
    assert await value(page, NAMES.format("one")) == ["a.txt 3"]
    await page.upload("#label", folder / "b.txt")
    assert await value(page, NAMES.format("one")) == ["b.txt 5"]
    await page.upload("#many", ["a.txt", "b.txt"])
    assert await value(page, NAMES.format("many")) == ["a.txt 3", "b.txt 5"]
    heard = [f"{event} {name}" for name in ("one", "one", "many") for event in ("input", "change")]
    assert await value(page, "log") == heard


@pytest.mark.parametrize("button", ["styled", "late"])
async def test_the_chooser_that_a_button_opens_gets_the_files(
    button: str, page_of: PageOf, folder: Path
) -> None:
    page = await uploads(page_of, folder)
    seen = await page.observe()
    ref = next(
        each.ref for each in seen if each.name == {"styled": "Choose", "late": "Later"}[button]
    )
    done = await page.upload(ref, ["a.txt", "b.txt"])
    assert await value(page, NAMES.format("many")) == ["a.txt 3", "b.txt 5"]
    assert done.intended is not None
    assert done.intended.tag == "button"
    assert done.hit is not None
    assert done.hit.tag == "input"


@pytest.mark.parametrize(
    ("files", "error", "said"),
    [
        ("nowhere.txt", FileMissing, "There is no file 'nowhere.txt'"),
        ("../outside.txt", PathNotAllowed, "outside"),
        ("/etc/passwd", PathNotAllowed, "outside"),
        ("link.txt", PathNotAllowed, "outside"),
        (".env", PathNotAllowed, "hidden"),
        (".", PathNotAllowed, "not a plain file"),
        (["a.txt", "nowhere.txt"], FileMissing, "nowhere"),
        (["a.txt"] * 101, InvalidOption, "1 to 100"),
    ],
)
@pytest.mark.parametrize("action", ["upload", "drop"])
async def test_a_file_that_may_not_or_cannot_be_uploaded_leaves_all_as_it_was(
    action: str,
    files: Any,
    error: type[Exception],
    said: str,
    page_of: PageOf,
    folder: Path,
) -> None:
    page = await uploads(page_of, folder)
    with pytest.raises(error, match=said):
        await getattr(page, action)("#many" if action == "upload" else "#zone", files)
    assert await value(page, "[log, many.files.length]") == [[], 0]


@pytest.mark.parametrize(
    ("selector", "files", "said", "pressed"),
    [
        ("#one", ["a.txt", "b.txt"], "takes one file, not 2", False),
        ("#off", ["a.txt"], "disabled", False),
        ("#plain", ["a.txt"], "button 'Plain' was pressed and asked for no file", True),
    ],
)
async def test_what_takes_no_such_files_gets_none(
    selector: str, files: list[str], said: str, pressed: bool, page_of: PageOf, folder: Path
) -> None:
    page = await uploads(page_of, folder)
    with pytest.raises(NotUploadable, match=said):
        await page.upload(selector, files)
    assert await value(page, "log") == (["mousedown plain"] if pressed else [])
    assert await value(page, "[one.files.length, many.files.length]") == [0, 0]


async def test_a_page_that_takes_the_files_out_of_its_field_is_told(
    page_of: PageOf, folder: Path
) -> None:
    page = await uploads(
        page_of, folder, "<input id=f type=file onchange='got = f.files[0].name; f.value = null'>"
    )
    done = await page.upload("#f", "a.txt")
    assert done.to_json()["held"] is False
    assert await value(page, "got") == "a.txt"


async def test_files_and_texts_are_dropped_where_the_page_takes_them(
    page_of: PageOf, folder: Path
) -> None:
    page = await uploads(page_of, folder)
    done = await page.drop("#zone", ["a.txt", "b.txt"])
    assert await value(page, "got") == ["a.txt", "b.txt"]
    assert [each["size"] for each in done.to_json()["files"]] == [3, 5]
    await page.drop("#zone", text="hello")
    assert await value(page, "got") == "hello"
    assert (await page.drop("#area", text="words")).state == {"value": "words"}


async def test_a_drop_that_the_page_does_not_take_is_not_made(
    page_of: PageOf, folder: Path
) -> None:
    page = await uploads(page_of, folder)
    before = page.url
    for options in ({"files": "a.txt"}, {"text": "x"}):
        with pytest.raises(NotDroppable, match="'words' does not take"):
            await page.drop("#text", **options)
    with pytest.raises(NotDroppable, match="does not take the file"):
        await page.drop("#area", "a.txt")
    assert (page.url, await value(page, "log")) == (before, [])


def offer(site: LocalSite, name: str = "report.csv") -> None:
    site.put(
        "/file",
        "a,b\n1,2\n",
        headers={
            "content-type": "text/csv",
            "content-disposition": f'attachment; filename="{name}"',
        },
    )


async def test_a_download_comes_into_a_folder_of_our_own_and_is_told_whole(
    page_of: PageOf, site: LocalSite
) -> None:
    page = viewmark.Page(await page_of("<a id=a href=/file>Get</a>"))
    offer(site)
    first, second = [await page.click("#a") for _ in range(2)]
    (one,), (two,) = first.outcome.downloads, second.outcome.downloads
    assert (one.name, one.state, one.size) == ("report.csv", "completed", 8)
    assert one.path is not None
    assert two.path is not None
    assert (one.path.name, one.path.read_text()) == ("report.csv", "a,b\n1,2\n")
    assert two.path.name == "report (1).csv"
    assert one.path.stat().st_mode & 0o777 == 0o600
    assert first.to_json()["downloads"] == [one.to_json()]
    assert f"downloaded report.csv (8 bytes) to {one.path}" in str(first)
    assert page.downloads == (one, two)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("../../x.sh", "x.sh"), (".bashrc", "bashrc"), ("a\u202egnp.exe", "gnp.exe"), ("", "csv")],
)
async def test_the_name_of_a_download_is_made_harmless(
    name: str, kept: str, page_of: PageOf, site: LocalSite
) -> None:
    page = viewmark.Page(await page_of("<a id=a href=/file>Get</a>"))
    offer(site, name.encode().decode("latin-1"))
    (one,) = (await page.click("#a")).outcome.downloads
    assert one.path is not None
    parent = one.path.parent
    assert one.path.name.endswith(kept.split(".")[-1])
    assert parent.name != ".."
    assert not one.path.name.startswith(".")


async def test_going_to_a_download_says_so_with_its_path(page_of: PageOf, site: LocalSite) -> None:
    page = viewmark.Page(await page_of("<p>here</p>"))
    offer(site, "direct.csv")
    with pytest.raises(NavigationFailed, match="is a download, not a page") as caught:
        await page.goto(site.url("/file"))
    (kept,) = caught.value.data["downloads"]
    assert kept["path"] in caught.value.message
    assert await value(page, "document.body.innerText.trim()") == "here"


async def test_a_file_address_that_leads_nowhere_says_so(page_of: PageOf, tmp_path: Path) -> None:
    page = viewmark.Page(await page_of("<p>here</p>"))
    with pytest.raises(NavigationFailed, match="There is no file") as caught:
        await page.goto((tmp_path / "nothing.html").as_uri())
    assert "server" not in caught.value.hint


async def test_downloads_go_to_the_output_folder_of_a_browser(
    own_browser: Any, site: LocalSite, tmp_path: Path
) -> None:
    browser = await own_browser(output_dir=tmp_path / "kept")
    site.put("/", "<!doctype html><a id=a href=/file target=_blank>Get</a>")
    offer(site)
    page = viewmark.Page(await browser.page(site.url("/")))
    (one,) = (await page.click("#a")).outcome.downloads
    assert one.path == tmp_path / "kept" / "report.csv"
    await browser.close()
    assert one.path.is_file()


async def test_a_tab_that_opens_is_told_with_its_id(page_of: PageOf, site: LocalSite) -> None:
    raw = await page_of(
        "<a id=a href=/two.html target=_blank>Two</a>"
        "<button id=b onclick=\"window.open('/two.html')\">B"
        "</button>"
    )
    site.put("/two.html", "<!doctype html><title>Two</title>")
    page = viewmark.Page(raw)
    told = []
    for selector in ("#a", "#b"):
        (tab,) = (await page.click(selector)).to_json()["tabs"]
        assert tab["url"] in (site.url("/two.html"), "about:blank", "")
        told.append(tab["tab_id"])
    assert len(set(told)) == 2
    answer = await raw.session.root.send("Target.getTargets")
    assert set(told) <= {each["targetId"] for each in answer["targetInfos"]}
    for tab_id in told:
        await raw.session.root.send("Target.closeTarget", {"targetId": tab_id})
