"""Policies for tasks solved by clicking, as a user would, with calls by ref."""

from __future__ import annotations

import re

from world import NoIdea, NotInMap, World, does, says


@does("click-test", "click-test-2", "click-test-transfer", "click-button-sequence")
async def named_buttons(w: World) -> None:
    for words in re.findall(r"button ([A-Z]+)", w.asked) or ["Click Me!"]:
        await w.click(words, "button")


@does("click-button", "click-link", "unicode-test")
async def quoted(w: World) -> None:
    await w.click(w.quoted()[0], "button" if "button" in w.asked else "")


@does("button-delay")
async def patient(w: World) -> None:
    await w.click("ONE")
    await w.page.wait_for(seconds=float(w.match(r"wait (\d+)")[0]))
    await w.click("TWO")


@does("click-dialog", "click-dialog-2")
async def dialog(w: World) -> None:
    [words] = w.quoted()
    await w.click("Close" if words == "x" else words, "button")


@does("click-option", "click-checkboxes", "click-checkboxes-transfer", "click-checkboxes-large")
async def options(w: World) -> None:
    wanted = w.match(r"Select (.*) and click Submit")[0]
    for words in [] if wanted == "nothing" else wanted.split(", "):
        await w.click(words)
    await w.submit()


@does("choose-list")
async def choose(w: World) -> None:
    wanted = w.match(r"Select (.*) from the list")[0]
    await w.page.select((await w.mark("combobox")).ref, wanted)
    await w.submit()


@does("click-scroll-list")
async def choose_several(w: World) -> None:
    wanted = w.match(r"Select (.*) from the scroll list")[0]
    await w.page.select((await w.mark("listbox")).ref, wanted.split(", "))
    await w.submit()


@does("click-tab")
async def tab(w: World) -> None:
    await w.click(w.match(r"Click on (Tab #\d)")[0])


@does("click-tab-2", "click-tab-2-easy", "click-tab-2-medium", "click-tab-2-hard")
async def tabs(w: World) -> None:
    [words] = w.quoted()
    every = [m.ref for m in await w.look() if re.fullmatch(r"(Tab #)?\d", says(m))]
    for tab in every:
        await w.press(tab)
        if await w.over():
            return
        fit = [m for m in await w.look() if says(m) == words]
        below = [x for x in await w.read() if x.ref and x.words == words]
        if fit or below:
            await w.press([*fit, *below][0])
            return
    raise NotInMap(words)


@does("click-collapsible", "click-collapsible-nodelay")
async def expand(w: World) -> None:
    await w.press(await w.mark("tab"))
    await w.page.wait_for(seconds=0.6)
    await w.click("Submit", "button")


@does("click-collapsible-2", "click-collapsible-2-nodelay")
async def expand_all(w: World) -> None:
    [words] = w.quoted()
    sections = [m.ref for m in await w.look() if m.role == "tab"]
    for section in sections:
        await w.press(section)
        await w.page.wait_for(seconds=0.5)
        fit = [line for line in await w.read() if line.ref and line.words == words]
        if fit:
            await w.press(fit[0])
            return
    raise NotInMap(words)


@does("navigate-tree")
async def tree(w: World) -> None:
    [words] = w.quoted()
    opened: set[str] = set()
    for _ in range(20):
        marks = await w.look()
        fit = [m for m in marks if says(m) == words]
        if fit:
            await w.press(fit[0])
            return
        fresh = [m for m in marks if says(m) and m.ref not in opened]
        if not fresh:
            raise NotInMap(words)
        opened.add(fresh[0].ref)
        await w.press(fresh[0])
    raise NoIdea(words)


@does("click-menu")
async def menu(w: World) -> None:
    path = w.match(r"Select (.*)$")[0].split(">")
    for words in path[:-1]:
        await w.page.hover((await w.mark("menuitem", words)).ref)
        await w.page.wait_for(seconds=0.5)
    await w.click(path[-1], "menuitem")


