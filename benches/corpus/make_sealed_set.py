"""Make the screens of a set: unmarked screenshot, list of what can be acted on, frozen page.

    python benches/corpus/make_sealed_set.py SET shot FOLDER NAME ...    draw everything listable
    python benches/corpus/make_sealed_set.py SET freeze FOLDER NAME ...  lists and frozen pages

Recipes (`SET/recipes.toml`) define how a page is reached. Choices (`SET/choices.toml`) define what
is listed, by numbers that `shot` prints or by selectors. Both are part of a sealed set, so authors
of rules must not open them. Pages are in `SET/pages`, and packages in `node_modules` below
`VIEWMARK_SEALED_APPS`; bundles of `pages/jsx` and other files are in `src` beside them. A few
recipes have a URL of their own, and state what serves it.
"""

# ruff: noqa: ASYNC240 (nothing else runs in this loop)
from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomllib
from aiohttp import web
from freeze import freeze
from PIL import Image, ImageChops, ImageDraw
from replay import shelf, show
from stage import Stage, browser, tab

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
APPS = Path(os.environ.get("VIEWMARK_SEALED_APPS", "/tmp/sealed-apps"))
SCRIPT = (HERE / "make_sealed_set.js").read_text()
SET = "sealed"
"""The folder of the set, also below `frozen`."""
PORT = 8990
COLOURS = {"not": "#ff0000", "may": "#ffa000", "must": "#00a000"}


