// Returns whether the page may write to the clipboard: "insecure", or the state of the permission.

async function mayWriteClipboard() {
  if (!isSecureContext) return "insecure";
  return (
    await navigator.permissions.query({
      name: /** @type {PermissionName} */ ("clipboard-write"),
    })
  ).state;
}