@does("click-menu-2")
async def menu_button(w: World) -> None:
    await w.click("Menu")
    await w.page.wait_for(seconds=0.3)
    wanted = w.quoted()[-1] if "labeled" in w.asked else ""
    for _ in range(2):
        marks = await w.look()
        fit = [m for m in marks if says(m).strip() == wanted]
        if fit:
            await w.press(fit[0])
            return
        await w.page.hover(next(m.ref for m in marks if says(m).strip() == "Playback"))
        await w.page.wait_for(seconds=0.5)
    raise NoIdea(w.asked)


@does("phone-book")
async def phone(w: World) -> None:
    name, what = w.match(r"Find (\w+) in the contact book and click on their (.*)\.")
    for _ in range(12):
        lines = await w.read()
        if any(line.words.split()[:1] == [name] for line in lines):
            refs = [line for line in lines if line.ref and line.role == "clickable"]
            order = {"phone number": 0, "email": 1, "address": 2}
            await w.press(refs[order[what]])
            return
        await w.click(">")
    raise NoIdea(w.asked)


@does("order-food")
async def food(w: World) -> None:
    lines = await w.read()
    plus = [n for n, line in enumerate(lines) if line.ref and line.text == "+"]
    if "one of each" in w.asked:
        for each in w.match(r"item: (.*)$")[0].split(", "):
            at = next(n for n, line in enumerate(lines) if line.words == each)
            await w.press(lines[next(n for n in plus if n > at)])
    else:
        count, kind = w.match(r"Order (\d+) items? that (?:is|are) ([\w-]+)")
        at = next(n for n, line in enumerate(lines) if line.words.lower() == kind)
        for _ in range(int(count)):
            await w.press(lines[next(n for n in plus if n > at)])
    await w.click("Order!")


@does("form-sequence-3")
async def form_3(w: World) -> None:
    height, words = w.match(r'Choose (.*) from the dropdown, then click the button labeled "(.*)"')
    await w.press((await w.look())[0])
    await w.page.wait_for(seconds=0.5)
    await w.press(next(x for x in await w.read() if x.role == "listitem" and x.words == height))
    await w.page.wait_for(seconds=0.5)
    await w.click(words, "button")


@does("odd-or-even")
async def parity(w: World) -> None:
    lines = await w.read()
    for at, line in enumerate(lines):
        if re.fullmatch(r"-?\d+", line.text):
            await w.press(lines[at + (1 if int(line.text) % 2 == 0 else -1)])
    await w.submit()


@does("ascending-numbers")
async def ascending(w: World) -> None:
    # The numbers disappear after the first click, so remember their positions.
    first = [m for m in await w.look() if says(m).isdigit()]
    for mark in sorted(first, key=lambda m: int(says(m))):
        x, y = mark.bounds.x, mark.bounds.y
        now = await w.look()
        await w.press(min(now, key=lambda m: abs(m.bounds.x - x) + abs(m.bounds.y - y)))


@does("buy-ticket")
async def ticket(w: World) -> None:
    text = [line.words for line in await w.read()]
    refs = [line for line in await w.read() if line.name.startswith("Book for")]
    hours = [int(h) * 60 + int(m) for h, m in re.findall(r"(\d+)h (\d+)m", " ".join(text))]
    prices = [int(line.name.split("$")[1]) for line in refs]
    key = hours if "duration" in w.asked else prices
    best = (min if "shortest" in w.asked or "cheapest" in w.asked else max)(key)
    await w.press(refs[key.index(best)])


@does("click-widget")
async def widget(w: World) -> None:
    [kind] = w.quoted()
    roles = {"text": "textbox", "textarea": "textbox", "radio": "radio", "checkbox": "checkbox"}
    role = roles.get(kind, "button")
    fit = [m for m in await w.look() if m.role == role]
    fit = [
        m for m in fit if role != "textbox" or (m.element.tag == "textarea") == (kind == "textarea")
    ]
    if not fit:
        raise NotInMap(kind)
    await w.press(fit[0])
