// Returns whether this document is a secure context, and whether it has the WebMCP API.

function canOfferTools() {
  return [isSecureContext, typeof document.modelContext === "object"];
}
