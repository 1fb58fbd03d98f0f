"""`viewmark install CLIENT`: enter the MCP server in a client's list, keeping a backup."""

from __future__ import annotations

import difflib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from viewmark.cli.clients import CLIENTS, client_named, merged, server_command
from viewmark.files import write_atomic

if TYPE_CHECKING:
    import argparse

__all__ = ["install"]


def install(args: argparse.Namespace) -> None:
    """Change the client's file, or with `--dry-run` show what would change."""
    if args.client is None:
        for each in CLIENTS:
            path = each.path(Path.home(), os.environ, sys.platform)
            there = "found" if path.exists() else "no file yet"
            print(f"{each.name:16}{each.title:16}{path}  ({there})")
        return
    client = client_named(args.client)
    path = args.file or client.path(Path.home(), os.environ, sys.platform)
    command = server_command() + list(args.options)
    before = path.read_text("utf-8") if path.exists() else ""
    after = merged(client, before, command)
    if after == before:
        print(f"{client.title} has it already: {path}")
        return
    if args.dry_run:
        diff = difflib.unified_diff(
            before.splitlines(), after.splitlines(), str(path), f"{path} (new)", lineterm=""
        )
        print("\n".join(diff))
        return
    if before:
        kept = path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}.backup")
        write_atomic(kept, before.encode())
        print(f"What was there is kept in {kept}")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, after.encode())
    print(f"{client.title} starts viewmark with: {' '.join(command)}\n{path}\n{client.after}")
