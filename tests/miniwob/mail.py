"""Policies for the mail and post tasks, whose icons have neither text nor accessible names."""

from __future__ import annotations

import itertools
import re

from world import Line, NoIdea, NotInMap, World, does, says

from viewmark import Annotation

# Icons in the order of the screenshot, from left to right.
POST = ("Reply", "Retweet", "Like", "More")
POSTS = ("Reply", "Retweet", "Like", "Share")


async def letter(w: World, sender: str) -> list[Line]:
    """Return the icons in the row of a mail, from left to right: star, then trash."""
    lines = await w.read()
    at = next((n for n, line in enumerate(lines) if line.text == sender), None)
    if at is None:
        raise NoIdea(f"no letter by {sender}")
    depth = lines[at].depth
    icons = [line for line in lines[at : at + 6] if line.ref and line.depth == depth][:2]
    places = {mark.ref: mark.bounds.x for mark in await w.look()}
    if not places.keys() >= {line.ref for line in icons}:
        await w.page.scroll_to(icons[0].ref)
        places = {mark.ref: mark.bounds.x for mark in await w.look()}
    return sorted(icons, key=lambda line: places.get(line.ref, 0))


@does(
    "email-inbox",
    "email-inbox-delete",
    "email-inbox-forward",
    "email-inbox-important",
    "email-inbox-star-reply",
)
async def inbox(w: World) -> None:
    await _mail(w)


@does("email-inbox-noscroll", "email-inbox-reply", "email-inbox-forward-nl", "email-inbox-nl-turk")
async def inbox_too(w: World) -> None:
    await _mail(w)


async def _mail(w: World) -> None:
    asked = w.asked
    lines = await w.read()
    rows = {
        line.text: row
        for row, line in itertools.pairwise(lines)
        if row.ref and line.depth > row.depth and line.role == "text"
    }
    senders = [name for name in rows if re.search(rf"\b{re.escape(name)}\b", asked)]
    if not senders:
        raise NoIdea(asked)
    low = asked.lower()
    if any(word in low for word in ("trash", "delete", "star", "important")):
        star, trash = await letter(w, senders[0])
        await w.press(trash if "trash" in low or "delete" in low else star)
        return
    reply = any(word in low for word in ("reply", "respond", "answer")) and bool(w.quoted())
    others = re.findall(r"\b(?:to|with|let|tell) ([A-Z]\w+)", asked)
    if not reply and len(set(others)) != 1:
        raise NoIdea(asked)
    senders = [name for name in senders if reply or name not in others] or senders
    await w.press(rows[senders[0]])
    await w.press(await _worded(w, "Reply" if reply else "Forward"))
    fields = [m for m in await w.look() if m.role == "textbox"]
    if reply:
        await w.page.type(fields[-1].ref, w.quoted()[0])
    else:
        await w.page.type(fields[0].ref, others[0])
    # The paper plane icon at the top right.
    icons = [m for m in await w.look() if not says(m) and m.role != "textbox"]
    if not icons:
        raise NotInMap(f"send: {w.seen.lines()}")
    await w.press(max(icons, key=lambda m: (-m.bounds.y // 10, m.bounds.x)))


async def _worded(w: World, words: str) -> Annotation:
    marks = await w.look()
    for mark in marks:
        if says(mark).strip() == words:
            return mark
    raise NotInMap(f"{words}: {[says(m) for m in marks]}")


def posts(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """Return the user and the icons of every post."""
    found: list[tuple[str, list[Line]]] = []
    for line in lines:
        user = next((word for word in line.words.split() if word.startswith("@")), "")
        if user and not line.ref:
            found.append((user, []))
        elif line.ref and found and not line.words and len(found[-1][1]) < len(POST):
            found[-1][1].append(line)
    return found


@does("social-media")
async def post(w: World) -> None:
    [user] = w.match(r"user (@\w+)")
    action = w.quoted()[0]
    icons = next(icons for name, icons in posts(await w.read()) if name == user)
    await act(w, icons, action)


async def act(w: World, icons: list[Line], action: str) -> None:
    """Click the icon of an action, or open the menu and click its entry."""
    if action in POST:
        await w.press(icons[POST.index(action)])
        return
    await w.press(icons[-1])
    # The menu scrolls; entries outside its viewport are still in the page's text.
    entries = [x for x in await w.read() if x.ref and x.words.lower().startswith(action.lower())]
    if not entries:
        raise NotInMap(f"{action}: {[says(m) for m in await w.look()]}")
    await w.press(entries[0])


@does("social-media-all", "social-media-some")
async def many_posts(w: World) -> None:
    action = w.quoted()[0]
    amount = w.match(r"on (all|\d+) posts? by (@\w+)")
    icons = [icons for name, icons in posts(await w.read()) if name == amount[1]]
    most = len(icons) if amount[0] == "all" else int(amount[0])
    for each in icons[:most]:
        await w.press(each[POSTS.index(action)])
    await w.submit()
