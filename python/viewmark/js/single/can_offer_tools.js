// Whether this document is secure, and whether it has the interface of WebMCP.

function canOfferTools() {
  return [isSecureContext, typeof document.modelContext === "object"];
}
