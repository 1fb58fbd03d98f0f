"""The MCP server: connects the SDK's low-level server to the dispatchers, and serves on stdio.

The low-level server is used because schemas and validation are our own (`validation.py`), and
results are content blocks without `structuredContent`, for which clients would drop the image. The
SDK supports both protocol generations.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage

from viewmark.errors import ViewmarkError
from viewmark.mcp import prompt
from viewmark.mcp.content import blocks, structure_answer
from viewmark.mcp.dispatcher import Dispatcher
from viewmark.mcp.line_reader import LineReader, refuse_line
from viewmark.mcp.logging_setup import log_to_stderr
from viewmark.mcp.sessions import Sessions
from viewmark.mcp.tool import Tool
from viewmark.mcp.tools import TOOLS
from viewmark.mcp.validation import input_schema


def build(sessions: Sessions, *, instructions: str = prompt.INSTRUCTIONS) -> Server[Any]:
    """Build the SDK's server for these sessions; the tool list and schemas never change."""
    tools = [_tool(each) for each in TOOLS]

    async def list_tools(_ctx: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def progress(done: float, message: str) -> None:
            await ctx.session.report_progress(done, None, message)

        client = _client_name(ctx)
        dispatcher = _dispatcher(sessions, ctx)
        answer = await dispatcher.call(
            params.name, params.arguments, progress=progress, client=client
        )
        settings = dispatcher.state.settings
        made = blocks(answer, images=settings.images_for(client))
        return types.CallToolResult(
            content=[_block(each) for each in made],
            structured_content=structure_answer(answer, made, settings.structured),
            is_error=answer.failed,
            _meta=answer.meta(),
        )

    async def list_prompts(_ctx: Any, _params: Any) -> types.ListPromptsResult:
        about = "When to look, how to name targets, what to do after an error."
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=prompt.PROMPT_NAME, description=about)]
        )

    async def get_prompt(_ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != prompt.PROMPT_NAME:
            known = f"There is no prompt {params.name[:60]!r}; there is {prompt.PROMPT_NAME!r}."
            raise MCPError(types.INVALID_PARAMS, known)
        if params.arguments:
            named = ", ".join(repr(each[:60]) for each in list(params.arguments)[:5])
            reply = f"The prompt {prompt.PROMPT_NAME!r} takes no arguments, not {named}."
            raise MCPError(types.INVALID_PARAMS, reply)
        text = types.TextContent(type="text", text=prompt.PROMPT_TEXT)
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])

    async def list_resources(ctx: Any, _params: Any) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=uri, name=name, mime_type=mime)
            for uri, name, mime in _dispatcher(sessions, ctx).state.pictures.list_links()
        ]
        return types.ListResourcesResult(resources=found)

    async def read_resource(
        ctx: Any, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        try:
            data, mime = _dispatcher(sessions, ctx).state.pictures.read(str(params.uri))
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
        instructions=instructions,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


async def serve_stdio(sessions: Sessions) -> None:
    """Serve one client on stdin and stdout until EOF, then close everything that was started."""
    log_to_stderr(sessions.redactor)
    server = build(sessions)

    async def messages() -> AsyncIterator[str]:
        async for line in LineReader(0):
            try:
                types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError:
                if (error := refuse_line(line)) is not None:
                    await writer.send(SessionMessage(types.JSONRPCError.model_validate(error)))
            else:
                yield line

    try:
        lines: Any = messages()
        async with stdio_server(stdin=lines) as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        await sessions.close()


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


def _dispatcher(sessions: Sessions, ctx: Any) -> Dispatcher:
    request = getattr(ctx, "request", None)
    if request is None:  # stdio, where there is a single client and session
        return sessions.of()
    return sessions.of(
        str(request.headers.get("mcp-session-id", "")),
        client=f"{_client_name(ctx)} {_client_name(ctx, 'version')}",
    )


def _client_name(ctx: Any, part: str = "name") -> str:
    """Return the client's name, for presets; empty if it sent none."""
    params = getattr(getattr(ctx, "session", None), "client_params", None)
    info = getattr(params, "client_info", None)
    name = getattr(info, part, "")
    return name[:200] if isinstance(name, str) else ""
