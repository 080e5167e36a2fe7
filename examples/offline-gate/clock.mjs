// Swedish dates and times have the form of ISO 8601.
const locale = 'sv-SE'

/** Dates and times in the time zone of the museum, known without a network. Throws when there is no such zone. */
export const clockIn = (/** @type {string} */ timeZone) => {
  const date = new Intl.DateTimeFormat(locale, { timeZone })
  const dateAndTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    /** The date of a moment, as YYYY-MM-DD. */
    dateOf: (/** @type {string} */ moment) => date.format(new Date(moment)),
    /** A moment as YYYY-MM-DD HH:mm:ss. */
    read: (/** @type {string} */ moment) => dateAndTime.format(new Date(moment)),
  }
}
