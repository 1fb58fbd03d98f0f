// Returns the document of this world.

function ownDocument() {
  return document;
}
