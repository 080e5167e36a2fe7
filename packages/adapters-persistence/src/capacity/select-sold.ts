import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type CounterKey, isGeneralEntry } from './counter-key.ts'

/** Selects what a counter counts: tickets that are not cancelled themselves, in their range of the index by event and date. */
export const selectSold = (tables: Kysely<MuseumTables>, key: CounterKey) => {
  const ofDate = tables
    .selectFrom('museum_ticket')
    .where('ticket_date', '=', key.event_date)
    .where('state', '!=', 'cancelled')
  return isGeneralEntry(key)
    ? ofDate.where('event_id', 'is', null)
    : ofDate.where('event_id', '=', key.event_id).where('occurrence_number', '=', key.occurrence_number)
}
