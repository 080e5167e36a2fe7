import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Place, isGeneralEntry } from './place.ts'

/** Selects the tickets for a place that are not cancelled themselves, in their range of the index by event and date. */
export const selectSold = (tables: Kysely<MuseumTables>, place: Place) => {
  const ofDate = tables
    .selectFrom('museum_ticket')
    .where('ticket_date', '=', place.event_date)
    .where('state', '!=', 'cancelled')
  return isGeneralEntry(place)
    ? ofDate.where('event_id', 'is', null)
    : ofDate.where('event_id', '=', place.event_id).where('occurrence_number', '=', place.occurrence_number)
}
