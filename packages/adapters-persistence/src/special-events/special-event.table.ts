/** `event_id` is a UUID as bytes, `price` is in minor units. */
type SpecialEventTable = {
  event_id: Uint8Array
  name: string
  location: string
  event_description: string
  price: number
}

/**
 * The dates of the events. `previous_date` is the same event's date before this one: the first date of an event that is
 * not before a day is the one whose `previous_date` is before that day, or null. One index holds all of it.
 */
type SpecialEventDateTable = { event_id: Uint8Array; event_date: string; previous_date: string | null }

/** One row, whose `revision` grows with every event that comes or goes or changes its dates. */
type SpecialEventRevisionTable = { id: number; revision: number }

export type SpecialEventTables = {
  special_event: SpecialEventTable
  special_event_date: SpecialEventDateTable
  special_event_revision: SpecialEventRevisionTable
}
