// Whether the browser knows a time zone.

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
