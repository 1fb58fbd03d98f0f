"""Policies for tasks with fields: text, numbers, dates, sliders."""

from __future__ import annotations

import re

from world import Line, NoIdea, NotInMap, World, does, says

CLOSING = ("Cancel", "Close", "X")
NUMBERS = {"1st": 0, "2nd": 1, "3rd": 2}


@does("sign-agreement")
async def sign(w: World) -> None:
    words = w.quoted()
    if "Scroll" in w.asked:
        text = next(line for line in await w.read() if line.role == "textbox")
        await w.page.scroll(text.ref, to_y=1e6)
        await w.write(words[0], len(await w.fields()) - 1)
        await w.click(words[-1])
    else:
        await w.click("Cancel" if "cancel" in w.asked.lower() else words[-1])


@does("enter-text", "enter-text-dynamic")
async def enter(w: World) -> None:
    await w.write(w.quoted()[0])
    await w.submit()


@does("enter-text-2")
async def enter_cased(w: World) -> None:
    [text] = w.quoted()
    await w.write(text.upper() if "upper" in w.asked else text.lower())
    await w.submit()


@does("enter-password")
async def password(w: World) -> None:
    for nth in (0, 1):
        await w.write(w.quoted()[0], nth)
    await w.submit()


@does("enter-date")
async def date(w: World) -> None:
    field = (await w.fields() or await w.look())[0]
    [wanted] = w.match(r"(\d+/\d+/\d+)")
    month, day, year = wanted.split("/")
    iso = field.element.state.get("type") == "date" or field.role not in ("textbox",)
    await w.page.fill(field.ref, f"{year}-{month}-{day}" if iso else wanted)
    await w.submit()


@does("enter-time")
async def time(w: World) -> None:
    hour, minute, half = w.match(r"(\d+):(\d+) ([AP]M)")
    clock = int(hour) % 12 + 12 * (half == "PM")
    field = (await w.fields() or await w.look())[0]
    await w.page.fill(field.ref, f"{clock:02}:{minute}")
    await w.submit()


@does("focus-text", "focus-text-2")
async def focus(w: World) -> None:
    nth = next((n for name, n in NUMBERS.items() if name in w.asked), 0)
    await w.press((await w.fields())[nth])


@does("login-user", "login-user-popup")
async def login(w: World) -> None:
    for nth, text in enumerate(w.quoted()):
        for _ in range(3):
            closing = [m for m in await w.look() if says(m) in CLOSING]
            if closing:
                await w.press(closing[0])
            try:
                await w.write(text, nth)
                break
            except Exception:
                continue
    closing = [m for m in await w.look() if says(m) in CLOSING]
    if closing:
        await w.press(closing[0])
        for nth, text in enumerate(w.quoted()):
            await w.write(text, nth)
    await w.press(next(m for m in await w.look() if says(m) in ("Login", "OK")))


@does("search-engine")
async def search(w: World) -> None:
    await w.write(w.quoted()[0])
    await w.click("Search")
    nth = int(w.match(r"the (\d+)\w\w search result")[0]) - 1
    page, at = divmod(nth, 3)
    if page:
        await w.click(str(page + 1))
    links = [
        m for m in await w.look() if m.role == "link" and not re.fullmatch(r"[\d<>]+", says(m))
    ]
    await w.press(links[at])


@does("use-autocomplete", "use-autocomplete-nodelay")
async def autocomplete(w: World) -> None:
    start, *end = w.quoted()
    field = (await w.fields())[0]
    await w.page.type(field.ref, start, keys=True)
    await w.page.wait_for(seconds=0.8)
    offered = [m for m in await w.look() if m.role not in ("textbox", "button")]
    last = end[0] if end else ""
    fit = [m for m in offered if says(m).startswith(start) and says(m).endswith(last)]
    if not fit:
        raise NotInMap(w.seen.lines())
    await w.press(fit[0])
    await w.submit()


@does("find-word")
async def word(w: World) -> None:
    nth = int(w.match(r"the (\d+)\w\w word")[0])
    text = " ".join(x.text for x in await w.read() if x.role in ("text", "paragraph"))
    await w.write(re.sub(r"[.,!?]", "", text.split()[nth - 1]))
    await w.submit()


@does("read-table")
async def table(w: World) -> None:
    await w.write(_cell(await w.read(), w.match(r"value of (.*) into")[0]))
    await w.submit()


@does("read-table-2")
async def table_fields(w: World) -> None:
    lines = await w.read()
    labels = [x.words for x in lines if x.words.endswith(":") and x.role != "row"]
    for nth, label in enumerate(labels[:2]):
        await w.write(_cell(lines, label.rstrip(":")), nth)
    await w.submit()


def _cell(lines: list[Line], label: str) -> str:
    for line in lines:
        cells = [cell.strip() for cell in line.text.split(" | ")]
        if line.role == "row" and cells[0] == label:
            return cells[1]
    raise NoIdea(label)


@does("use-spinner")
async def spinner(w: World) -> None:
    wanted = int(w.match(r"Select (-?\d+)")[0])
    up, down = [m for m in await w.look() if m.role == "button" and says(m) != "Submit"][:2]
    for _ in range(abs(wanted)):
        await w.press(up if wanted > 0 else down)
    await w.submit()


@does("simple-arithmetic")
async def arithmetic(w: World) -> None:
    a, sign, b = _formula(await w.read(), r"(-?\d+) ([-+x]) (-?\d+) =")
    x, y = int(a), int(b)
    await w.write(str({"+": x + y, "-": x - y, "x": x * y}[sign]))
    await w.submit()