def _recipes(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads((HERE / SET / f"{name}.toml").read_text())


async def _answer(request: web.Request) -> web.StreamResponse:
    folders = {"lib": APPS / "node_modules", "src": APPS / "src", "p": HERE / SET / "pages"}
    first, _, rest = request.path.lstrip("/").partition("/")
    path = folders.get(first, APPS / first) / rest
    if path.is_dir():
        path /= "index.html"
    if not path.exists():
        return web.Response(status=404)
    if path.suffix == ".html":
        name = r"((?:@[^@/\"']+/)?[^@/\"']+)(?:@[^/\"']+)?/"
        found = rf"(?:https?:)?//(?:cdn\.jsdelivr\.net/npm|unpkg\.com)/{name}"
        text = re.sub(found, r"/lib/\1/", path.read_text(errors="replace"))
        jquery = r"(?:https?:)?//[^\"']*/jquery(?:-[\d.]+)?(?:\.min|\.slim)*\.js"
        text = re.sub(jquery, "/lib/jquery/dist/jquery.min.js", text)
        text = re.sub(r"https?://[^\"']*/font-awesome/[\d.]+/", "/lib/font-awesome/", text)
        return web.Response(text=text, content_type="text/html")
    return web.FileResponse(path)


async def _serve() -> web.AppRunner:
    app = web.Application()
    app.router.add_get("/{path:.*}", _answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", PORT).start()
    return runner


async def reach(stage: Stage, recipe: dict[str, Any]) -> None:
    """Bring a tab to the state of a recipe."""
    await stage.send("Emulation.setFocusEmulationEnabled", enabled=True)
    page = recipe["page"]
    url = page if page.startswith("http") else f"http://127.0.0.1:{PORT}{page}"
    viewport = tuple(recipe.get("viewport", (1100, 720)))
    await stage.open(url, viewport, recipe.get("scale", 1), phone=viewport[0] < 600)
    await stage.until(recipe.get("wait", "true"))
    await stage.quiet()
    for kind, *rest in recipe.get("steps", ()):
        if kind == "js":
            await stage.evaluate(rest[0])
            await stage.quiet()
        else:
            await stage.step((kind, *rest))


async def _call(stage: Stage, function: str, *arguments: Any) -> Any:
    given = ", ".join(json.dumps(each) for each in arguments)
    return await stage.evaluate(f"({SCRIPT}).{function}({given})")


async def _candidates(stage: Stage, recipe: dict[str, Any]) -> list[dict[str, Any]]:
    return await _call(
        stage, "candidates", recipe.get("extra", ""), recipe.get("labels", False)
    )  # fmt: skip


def _numbers(text: str) -> Iterator[int]:
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


async def _part(
    stage: Stage, candidates: list[dict[str, Any]], numbers: str, selectors: list[str]
) -> list[dict[str, Any]]:
    found = []
    for n in _numbers(numbers):
        each = candidates[n]
        found.append({"n": n, "what": each["name"] or each["tag"], "box": each["box"]})
    for selector in selectors:
        if selector.startswith("@"):  # @name|x,y,width,height
            what, _, box = selector[1:].partition("|")
            found.append({"what": what, "box": [float(v) for v in box.split(",")]})
            continue
        is_text = selector.startswith("T ")
        what, _, css = selector.removeprefix("T ").rpartition("||")
        boxes = await _call(stage, "boxes", css, is_text)
        if not boxes:
            print("nothing for", selector)
        found += [{"what": what or each["name"], "box": each["box"]} for each in boxes]
    return found


def _add_lines(must: list[dict[str, Any]], choice: dict[str, Any]) -> None:
    """Name items, and add a user's description to some: name, context, state."""
    names = {int(n): name for n, name in choice.get("names", {}).items()}
    for item in must:
        item["what"] = names.get(item.get("n", -1), item["what"])
    for key, words in choice.get("lines", {}).items():
        item = next((i for i in must if key in (str(i.get("n")), i["what"])), None)
        if item is None:
            print("no item for the line", key)
        else:
            line = zip(("name", "context", "state"), words, strict=False)
            item["line"] = {k: v for k, v in line if v}


async def listed(stage: Stage, name: str) -> dict[str, Any]:
    """Return the list of a screen according to its choice."""
    recipe, choice = _recipes("recipes")[name], _recipes("choices")[name]
    candidates = await _candidates(stage, recipe)
    parts = {
        key: await _part(stage, candidates, choice.get(key, ""), choice.get(css, []))
        for key, css in (("must", "add"), ("may", "may_css"), ("not", "not_css"))
    }
    _add_lines(parts["must"], choice)
    for item in parts["must"]:
        x, y, width, height = item["box"]
        item["point"] = [round(x + width / 2, 1), round(y + height / 2, 1)]
    order = ("what", "point", "box", "line")
    parts = {
        key: [{k: item[k] for k in order if k in item} for item in part]
        for key, part in parts.items()
    }
    return {
        "screen": name, "application": recipe.get("app", name), "sealed": SET != "later",
        "viewport": recipe.get("viewport", [1100, 720]), "scale": recipe.get("scale", 1),
        "items": parts["must"], "may": parts["may"], "not": parts["not"],
    }  # fmt: skip


def written(made: dict[str, Any]) -> str:
    """Return a list as text with one line per item."""
    parts = {key: made[key] for key in ("items", "may", "not")}
    head = json.dumps({k: v for k, v in made.items() if k not in parts}, ensure_ascii=False)[:-1]
    for key, part in parts.items():
        lines = ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in part)
        head += f', "{key}": [\n{lines}\n]'
    return head + "}\n"


def draw(picture: Path, groups: dict[str, list[Any]], scale: float, to: Path) -> None:
    """Draw boxes on a screenshot, with numbers unless the colour is sufficient."""
    image = Image.open(picture).convert("RGB")
    pen = ImageDraw.Draw(image)
    for key, boxes in groups.items():
        for n, (x, y, width, height) in enumerate(boxes):
            at = [x * scale, y * scale, (x + width) * scale - 1, (y + height) * scale - 1]
            pen.rectangle(at, outline=COLOURS.get(key, "#0060ff"))
            if key not in COLOURS:
                pen.text((at[2] - 14, at[1]), str(n), fill="#e00000")
    image.save(to)


async def shot(stage: Stage, name: str, folder: Path) -> None:
    """Save the unmarked screenshot, and everything that may be listed as text and as an image."""
    recipe = _recipes("recipes")[name]
    await reach(stage, recipe)
    await stage.picture(folder / f"{name}.png")
    candidates = await _candidates(stage, recipe)
    for n, each in enumerate(candidates):
        print(n, each["tag"], repr(each["name"]), each["box"], each["flags"])
    boxes = [each["box"] for each in candidates]
    draw(folder / f"{name}.png", {"": boxes}, recipe.get("scale", 1), folder / f"{name}.all.png")


async def finish(stage: Stage, name: str, folder: Path, endpoint: str) -> None:
    """Save the list and the frozen page; print how much of the replayed page's image differs."""
    recipe = _recipes("recipes")[name]
    await reach(stage, recipe)
    await stage.picture(folder / f"{name}.png")
    made = await listed(stage, name)
    counts = {part: len(made[part]) for part in ("items", "may", "not")}
    print(name, counts, "lines", sum("line" in each for each in made["items"]))
    (HERE / SET / "lists" / f"{name}.json").write_text(written(made))
    groups = {key: [each["box"] for each in made[part]]
              for key, part in (("not", "not"), ("may", "may"), ("must", "items"))}  # fmt: skip
    draw(folder / f"{name}.png", groups, recipe.get("scale", 1), folder / f"{name}.boxes.png")
    frozen = HERE / "frozen" / SET
    await freeze(stage, frozen, {"screen": name, "application": made["application"]})
    with shelf(frozen) as opened:
        async with tab(endpoint) as other:
            await show(other, opened, name)
            await other.quiet()
            await other.picture(folder / f"{name}.frozen.png")
    one, two = (Image.open(folder / f"{name}{end}.png").convert("L") for end in ("", ".frozen"))
    differs = ImageChops.difference(one, two).point(lambda v: 255 if v > 24 else 0)
    print(f"  differs by {differs.histogram()[255] / (one.width * one.height):.3%}")


async def main(what: str, folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    runner = await _serve()
    for name in names:
        # Use a new browser for each screen, because stored page data must not affect the next one.
        async with browser() as endpoint, tab(endpoint) as stage:
            if what == "shot":
                await shot(stage, name, folder)
            else:
                await finish(stage, name, folder, endpoint)
    await runner.cleanup()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set", choices=["sealed", "later"])
    parser.add_argument("what", choices=["shot", "freeze"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+")
    args = parser.parse_args()
    SET = args.set
    asyncio.run(main(args.what, args.folder, args.names))
