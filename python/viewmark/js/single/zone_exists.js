// Returns whether the browser supports a time zone.

/**
 * @param {string} zone
 */
function zoneExists(zone) {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format() !== "";
  } catch {
    return false;
  }
}
