"""The MCP server: tools over the library. Only `server.py` imports the SDK, and only on use."""
