// Returns the WebMCP tools of this document, in the format in which CDP lists the tools of all documents.

async function ownTools() {
  const tools = (await document.modelContext?.getTools?.()) ?? [];
  const formOf = (/** @type {string} */ name) => [...document.forms].find((f) => f.getAttribute("toolname") === name);
  return tools
    .filter((tool) => tool.window === window)
    .slice(0, 1000)
    .map((tool) => {
      const { name, description, inputSchema, annotations } = tool;
      const form = formOf(name);
      return {
        name,
        description,
        inputSchema: typeof inputSchema === "string" ? JSON.parse(inputSchema) : inputSchema,
        backendNodeId: form ? 1 : 0,
        annotations: {
          readOnly: annotations?.readOnlyHint,
          consequential: annotations?.consequentialHint,
          untrustedContent: annotations?.untrustedContentHint,
          autosubmit: form?.hasAttribute("toolautosubmit"),
        },
      };
    });
}
