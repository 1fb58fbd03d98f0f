"""Documents are correct: links resolve, examples run, generated pages are up to date."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from viewmark import demo

ROOT = Path(__file__).parents[1]
DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / f"{folder}README.md" for folder in ("benches/", "benches/corpus/", "tests/")),
    ROOT / "python/viewmark/js/README.md",
]
README = (ROOT / "README.md").read_text()
OURS = r"https://(?:github\.com/viewmark/viewmark/blob|raw\.githubusercontent\.com/viewmark/viewmark)/main/"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_links_lead_to_files_that_exist() -> None:
    for path in DOCUMENTS:
        prose = re.sub(r"`[^`\n]*`", "", path.read_text())
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
            if "://" not in target:
                assert (path.parent / target).exists(), f"{named(path)}: {target}"
        for target in re.findall(rf"\]\({OURS}([^)#]+)", prose):
            assert (ROOT / target).exists(), f"{named(path)}: {target}"


def test_the_page_of_the_package_needs_no_file_beside_it() -> None:
    assert not re.findall(r"\]\((?!https://)[^)]+\)", README)


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    prose = re.sub(r"^```.*?^```", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", prose, re.MULTILINE)
    words = [re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads]
    return {re.sub(r"\s", "-", each) for each in words}


def test_links_lead_to_headings_that_exist() -> None:
    for path in DOCUMENTS:
        prose = re.sub(r"`[^`\n]*`", "", path.read_text())
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", prose):
            page = path.parent / target if target else path
            assert anchor in anchors(page), f"{named(path)}: {target}#{anchor}"


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text()
    listed = re.findall(r"^ +- [^:]+: ([\w/-]+\.md)$", site, re.MULTILINE)
    apart = tuple(re.findall(r"^  /(\S+)$", site, re.MULTILINE))
    docs = ROOT / "docs"
    written = {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")}
    assert {page for page in written if not page.startswith(apart)} == set(listed)
    assert len(listed) == len(set(listed))


def test_every_picture_of_the_pages_exists_and_every_picture_is_shown() -> None:
    shown = {
        (page.parent / name).resolve()
        for page in (ROOT / "docs").rglob("*.md")
        for name in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text())
    }
    assert shown == {*(ROOT / "docs/images").rglob("*.*")}


@pytest.fixture(scope="module")
def tree() -> str:
    """Return the paths of all files of the repository, one per line."""
    ours = ("python", "rust", "tests", "benches", "scripts", "docs", "examples", ".github")
    paths = [path for folder in ours for path in (ROOT / folder).rglob("*")]
    paths += list(ROOT.glob("*"))
    return "\n".join(f"/{path.relative_to(ROOT).as_posix()}/" for path in paths)


def test_files_that_are_named_exist(tree: str) -> None:
    name = r"[\w./-]+\.(?:py|pyi|js|rs|html|md|toml|lock|txt)|[\w.-]+(?:/[\w.-]+)+/?"
    made = (".venv/", ".cache/", "out/", "./", "drawing.md", "slo.toml", "dataset/")
    made += ("io.github.viewmark/",)  # registry names, not files
    for path in DOCUMENTS:
        if path.name == "reference.md":
            continue  # docstrings also mention values
        for file in re.findall(rf"`({name})`", path.read_text()):
            if not file.startswith(made):
                assert f"/{file.rstrip('/')}/" in tree, f"{named(path)}: {file}"


@pytest.mark.parametrize("script", ["errors", "map", "reference", "requirements", "shell", "tools"])
def test_generated_pages_are_what_their_sources_say(script: str) -> None:
    command = [sys.executable, str(ROOT / "scripts" / f"make_{script}.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_no_placeholder_was_forgotten() -> None:
    placeholder = re.compile(r"(?<!\$)\{\{|TODO|FIXME|TBD")
    assert not [named(path) for path in DOCUMENTS if placeholder.search(path.read_text())]


async def test_the_example_of_the_readme_runs(tmp_path: Path, bounded: Callable[..., Any]) -> None:
    (example,) = blocks(README, "python")
    with demo.serve() as address:
        await _runs(example.replace("http://localhost:4173", address), tmp_path, bounded)


async def _runs(code: str, tmp_path: Path, bounded: Callable[..., Any]) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await bounded(process.communicate(), 45)
    assert process.returncode == 0, err.decode()
    (line,) = re.findall(r"print.*# (\[\d+\].*)", README)
    assert line.encode() in out
    assert b"click button 'Create order'" in out
    assert (tmp_path / "shot.jpg").stat().st_size > 1000


def test_every_command_that_is_shown_exists() -> None:
    helped = subprocess.run(
        [sys.executable, "-m", "viewmark", "--help"], capture_output=True, text=True, check=True
    ).stdout
    shown = "\n".join(blocks(README, "sh"))
    verbs = set(re.findall(r"viewmark (\w+)", shown.replace("mcp add viewmark", "")))
    assert verbs
    for verb in verbs:
        assert re.search(rf"^    {verb}\b", helped, re.MULTILINE), verb
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", shown, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_readme_can_be_read_in_two_minutes() -> None:
    assert len(README.splitlines()) <= 90
