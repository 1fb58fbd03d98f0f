// Returns the platform that the browser reports.

function platform() {
  return navigator.platform;
}
