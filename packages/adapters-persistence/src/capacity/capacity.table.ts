/**
 * One row, with `id` 1: the limit of general entry for each day, null while it is not limited; and `limit_sequence`, the
 * number of the latest limit of all, those of events included. Each change of a capacity locks the row.
 */
type GeneralEntryLimitTable = {
  id: number
  capacity: number | null
  limit_number: number | null
  limit_sequence: number
}

/**
 * How many tickets are sold for each occurrence of an event and, under an `event_id` of zero bytes and the
 * `occurrence_number` 0, for general entry on each date. `sold` is right while the limit with `limit_number` is in force; the
 * tickets are counted again under another one.
 */
type PlaceCounterTable = {
  event_id: Uint8Array
  event_date: string
  occurrence_number: number
  limit_number: number
  sold: number
}

export type CapacityTables = { general_entry_limit: GeneralEntryLimitTable; place_counter: PlaceCounterTable }
