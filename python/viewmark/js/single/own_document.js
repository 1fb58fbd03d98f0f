// Returns the document of the JavaScript world in which this script runs.

function ownDocument() {
  return document;
}
