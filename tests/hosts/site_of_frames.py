"""A page with a frame of the same process, one of another, and one of a third inside that."""

from __future__ import annotations

from webserver import LocalSite

__all__ = ["BUTTONS", "put_frames"]

BUTTONS = ("Top", "Same", "Other", "Nested")
"""Names of the buttons, one in each of the four documents."""


def put_frames(site: LocalSite) -> str:
    """Serve the pages; return the URL of the outermost one."""

    def page(path: str, name: str, inside: str = "") -> None:
        did = site.url(f"/did/{name.lower()}")
        press = f"this.dataset.done = 1; fetch('{did}', {{mode: 'no-cors'}})"
        body = f'<title>{name}</title><button id={name.lower()} onclick="{press}">{name}</button>'
        site.put(path, f"<!doctype html>{body}{inside}")
        site.put(f"/did/{name.lower()}", "", headers={"Access-Control-Allow-Origin": "*"})

    def frame(path: str, host: str) -> str:
        address = site.url(path, host=host)
        return f"<p><iframe id=f{path[1]} src='{address}' width=400 height=150></iframe>"

    page("/nested.html", "Nested")
    page("/same.html", "Same")
    page("/other.html", "Other", frame("/nested.html", "127.0.0.1"))
    inside = frame("/same.html", "127.0.0.1") + frame("/other.html", "localhost")
    page("/frames.html", "Top", inside + "<p><label>Name <input id=name></label>")
    return site.url("/frames.html")
