"""How results print: short, the same each time, with the refs and tabs to go on with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from viewmark.shell.verb import Reply

if TYPE_CHECKING:
    from viewmark.api.browsers import Page
    from viewmark.page.act_forms import FormResult
    from viewmark.page.action_lines import Result
    from viewmark.page.action_result import ActionResult
    from viewmark.page.changes import Changes
    from viewmark.page.navigate import NavigationResult
    from viewmark.page.steps import StepsResult
    from viewmark.shell.session import ShellSession

__all__ = ["acted", "arrived", "changed", "filled", "stepped"]


def acted(session: ShellSession, page: Page, done: ActionResult) -> Reply:
    """An action: what was hit, with its ref, and what came of it."""
    facts = done.to_json(page.context.ref_of)
    text = _line(session, page, done, done.changes) + changed(done.changes)
    return _with_blocked(session, text, facts, done)


def filled(session: ShellSession, page: Page, done: FormResult) -> Reply:
    """Several fields, a line each."""
    lines = [_line(session, page, each, done.changes) for each in done.fields]
    text = "\n".join(lines) + changed(done.changes)
    return _with_blocked(session, text, done.to_json(page.context.ref_of), done)


def arrived(session: ShellSession, there: NavigationResult) -> Reply:
    """Where the page is."""
    text = session.result_lines(there, _no_ref)[0] + changed(there.changes, address=False)
    return _with_blocked(session, text, there.to_json(), there)


def stepped(session: ShellSession, page: Page, done: StepsResult) -> Reply:
    """Several actions: how many were done, what only their results say, and what changed."""
    text = done.lines(page.context.ref_of) + changed(done.changes)
    return _with_blocked(session, text, done.to_json(page.context.ref_of))


def changed(changes: Changes | None, *, address: bool = True) -> str:
    """The lines of what changed, below the answer."""
    if changes is None:
        return ""
    words = changes.text(address=address)
    return "\n" + words.replace("more: snapshot since=", "more: viewmark snapshot --since ")


def _line(session: ShellSession, page: Page, done: ActionResult, changes: Changes | None) -> str:
    parts = [session.action_line(done, page.context.ref_of, changes)]
    parts += [
        f"tab {session.number(each.id)} is new: viewmark tab {session.number(each.id)}"
        for each in done.outcome.tabs
    ]
    if done.outcome.dialog is not None:
        parts.append("answer it: viewmark dialog accept|dismiss")
    return "; ".join(parts)


def _no_ref(_: object) -> None:
    return None


def _with_blocked(
    session: ShellSession, text: str, facts: dict[str, Any], result: Result | None = None
) -> Reply:
    rows = session.tabs.blocked()
    lines = [f"blocked: {row['url']} {row['reason']}" for row in rows]
    return Reply(
        "\n".join([text, *lines]), facts | ({"blocked": rows} if rows else {}), result=result
    )
