"""Reports of comparisons, `viewmark diff`, `viewmark audit`, and verdicts."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from page_over import PageOf

import viewmark
from viewmark import cli
from viewmark.comparison.report import html_report, junit_report, markdown_report

PAGE = """<!doctype html><html><head><title>{title}</title><style>
body {{ margin: 20px; background: #fff; color: #111; font: 16px sans-serif }}
.pale {{ color: #aaa }} .small {{ width: 14px; height: 14px; padding: 0 }}
</style></head><body><h1>{title}</h1><p class=pale>Pale words</p>
<div id=price>{price}</div><button class=small aria-label=a></button>
<button class=small aria-label=b></button><p><input type=text></p><p>{hostile}</p></body></html>"""
HOSTILE = "&lt;script>alert(1)&lt;/script> @all | `x`"


@pytest.fixture
def pages(tmp_path: Path) -> tuple[Path, Path]:
    made = (tmp_path / "a.html", tmp_path / "b.html")
    made[0].write_text(PAGE.format(title="Shop", price="12.40", hostile="none"))
    made[1].write_text(PAGE.format(title="Shop", price="12.90", hostile=HOSTILE))
    return made


def test_diff_writes_reports_and_its_exit_code_says_what_is(
    pages: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = map(str, pages)
    saved_at, out = tmp_path / "baseline", tmp_path / "out"
    junit, markdown = tmp_path / "junit.xml", tmp_path / "comment.markdown"
    base = ["diff", "--baseline", str(saved_at), first]
    assert cli.main(base) == 1
    assert "nothing to compare it with" in capsys.readouterr().out
    assert cli.main([*base, "--accept"]) == 0
    assert cli.main([*base, "--markdown", str(markdown)]) == 0
    assert markdown.read_text() == ""
    (saved,) = saved_at.iterdir()
    capsys.readouterr()
    options = ["--json", "-o", str(out), "--junit", str(junit), "--markdown", str(markdown)]
    assert cli.main(["diff", str(saved), second, *options]) == 1
    told = json.loads(capsys.readouterr().out)["pages"][second]
    assert [each["property"] for each in told["changes"]] == ["text", "text"]
    assert {path.suffix for path in out.iterdir()} == {".html", ".jpg"}
    (page,) = out.glob("*.html")
    text = page.read_text()
    assert "<script>alert" not in text
    assert len(text) < 300_000 + 4 * sum(p.stat().st_size for p in out.glob("*.jpg"))
    assert "\\@all" in markdown.read_text()
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert cli.main(["diff", first]) == 2
    assert cli.main(["diff", str(saved_at), str(saved_at)]) == 0


def test_audit_tells_what_is_new(
    pages: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, baseline = str(pages[0]), tmp_path / "known.json"
    assert cli.main(["audit", page, "--json", "-o", str(tmp_path / "out")]) == 1
    found = json.loads(capsys.readouterr().out)["pages"][page]["verdicts"]
    assert sorted(each["rule"] for each in found) == [
        "contrast",
        "no-name",
        "target-size",
        "target-size",
    ]
    (pale,) = (each for each in found if each["rule"] == "contrast")
    assert pale["figure"] == 2.32
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".html", ".png"}
    assert cli.main(["audit", page, "--baseline", str(baseline), "--accept"]) == 0
    assert cli.main(["audit", page, "--baseline", str(baseline)]) == 0
    baseline.write_text("[]")
    assert cli.main(["audit", page, "--baseline", str(baseline)]) == 8


async def test_the_report_is_read_by_keyboard_and_at_320_px(page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(PAGE.format(title="Shop", price="1", hostile="none")))
    before = await page.checkpoint()
    await page.evaluate("price.textContent = '2'; 0")
    found = await page.compare(before)
    assert junit_report([("a", found)]).count("<failure") == 1
    assert markdown_report([("a", await page.compare(await page.checkpoint()))]) == ""
    report = viewmark.Page(await page_of(html_report(found).removeprefix("<!doctype html>")))
    await report.set_viewport(width=320, height=700)
    names = {item.name for item in await report.observe()}
    assert {"side by side", "over one another", "only the changes"} <= names
    assert (await report.evaluate("document.documentElement.scrollWidth <= 320")).value is True
    await report.click("#over")
    await report.evaluate("share.value = 30; share.dispatchEvent(new Event('input')); 0")
    shown = "getComputedStyle(document.querySelector('.before')).clipPath"
    assert "70%" in (await report.evaluate(shown)).value


async def test_verdicts_need_pixels_and_styles_that_agree(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(
            "<style>body{background:#fff;color:#111}</style><h1>Dark</h1>"
            "<p style='color:#999;background:linear-gradient(#000,#222)'>on a picture</p>"
            "<button disabled style='color:#aaa'>off</button>"
            "<p style='color:#aaa;font-size:14px'>pale</p><a href='/x'><img alt=''></a>"
        )
    )
    found = await page.audit()
    assert [each.rule for each in found.verdicts if each.rule == "contrast"] == ["contrast"]
    assert all(len(each.sentence) <= 90 for each in found.verdicts)
    assert found.without([each.key for each in found.verdicts]).is_clean
