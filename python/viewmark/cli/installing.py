"""`viewmark install CLIENT`: adds the MCP server to a client's settings and keeps a backup."""

from __future__ import annotations

import argparse
import difflib
import os
import stat
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from viewmark.cli.clients import CLIENTS, client_named, merge_entry, server_command
from viewmark.errors import ExtraMissing, InvalidOption
from viewmark.files import write_atomic


def install(args: argparse.Namespace) -> None:
    """Change the client's settings file, or with `--dry-run` only show the change."""
    if args.client is None:
        for each in CLIENTS:
            path = each.path(Path.home(), os.environ, sys.platform)
            there = "found" if path.exists() else "no file yet"
            print(f"{each.name:16}{each.title:16}{path}  ({there})")
        return
    client = client_named(args.client)
    path = args.file or client.path(Path.home(), os.environ, sys.platform)
    command = server_command() + list(args.options)
    before = read_settings(path)
    after = merge_entry(client, before, command)
    if args.dry_run:
        diff = difflib.unified_diff(
            before.splitlines(), after.splitlines(), str(path), f"{path} (new)", lineterm=""
        )
        print("\n".join(diff) or f"{client.title} has it already: {path}")
        return
    if command[0] != "uvx" and find_spec("mcp") is None:
        raise ExtraMissing(
            "The MCP server needs the package mcp, which is not installed here.",
            hint="Install it with: pip install 'viewmark[mcp]'. Nothing was changed.",
        )
    if after == before:
        print(f"{client.title} has it already: {path}")
        return
    mode = None
    if path.exists():
        mode = stat.S_IMODE(path.stat().st_mode)
        backup = _free(path.with_name(f"{path.name}.{time.strftime('%Y%m%d-%H%M%S')}.backup"))
        write_atomic(backup, path.read_bytes())
        print(f"What was there is kept in {backup}")
    elif not path.parent.exists():
        print(f"There was no {path.parent} yet: has {client.title} been started here?")
    written = write_atomic(path, after.encode())
    if mode is not None:
        written.chmod(mode)
    print(f"{client.title} starts viewmark with: {' '.join(command)}\n{path}\n{client.after}")


def read_settings(path: Path) -> str:
    """Return the text of a client's settings; empty if the file does not exist.

    Raises:
        InvalidOption: the file is not text.
    """
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError:
        raise InvalidOption(
            f"{path} is not UTF-8 text, so it was left as it is.",
            hint="Give the client's settings with --file, or save that file as UTF-8.",
        ) from None


def _free(path: Path) -> Path:
    """Return an unused file name, so that a backup made in the same second is not replaced."""
    name, count = path.name, 2
    while path.exists():
        path = path.with_name(f"{name}.{count}")
        count += 1
    return path
