/** The texts of the page with hours, events and places. */
export type HoursTexts = Readonly<{
  title: string
  today: string
  closed: string
  nextDays: string
  events: string
  noEvents: string
  generalEntry: string
  date: string
  openingHours: string
  places: string
  /** How many places are left. */
  placesLeft: (places: number) => string
  /** There is no limit. */
  unlimited: string
  soldOut: string
}>
