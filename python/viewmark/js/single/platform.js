// The platform that the browser names.

function platform() {
  return navigator.platform;
}
