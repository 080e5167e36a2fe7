/** The texts of the page with hours, events and places. */
export type HoursTexts = Readonly<{
  title: string
  today: string
  /** The label of the first date that is shown. */
  from: string
  closed: string
  generalEntry: string
  /** How many places are left. */
  placesLeft: (places: number) => string
  soldOut: string
}>