@does("simple-algebra")
async def algebra(w: World) -> None:
    text = " ".join(x.words for x in await w.read())
    if found := re.search(r"x ([-+]) (\d+) = (-?\d+)", text):
        sign, a, b = found.groups()
        x = int(b) - int(a) if sign == "+" else int(b) + int(a)
    elif found := re.search(r"(\d+) ([-+]) x = (-?\d+)", text):
        a, sign, b = found.groups()
        x = int(b) - int(a) if sign == "+" else int(a) - int(b)
    else:
        raise NoIdea(text)
    await w.write(str(x))
    await w.submit()


def _formula(lines: list[Line], pattern: str) -> tuple[str, ...]:
    found = re.search(pattern, " ".join(line.words for line in lines))
    if not found:
        raise NoIdea(str([line.raw for line in lines]))
    return found.groups()


@does("copy-paste", "copy-paste-2")
async def copy_paste(w: World) -> None:
    fields = [line for line in await w.read() if line.role == "textbox"]
    full = [line for line in fields if "value=" in line.raw]
    [empty] = [line for line in fields if "value=" not in line.raw]
    await w.page.copy(full[next((n for name, n in NUMBERS.items() if name in w.asked), 0)].ref)
    await w.page.paste(empty.ref)
    await w.submit()


@does("text-transform")
async def transform(w: World) -> None:
    await w.write("".join(x.words for x in await w.read() if x.role == "text").replace(" ", ""))
    await w.submit()


@does("form-sequence-2")
async def form_2(w: World) -> None:
    radio, number, field = w.match(
        r'the (\d)\w\w radio button and enter the number "(-?\d+)" into the (\d)'
    )
    await w.press(await w.mark("radio", nth=int(radio) - 1))
    await w.write(number, int(field) - 1)
    await w.submit()


@does("guess-number")
async def guess(w: World) -> None:
    low, high = map(int, w.match(r"between (\d+)-(\d+)"))
    for _ in range(8):
        middle = (low + high) // 2
        await w.write(str(middle))
        await w.submit()
        told = " ".join(line.words for line in await w.read())
        if "higher" in told or "too low" in told:
            low = middle + 1
        elif "lower" in told or "too high" in told:
            high = middle - 1
        else:
            return


@does("generate-number")
async def generate(w: World) -> None:
    what, limit = w.match(r"(greater|less) than (\d+)") if "than" in w.asked else ("", "0")
    for _ in range(60):
        await w.click("Generate")
        shown = next((x.text for x in await w.read() if re.fullmatch(r"-?\d+", x.text)), "0")
        n = int(shown)
        if what and (n > int(limit)) == (what == "greater") and n != int(limit):
            break
        if not what and (n % 2 == 0) == ("even" in w.asked):
            break
    await w.click("Submit", "button")


@does("multi-orderings", "multi-layouts")
async def movie(w: World) -> None:
    genre, director, year = w.match(r"for (.*) movies directed by (.*) from year (\d+)")
    lines = [x for x in await w.read() if "movies directed" not in x.raw]
    text = "\n".join(x.raw for x in lines)
    # Labels may come before or after their fields, so both are matched in page order.
    labels = [k.lower() for k in re.findall(r"(?i)\b(genre|director|year|date)\b", text)]
    labels = ["year" if label == "date" else label for label in labels]
    fields = re.findall(r"(?:textbox|searchbox)[^@\n]*(@[\w.-]+)", text)
    order = list(dict.fromkeys(labels))
    if len(order) != len(fields):
        raise NoIdea(text)
    for key, ref in zip(order, fields, strict=True):
        await w.page.type(ref, {"genre": genre, "director": director, "year": year}[key])
    await w.press(next(m for m in await w.look() if says(m) in ("Submit", "Search", "Go!")))


@does("choose-date-easy", "choose-date-medium", "choose-date", "choose-date-nodelay")
async def calendar(w: World) -> None:
    month, day, year = (int(part) for part in w.match(r"(\d+)/(\d+)/(\d+)"))
    await w.press((await w.fields())[0])
    await w.page.wait_for(seconds=0.5)
    for _ in range(14):
        lines = await w.read()
        text = " ".join(line.raw for line in lines)
        shown = next((n for n, name in enumerate(MONTHS, 1) if name in text), 0)
        if not shown:
            raise NoIdea(text)
        if shown == month and str(year) in text:
            fit = [m for m in await w.look() if says(m) == str(day)]
            if not fit:
                refs = re.findall(rf"(@[\w.-]+)\]?[^@|]*?:? ?\b{day}\b", text)
                raise NotInMap(f"{day}: {refs} {w.seen.lines()}")
            await w.press(fit[0])
            await w.page.wait_for(seconds=0.6)
            await w.submit()
            return
        way = "Prev" if shown > month else "Next"
        await w.press(await w.mark(words=way))
        await w.page.wait_for(seconds=0.2)
    raise NoIdea(w.asked)


MONTHS = [
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
]


@does("use-slider")
async def slider(w: World) -> None:
    wanted = int(w.match(r"Select (-?\d+)")[0])
    handle = (await w.look())[0]
    await w.press(handle)
    for _ in range(250):
        lines = [x.words for x in await w.read()]
        shown = next((int(x) for x in lines if re.fullmatch(r"-?\d+", x)), None)
        if shown is None:
            raise NoIdea(str(lines))
        if shown == wanted:
            await w.submit()
            return
        await w.page.keypress(
            "ArrowRight" if shown < wanted else "ArrowLeft", repeat=abs(wanted - shown)
        )
    raise NoIdea(w.asked)
