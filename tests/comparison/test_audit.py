"""Audit rules that query the live page: real issues, and similar cases that are not issues."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from case_files import pages_of
from page_over import PageOf

import viewmark
from viewmark import cli
from viewmark.comparison.report import audit_html, junit_report, markdown_report

HEAD = (
    "<style>body{margin:20px;font:16px sans-serif;color:#111;background:#fff}</style><h1>Page</h1>"
)
FAULTS = pages_of(__file__)


@pytest.mark.parametrize("rule", FAULTS)
async def test_only_the_fault_has_a_verdict(rule: str, page_of: PageOf) -> None:
    page = viewmark.Page(await page_of(HEAD + FAULTS[rule]))
    found = await page.audit()
    assert [(v.rule, v.entry.element.identity.id) for v in found.verdicts] == [(rule, "s")]
    assert len(found.verdicts[0].sentence) <= 90
    assert rule in found.rules


async def test_words_over_a_box_that_is_not_around_them_have_no_verdict(
    page_of: PageOf,
) -> None:
    body = (
        "<div style='background:#ddd;height:80px'><div style='background:#fff;height:40px'></div>"
    )
    over = (
        "<p style='color:#757575;margin-top:-36px;position:relative'>words over a sibling</p></div>"
    )
    faint = "<style>b:focus{outline:none;background:#fdfdfd}</style><b role=button tabindex=0>B</b>"
    found = await viewmark.Page(await page_of(HEAD + body + over + faint)).audit()
    assert found.is_clean, found.lines()


async def test_one_colour_written_in_two_ways_is_no_change(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(HEAD + "<p id=p style='color:rgb(255,0,0);border:1px solid #fff'>words</p>")
    )
    before = await page.checkpoint()
    for same in (
        "oklch(0.62796 0.25768 29.234)",
        "color(srgb 1 0 0)",
        "oklab(0.62796 0.22486 0.12585)",
    ):
        await page.evaluate(f"p.style.color = '{same}'; p.style.borderColor = 'oklch(1 0 0)'; 0")
        assert (await page.compare(before)).lines() == "nothing changed", same
    await page.evaluate("p.style.boxShadow = '0 0 0 3px transparent, 0 0 #000'; 0")
    assert (await page.compare(before)).is_same
    await page.evaluate("p.style.color = 'oklch(0.5 0.1 150 / 0.5)'; 0")
    (change,) = (await page.compare(before)).changes
    assert (change.kind, change.before, change.after) == ("color", "#ff0000", "#337344 50%")


async def test_the_focus_goes_back_and_nothing_else_is_done(page_of: PageOf) -> None:
    page = viewmark.Page(
        await page_of(HEAD + "<button id=a>A</button><input id=b value=words><button>C</button>")
    )
    await page.evaluate("b.focus(); window.pressed = 0; onclick = () => window.pressed += 1; 0")
    await page.audit()
    state = "[document.activeElement.id, b.value, window.pressed, scrollY].join()"
    assert (await page.evaluate(state)).value == "b,words,0,0"


async def test_a_saved_checkpoint_says_which_rules_it_is_enough_for(
    page_of: PageOf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = viewmark.Page(await page_of(HEAD + FAULTS["focus"] + "<p style='color:#bbb'>pale</p>"))
    file = tmp_path / "look.png"
    await page.checkpoint(file)
    found = await page.audit()
    assert {each.rule for each in found.verdicts} == {"focus", "contrast"}
    report = audit_html(found, title="a <b>")
    assert "a &lt;b&gt;" in report
    assert ElementTree.fromstring(junit_report([("a", found)], verb="audit")).get("failures") == "1"
    assert markdown_report([("a", found.without([v.key for v in found.verdicts]))]) == ""
    assert "WCAG 2.2, 2.4.7" in report


def test_one_file_names_pages_sizes_and_schemes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "a.html"
    style = "@media (prefers-color-scheme: dark){body{background:#000;color:#fff}}"
    page.write_text(f"<!doctype html><style>{style}</style><h1>Shop</h1><p id=p>12.40</p>")
    manifest = tmp_path / "looks.toml"
    manifest.write_text(
        'pages = ["a.html"]\nsizes = ["800x600", "390x700"]\ncolor_schemes = ["light", "dark"]\n'
        'baseline = "looks"\n[ignore]\nwords = ["times"]\n'
    )
    run = ["diff", "--manifest", str(manifest)]
    assert cli.main(run) == 1
    assert cli.main([*run, "--accept"]) == 0
    assert len(list((tmp_path / "looks").iterdir())) == 4
    capsys.readouterr()
    assert cli.main(run) == 0
    page.write_text(page.read_text().replace("color:#fff", "color:#fc0"))
    out, junit = tmp_path / "out", tmp_path / "j.xml"
    assert cli.main([*run, "-o", str(out), "--junit", str(junit)]) == 1
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("4", "2")
    index = (out / "index.html").read_text()
    assert index.count("href=") - index.count('rel="icon"') == 2
    assert cli.main(["audit", "--manifest", str(manifest)]) == 0
    for wrong in ("pages = []", 'pages = ["a"]\nsize = 3', 'pages = ["a"]\nsizes = ["wide"]'):
        manifest.write_text(wrong)
        assert cli.main(run) == 2
    assert cli.main(["diff", "--manifest", str(manifest), "a"]) == 2


def test_addresses_are_compared_by_the_command_and_not_by_the_function() -> None:
    with pytest.raises(viewmark.errors.InvalidOption, match="viewmark diff"):
        viewmark.compare("http://127.0.0.1/a", "http://127.0.0.1/b")
