// The Swedish form of a date and time is that of ISO 8601.
const iso = 'sv-SE'

/** Dates and times in the time zone of the museum, known without a network. */
export const clockIn = (/** @type {string} */ timeZone) => ({
  /** The current date, as YYYY-MM-DD. */
  today: () => new Date().toLocaleDateString(iso, { timeZone }),
  /** The date of a moment, as YYYY-MM-DD. */
  dateOf: (/** @type {string} */ moment) => new Date(moment).toLocaleDateString(iso, { timeZone }),
  /** A moment as people read it: YYYY-MM-DD HH:mm:ss. */
  read: (/** @type {string} */ moment) => new Date(moment).toLocaleString(iso, { timeZone }),
})
