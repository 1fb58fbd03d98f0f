// Returns whether the browser supports a locale.

/**
 * @param {string} locale
 */
function localeExists(locale) {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([locale]).length > 0;
  } catch {
    return false;
  }
}
