// Resolves to true after the second frame from now, or after half a second.

function twoFrames() {
  return new Promise((done) => {
    setTimeout(done, 500);
    requestAnimationFrame(() => requestAnimationFrame(done));
  }).then(() => true);
}
