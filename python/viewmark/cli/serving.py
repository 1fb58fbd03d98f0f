"""`viewmark mcp`: serve agents over the Model Context Protocol."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from viewmark.errors import ExtraMissing

if TYPE_CHECKING:
    import argparse

__all__ = ["serve"]


def serve(args: argparse.Namespace) -> None:
    """Serve until the client goes."""
    from viewmark.mcp.desks import Desks
    from viewmark.mcp.settings import Settings

    desks = Desks(
        Settings(
            attach=args.attach,
            headed=args.headed,
            viewport=args.size,
            output=args.output,
            origins=tuple(args.allow_origin),
            allow_local=args.allow_local,
            draw=args.draw,
            images=args.images,
            structured=args.structured,
            max_base64=args.max_base64,
            max_tokens=args.max_tokens,
            state=args.state,
        )
    )
    try:
        from viewmark.mcp.server import serve_http, serve_stdio
    except ModuleNotFoundError as error:
        raise ExtraMissing(
            f"The MCP server needs the package {error.name}.",
            hint="Install it with: pip install 'viewmark[mcp]'.",
        ) from None
    asyncio.run(serve_http(desks, port=args.port) if args.http else serve_stdio(desks))
