import { type MuseumDatabase, kyselyTicketRepository } from '@museum/adapters-persistence'
import { TicketId } from '@museum/domain'
import type { StoredAdmissions } from './check-admissions.ts'
import { entryTimeOf, readCounters, readOccurrences } from './read-stored.ts'
import { uuidOf } from './uuid-of.ts'

/**
 * Reads the tickets, the scans and what belongs to them: the columns from the tables, so that every row is seen, and each
 * ticket's state through the repository, as the service reads it.
 */
export const readAdmissions = async (
  database: MuseumDatabase,
): Promise<Omit<StoredAdmissions, 'summary' | 'revocations' | 'followedRevocations'>> => {
  const { kysely } = database
  const { find } = kyselyTicketRepository(database)
  const hasOccurrence = await readOccurrences(database)
  const tickets = await kysely.selectFrom('museum_ticket').selectAll().execute()
  const scans = await kysely.selectFrom('scan').selectAll().execute()
  const furtherEntries = await kysely.selectFrom('further_entry').select('admission_id').execute()
  const entered = new Set(furtherEntries.map((row) => uuidOf(row.admission_id)))
  const cancellations = await kysely.selectFrom('ticket_cancellation').select('ticket_id').execute()
  const entries = await kysely
    .selectFrom('audit_entry')
    .select(['operation', 'subject_id', 'values_before'])
    .where('subject_kind', '=', 'ticket')
    .execute()
  const utf8Text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()
  return {
    tickets: await Promise.all(
      tickets.map(async (row) => {
        const ticketId = uuidOf(row.ticket_id)
        const eventId = row.event_id && uuidOf(row.event_id)
        return {
          ticketId,
          ticketDate: row.ticket_date,
          eventId,
          occurrenceNumber: row.occurrence_number,
          entryTime: entryTimeOf(row.entry_minute),
          isCancelled: row.state === 'cancelled',
          hasOccurrence: hasOccurrence(row),
          admission: row.admission_id && {
            admissionId: uuidOf(row.admission_id),
            at: row.admitted_at!,
            gate: utf8Text(row.admission_gate),
          },
          state: (await find(TicketId(ticketId)))?.state ?? 'not found',
        }
      }),
    ),
    scans: scans.map((row) => ({
      admissionId: uuidOf(row.admission_id),
      at: row.scanned_at,
      date: row.scan_date,
      gate: utf8Text(row.gate),
      isOffline: row.is_offline === 1,
      ticketId: row.ticket_id && uuidOf(row.ticket_id),
      reason: row.reason,
      anyTime: row.any_time === 1,
      isFurtherEntry: entered.has(uuidOf(row.admission_id)),
      scanId: row.scan_id && uuidOf(row.scan_id),
      pressId: row.press_id && uuidOf(row.press_id),
    })),
    cancellations: cancellations.map((row) => uuidOf(row.ticket_id)),
    audit: entries.map(({ operation, subject_id, values_before }) => {
      const { admissionId } = JSON.parse(values_before ?? '{}') as { admissionId?: string }
      return { operation, ticketId: Buffer.from(subject_id).toString(), admissionId }
    }),
    counters: await readCounters(database),
  }
}
