"""All calls (from `table.toml`), in the order of the command line's help."""

from __future__ import annotations

from viewmark.calls.call import Call
from viewmark.calls.options import rows

CALLS = tuple(Call(**row) for row in rows()["calls"])
BY_NAME = {call.name: call for call in CALLS}
