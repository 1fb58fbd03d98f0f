"""The calls that all front ends (MCP, command line, agents) share: names, options and handlers."""
