"""`observe page`: facts about the page, or a picture with numbered marks and its map."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from viewmark.mcp.content import TEXT_LIMIT, Answer, compact
from viewmark.mcp.tool import Call, What
from viewmark.mcp.tools.observe.options import (
    ANNOTATE,
    observe_options,
    refuse_without_picture,
    wants_marks,
)
from viewmark.mcp.tools.observe.pictures import check_name, picture, unchanged
from viewmark.mcp.tools.observe.records import MAP
from viewmark.page.observation_text import observation_text
from viewmark.page.observe import observe

if TYPE_CHECKING:
    from viewmark.page.observation import Observation
    from viewmark.session.tabs import OpenTab

__all__ = ["PAGE"]


async def observe_page(call: Call) -> Answer:
    """Facts about the page; with a picture the elements on it; with `since` what changed."""
    tab = await call.tab()
    if wants_marks(call.args):
        return await _annotate(call, tab)
    refuse_without_picture(call.args)
    if call.args.get("since"):
        seen = await observe(tab.page.context, observe_options(call, picture=False))
        return _map_content(call, seen)
    about = await tab.page.outline()
    as_lines = call.args.get("map") == "lines"
    return Answer(text=about.lines() if as_lines else compact({"page": about.to_json()}))


async def _annotate(call: Call, tab: OpenTab) -> Answer:
    context, state = tab.page.context, call.state
    options = observe_options(call)
    options.check()
    check_name(call)
    state.claim_picture()
    seen = await observe(context, options)
    if seen.base64 is None or seen.image_info is None:
        answer = _map_content(call, seen)
        notes = (unchanged(call.args),) if seen.picture_error is None else ()
        return replace(answer, notes=(*notes, *answer.notes))
    links = state.pictures.add(seen)
    made = picture(call, seen.frame_id, seen.base64, seen.image_info.format, seen.image or b"")
    return replace(_map_content(call, seen, path=made.path), links=links, picture=made)


def _map_content(call: Call, seen: Observation, *, path: str | None = None) -> Answer:
    """The map as lines; as JSON where that was asked for and arrives whole.

    Args:
        call: what was asked.
        seen: what was observed.
        path: where the picture was written to.
    """
    as_json = call.args.get("map") == "json"
    facts = seen.to_json() if as_json or call.state.settings.structured != "off" else None
    if facts is not None and path is not None:
        facts["image"]["path"] = path
    answer = Answer(text=observation_text(seen, gone=True), facts=facts)
    if not as_json:
        return answer
    text = compact(facts)
    if len(text) <= TEXT_LIMIT:
        return replace(answer, text=text)
    note = "[The map is given as lines: as JSON it is above the limit of clients]"
    return replace(answer, notes=(note,))


PAGE = What(
    name="page",
    handler=observe_page,
    parameters=(*ANNOTATE, MAP),
    aliases={
        "state": {},
        "look": {"annotate_screenshot": True},
        "annotated_screenshot": {"annotate_screenshot": True},
        "screenshot_with_marks": {"annotate_screenshot": True},
    },
    hint=(
        "url, title, headings, forms; with annotate_screenshot a picture with numbered marks and "
        "a line for each"
    ),
)
