"""How results print: short, the same each time, with the refs and tabs to go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.shell.verb import Reply

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.page.act_forms import FormResult
    from viewmark.page.action_result import ActionResult
    from viewmark.page.changes import Changes
    from viewmark.page.navigate import NavigationResult
    from viewmark.shell.session import ShellSession

__all__ = ["acted", "arrived", "changed", "filled"]


def acted(session: ShellSession, page: Page, done: ActionResult) -> Reply:
    """An action: what was hit, with its ref, and what came of it."""
    facts = done.to_json(page.context.ref_of)
    text = _line(session, page, done) + changed(done.changes)
    return _with_blocked(session, text, facts)


def filled(session: ShellSession, page: Page, done: FormResult) -> Reply:
    """Several fields, a line each."""
    lines = [_line(session, page, each) for each in done.fields]
    text = "\n".join(lines) + changed(done.changes)
    return _with_blocked(session, text, done.to_json(page.context.ref_of))


def arrived(session: ShellSession, there: NavigationResult) -> Reply:
    """Where the page is."""
    told = "" if there.state == "complete" else f"  ({there.state})"
    text = f"{there.title}  {there.url}{told}".strip()
    text += changed(there.changes, address=False)
    return _with_blocked(session, text, there.to_json())


def changed(changes: Changes | None, *, address: bool = True) -> str:
    """The lines of what changed, below the answer."""
    if changes is None:
        return ""
    words = changes.text(address=address)
    return "\n" + words.replace("more: snapshot since=", "more: viewmark snapshot --since ")


def _line(session: ShellSession, page: Page, done: ActionResult) -> str:
    ref = page.context.ref_of(done.hit) if done.hit is not None else None
    parts = [f"{done}" + (f" {ref}" if ref and ";" not in f"{done}" else "")]
    if ref and ";" in parts[0]:
        head, _, rest = parts[0].partition(";")
        parts = [f"{head} {ref};{rest}"]
    if "value" in done.state:
        parts.append(f"value {done.state['value']!r}")
    if done.typed is not None and done.typed.accepted is False:
        parts.append("the field shows something else than what was typed")
    if done.chosen is not None:
        chosen = ", ".join(each["label"] for each in done.chosen.selected)
        parts += [f"selected {chosen}"] if chosen else []
        parts += [] if done.chosen.held else ["the page did not keep it"]
    parts += _offset(done)
    released = (done.report.get("drag") or {}).get("released_on")
    if isinstance(released, dict):
        parts.append(f"released on {released.get('role')} {released.get('name')!r}")
    parts += [
        f"tab {session.number(each.id)} is new: viewmark tab {session.number(each.id)}"
        for each in done.outcome.tabs
    ]
    if done.outcome.dialog is not None:
        parts.append("answer it: viewmark dialog accept|dismiss")
    return "; ".join(parts)


def _offset(done: ActionResult) -> list[str]:
    """How far it scrolled, for `scroll`."""
    scrolled = done.scrolled
    if scrolled is None:
        return []
    moved = [] if scrolled.moved else ["nothing moved"]
    if scrolled.offset is None or scrolled.limit is None:
        return moved or ["moved"]
    (x, y), (right, bottom) = scrolled.offset, scrolled.limit
    return [*moved, f"now at {x:g},{y:g} of {right:g},{bottom:g}"]


def _with_blocked(session: ShellSession, text: str, facts: dict[str, Any]) -> Reply:
    rows = session.tabs.blocked()
    lines = [f"blocked: {row['url']} {row['reason']}" for row in rows]
    return Reply("\n".join([text, *lines]), facts | ({"blocked": rows} if rows else {}))
