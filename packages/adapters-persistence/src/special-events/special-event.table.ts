/** `event_id` is a UUID as bytes, `price` is in minor units. `revision` begins at 1, and every change raises it by one. */
type SpecialEventTable = {
  event_id: Uint8Array
  name: string
  location: string
  event_description: string
  price: number
  revision: number
}

/**
 * The occurrences of the events: one for each date. `occurrence_number` is the event's revision in which the date was
 * added. `previous_date` is the same event's date before this one: the first date of an event from a day on is the one
 * whose `previous_date` is before that day, or null. One index holds all that a list needs.
 */
type SpecialEventOccurrenceTable = {
  event_id: Uint8Array
  event_date: string
  previous_date: string | null
  occurrence_number: number
}

/** One row, whose `revision` is raised by everything that adds or removes an event or changes the dates of one. */
type SpecialEventRevisionTable = { id: number; revision: number }

/** Deleted events, as they were. `revision` is the one of the deletion, `removed_at` is in seconds since 1970. */
type RemovedSpecialEventTable = SpecialEventTable & { removed_at: number }

/** Occurrences that are gone, with the revision and the time (in seconds since 1970) of their removal. */
type RemovedSpecialEventOccurrenceTable = {
  event_id: Uint8Array
  event_date: string
  occurrence_number: number
  removed_in_revision: number
  removed_at: number
}

export type SpecialEventTables = {
  special_event: SpecialEventTable
  special_event_occurrence: SpecialEventOccurrenceTable
  special_event_revision: SpecialEventRevisionTable
  removed_special_event: RemovedSpecialEventTable
  removed_special_event_occurrence: RemovedSpecialEventOccurrenceTable
}
