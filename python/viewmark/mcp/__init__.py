"""The MCP server: the tools over the library. Only `server.py` imports the SDK, and late."""
