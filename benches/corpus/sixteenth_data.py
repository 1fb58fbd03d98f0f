"""Demo data for the applications of the sixteenth sealed set."""

from __future__ import annotations

import datetime as dt
import json
import urllib.request
from pathlib import Path

KITS = Path(__file__).resolve().parent / "kits"
ASKED = (
    ("How long does rye keep?", "Four days."),
    ("Is the oven free?", "At ten."),
    ("Which flour for rolls?", "Wheat."),
    ("What is baked today?", "Rye and rolls."),
    ("Who drives the van?", "Nobody yet."),
)


def conference(_: Path, home: Path) -> None:
    (home / "start.sh").write_text(f"exec $2/python {KITS}/pretalx_app.py $1\n")


def watcher(_: Path, home: Path) -> None:
    (home / "start.sh").write_text(
        "export PHOENIX_WORKING_DIR=$PWD PHOENIX_PORT=$1 PHOENIX_GRPC_PORT=$3 "
        "PHOENIX_HOST=127.0.0.1 PHOENIX_TELEMETRY_ENABLED=false\nexec $2/phoenix serve\n"
    )


def questions(port: int, _: int) -> None:
    """Send five questions to a bakery, as traces and as a data set."""

    def post(path: str, body: dict[str, object]) -> None:
        url, words = f"http://127.0.0.1:{port}/v1/{path}", {"Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode(), words)
        urllib.request.urlopen(request).close()

    post("projects", {"name": "bakery", "description": "Orders by word"})
    start = dt.datetime.now(dt.UTC) - dt.timedelta(hours=2)
    spans = [
        {"name": "answer", "span_kind": "LLM", "status_code": "OK" if n < 4 else "ERROR",
         "context": {"trace_id": f"{n + 1:032x}", "span_id": f"{n + 1:016x}"},
         "start_time": (start + dt.timedelta(minutes=n)).isoformat(),
         "end_time": (start + dt.timedelta(minutes=n, seconds=n + 1)).isoformat(),
         "attributes": {"input.value": asked, "output.value": said, "llm.model_name": "small"}}
        for n, (asked, said) in enumerate(ASKED)
    ]  # fmt: skip
    post("projects/bakery/spans", {"data": spans})
    post("datasets/upload?sync=true", {
        "action": "create", "name": "Orders", "inputs": [{"question": q} for q, _ in ASKED],
        "outputs": [{"answer": a} for _, a in ASKED], "metadata": [{} for _ in ASKED],
    })  # fmt: skip


def boat(bin_: Path, home: Path) -> None:
    """Create a boat with instruments; the server's pages are linked into its own packages."""
    inner = bin_.parent / "signalk-server" / "node_modules"
    inner.mkdir(exist_ok=True)
    if not (inner / "@signalk").exists():
        (inner / "@signalk").symlink_to(bin_.parent / "@signalk")
    (home / "kept").mkdir()
    (home / "kept" / "baseDeltas.json").write_text(json.dumps([
        {"context": "vessels.self", "updates": [{"values": [
            {"path": "", "value": {"name": "Reed", "mmsi": "230000001"}}]}]}]))  # fmt: skip
    (home / "start.sh").write_text(
        "export SIGNALK_NODE_CONFIG_DIR=$PWD/kept PORT=$1 SIGNALK_DISABLE_SERVER_UPDATES=1\n"
        f"exec node {bin_.parent}/signalk-server/bin/signalk-server\n"
    )
