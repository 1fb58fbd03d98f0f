// Returns whether the browser supports a locale and a time zone.

/**
 * @param {string} locale @param {string} timeZone
 */
function intlAccepts(locale, timeZone) {
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
    return Intl.DateTimeFormat.supportedLocalesOf([locale]).length > 0;
  } catch {
    return false;
  }
}
