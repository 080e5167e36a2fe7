/**
 * `event_id` is a UUID as bytes, `price` is in minor units. `revision` starts at 1 and is increased by every change, but not
 * of the limit. `capacity` and `limit_number` are null while the places of the event are not limited.
 */
type SpecialEventTable = {
  event_id: Uint8Array
  name: string
  location: string
  event_description: string
  price: number
  revision: number
  capacity: number | null
  limit_number: number | null
}

/**
 * The occurrences of the events: one for each date. `occurrence_number` is the event's revision in which the date was
 * added. `previous_date` is the date of the same event before this one, or null. The first date of an event from day D on
 * has `event_date >= D` and `previous_date < D` or null, so that one index contains all that a list needs.
 */
type SpecialEventOccurrenceTable = {
  event_id: Uint8Array
  event_date: string
  previous_date: string | null
  occurrence_number: number
}

/** One row, whose `revision` is increased when an event is added or removed or its dates change. */
type SpecialEventRevisionTable = { id: number; revision: number }

/** Deleted events. `revision` is the one of the deletion, `removed_at` is in seconds since 1970. */
type RemovedSpecialEventTable = SpecialEventTable & { removed_at: number }

/** Removed occurrences, with the revision and the time (in seconds since 1970) of their removal. */
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
