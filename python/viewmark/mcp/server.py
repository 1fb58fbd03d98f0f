"""The MCP server: the official SDK's low-level server over the desk. The only importer of the SDK.

Low-level on purpose: schemas and validation are ours (`schema.py`), answers are content blocks
without `structuredContent` (clients drop the picture beside it), and both protocol eras come free.
"""

from __future__ import annotations

import logging
import secrets
import socket
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from viewmark.errors import ViewmarkError
from viewmark.mcp import prompt
from viewmark.mcp.content import blocks, structured
from viewmark.mcp.gate import BODY_LIMIT, BearerGate
from viewmark.mcp.logs import log_to_stderr
from viewmark.mcp.parameters import TOOLS
from viewmark.mcp.schema import input_schema

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from viewmark.mcp.desks import Desks
    from viewmark.mcp.parameters import Tool

__all__ = ["build", "serve_http", "serve_stdio"]

_log = logging.getLogger("viewmark.mcp")


def build(desks: Desks) -> Server[Any]:
    """The server over these desks; tool list and schemas are constant."""
    tools = [_tool(each) for each in TOOLS]

    async def list_tools(_ctx: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def progress(done: float, message: str) -> None:
            await ctx.session.report_progress(done, None, message)

        client = _client_name(ctx)
        desk = desks.of(_session(ctx))
        answer = await desk.call(params.name, params.arguments, progress=progress, client=client)
        images = desk.images_for(client)
        made = blocks(answer, images=images)
        return types.CallToolResult(
            content=[_block(each) for each in made],
            structured_content=structured(answer, made, desk.settings.structured),
            is_error=answer.failed,
        )

    async def list_prompts(_ctx: Any, _params: Any) -> types.ListPromptsResult:
        about = "When to look, how to name targets, what to do after an error."
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=prompt.PROMPT_NAME, description=about)]
        )

    async def get_prompt(_ctx: Any, _params: Any) -> types.GetPromptResult:
        text = types.TextContent(type="text", text=prompt.PROMPT_TEXT)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])

    async def list_resources(ctx: Any, _params: Any) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=uri, name=name, mime_type=mime)
            for uri, name, mime in desks.of(_session(ctx)).resources()
        ]
        return types.ListResourcesResult(resources=found)

    async def read_resource(
        ctx: Any, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        try:
            data, mime = desks.of(_session(ctx)).read_resource(str(params.uri))
        except ViewmarkError as error:
            raise MCPError(types.INVALID_PARAMS, error.message) from None
        blob = types.BlobResourceContents(uri=params.uri, mime_type=mime, blob=data)
        return types.ReadResourceResult(contents=[blob])

    @asynccontextmanager
    async def lifespan(_server: Server[Any]) -> AsyncIterator[dict[str, Any]]:
        yield {}

    return Server(
        "viewmark",
        version=version("viewmark"),
        title="viewmark",
        instructions=prompt.INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def serve_stdio(desks: Desks) -> None:
    """Serve one client on stdin and stdout until EOF; then end what was started."""
    log_to_stderr(desks.redactor)
    server = build(desks)
    try:
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        await desks.close()


async def serve_http(desks: Desks, *, port: int, token: str | None = None) -> None:
    """Serve clients over streamable HTTP on the loopback, behind a bearer token.

    Args:
        desks: what answers; one for each session.
        port: of 127.0.0.1; 0 for a free one.
        token: made anew if omitted; told on stderr.
    """
    import uvicorn
    from mcp.server.transport_security import TransportSecuritySettings

    log_to_stderr(desks.redactor)
    secret = token or secrets.token_urlsafe(24)
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(128)  # from here on clients wait instead of being refused
        bound = listener.getsockname()[1]
        hosts = [f"127.0.0.1:{bound}", f"localhost:{bound}"]
        app = build(desks).streamable_http_app(
            json_response=False,
            max_request_body_size=BODY_LIMIT,
            # Exactly this port: any other page on localhost is somebody else's.
            transport_security=TransportSecuritySettings(
                allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
            ),
        )
        sys.stderr.write(
            f"viewmark: http://127.0.0.1:{bound}/mcp\nviewmark: Authorization: Bearer {secret}\n"
        )
        sys.stderr.flush()
        config = uvicorn.Config(
            BearerGate(app, secret, on_delete=desks.end),
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=3,
        )
        try:
            await uvicorn.Server(config).serve(sockets=[listener])
        finally:
            await desks.close()


def _tool(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        description=tool.doc,
        input_schema=input_schema(tool),
        annotations=types.ToolAnnotations(
            read_only_hint=tool.read_only,
            destructive_hint=tool.destructive,
            idempotent_hint=tool.idempotent,
            open_world_hint=tool.open_world,
        ),
    )


def _block(block: dict[str, Any]) -> Any:
    kinds = {
        "text": types.TextContent,
        "image": types.ImageContent,
        "resource_link": types.ResourceLink,
    }
    made: Any = kinds[block["type"]]
    return made.model_validate(block)


def _session(ctx: Any) -> str:
    """The session's id; empty on stdio and for those who speak the revision without sessions."""
    headers = getattr(getattr(ctx, "request", None), "headers", {})
    return str(headers.get("mcp-session-id", ""))


def _client_name(ctx: Any) -> str:
    """The client's own name, for presets; empty if it gave none."""
    params = getattr(getattr(ctx, "session", None), "client_params", None)
    info = getattr(params, "client_info", None)
    name = getattr(info, "name", "")
    return name if isinstance(name, str) else ""
