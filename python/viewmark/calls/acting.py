"""Runs several lines in one call (`act`), across the tabs of a session."""

from __future__ import annotations

from viewmark.api.acting import Place, do_lines
from viewmark.api.browsers import Page
from viewmark.calls.answer import CallAnswer
from viewmark.calls.call import Invocation
from viewmark.calls.present import present
from viewmark.errors import ScriptNotAllowed, TabNotFound
from viewmark.page.evaluate import Evaluation
from viewmark.page.line_grammar import parse_line, parse_lines
from viewmark.page.line_reports import LineResult, plain_rows
from viewmark.page.reading import PageText


class _Tabs(Place):
    """The tabs of a session, in which `act` runs its lines; lines run in the foreground tab."""

    def __init__(self, call: Invocation) -> None:
        super().__init__()
        self.call = call
        self.before: list[str] = []
        """IDs of the tabs that were in the foreground before a newer tab was opened."""

    async def page(self) -> Page:
        """Return the page of the current tab, or of the tab given by the call."""
        return (await self.call.tab()).page

    def address(self, url: str) -> str:
        """Return the URL if the session is allowed to open it; otherwise raise an error."""
        checked: str = self.call.session.tabs.guard.check_typed(url)
        return checked

    async def switch(self, name: str) -> None:
        """Bring a tab to the front, by its ID or number, or by part of its title or URL."""
        session = self.call.session
        if not session.tabs.running:
            await super().switch(name)
        listed = await session.tabs.list_tabs()
        same = [t.id for t in listed if name in (t.id, str(session.tab_facts(t.id).get("tab")))]
        fitting = [t.id for t in listed if name.casefold() in f"{t.title} {t.url}".casefold()]
        found = same or fitting
        if len(found) != 1:
            known = ", ".join(f"{session.tab_name(t.id)} ({t.title})" for t in listed)
            fits = f"{len(found)} tabs fit" if found else "No tab fits"
            raise TabNotFound(f"{fits}; open are {known}.")
        await session.tabs.switch(found[0])
        self.call.args["tab_id"] = found[0]

    async def follow(self, tab_id: str) -> str:
        """Continue in a new tab, and bring it to the front as a browser does for a user."""
        if not self.call.session.tabs.running:
            return ""
        self.before.append((await self.call.tab()).id)
        await self.switch(tab_id)
        return f"in front is now {self.call.session.tab_name(tab_id)}"

    async def leave(self, page: Page) -> str:
        """Continue in the tab that becomes current after the given tab was closed."""
        if not self.call.session.tabs.running:
            return await super().leave(page)
        session = self.call.session
        left = [each.id for each in await session.tabs.list_tabs()]
        back = next((each for each in reversed(self.before) if each in left), "")
        if not back and len(left) != 1:
            raise TabNotFound(f"The tab is closed; {len(left)} are open.", hint="Say: tab ID.")
        await self.switch(back or left[0])
        return f"the tab is closed; in front is now {session.tab_name(back or left[0])}"


def check_line(text: str, number: int) -> None:
    """Raise an error for an invalid line.

    Raises:
        InvalidOption: the line is invalid; the message does not quote the text that it types.
    """
    parse_line(text, number)


async def act(call: Invocation) -> CallAnswer:
    """Run the lines of an `act` call in order; the result contains a report for each line."""
    lines, place = parse_lines(call.needed("do")), _Tabs(call)
    if any(line.verb == "eval" for line in lines) and not call.session.allow_script:
        raise ScriptNotAllowed("No script runs here, and nothing was done.")
    limit = call.args.get("timeout_s")
    options = {} if limit is None else {"timeout_s": limit}
    done = await do_lines(place, lines, progress=call.progress, **options)

    def show(result: LineResult, page: Page) -> list[str]:
        if isinstance(result, PageText | Evaluation):
            return plain_rows(result, page)
        return present(result, call, page).text.split("\n")

    error = None if done.stopped is None else done.stopped.error
    text, facts = done.lines(show), done.to_json()
    return CallAnswer(text=text, facts=facts, failed=error is not None, error=error)
