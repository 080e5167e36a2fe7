import type {
  Admission,
  AdmissionId,
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventId,
  EventLocation,
  EventName,
  Gate,
  Instant,
  Phone,
  Price,
  Purchaser,
  Ticket,
  TicketId,
  TicketKeyId,
} from '@museum/domain'
import { ticketState } from '@museum/domain'
import type { Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'

/** The `email` of a ticket whose purchaser's data were erased. The column cannot be null. */
export const erasedEmail = ''

export type TicketRow = Selectable<MuseumTables['museum_ticket']>

/** The columns of a ticket as it is sold. */
export const ticketColumns = [
  'ticket_id',
  'ticket_type',
  'event_id',
  'event_name',
  'event_location',
  'ticket_date',
  'email',
  'phone',
  'confirmation_code',
  'price',
  'currency',
  'state',
  'occurrence_number',
  'sold_at',
  'sold_by',
  'signing_key',
] as const satisfies (keyof TicketRow)[]

export type SoldTicketRow = Pick<TicketRow, (typeof ticketColumns)[number]>

/** Turns a ticket that is being sold into a row. */
export const rowOf = (ticket: Ticket): SoldTicketRow => {
  const event = ticket.ticketType === 'event' ? ticket.event : undefined
  return {
    ticket_id: bytesOfUuid(ticket.ticketId),
    ticket_type: ticket.ticketType,
    event_id: event === undefined ? null : bytesOfUuid(event.eventId),
    event_name: event?.name ?? null,
    event_location: event?.location ?? null,
    ticket_date: ticket.ticketDate,
    email: ticket.purchaser?.email ?? erasedEmail,
    phone: ticket.purchaser?.phone ?? null,
    confirmation_code: ticket.confirmationCode,
    price: ticket.price,
    currency: ticket.currency,
    state: ticket.state,
    occurrence_number: ticket.ticketType === 'event' ? ticket.occurrenceNumber : null,
    sold_at: ticket.soldAt ?? null,
    sold_by: ticket.soldBy === undefined ? null : Buffer.from(ticket.soldBy),
    signing_key: ticket.signingKey ?? null,
  }
}

/**
 * Turns a row, and the number of its event's current occurrence on its date, into a ticket. The values are not validated
 * again: a row that was stored under an older rule stays readable.
 */
export const ticketOf = (row: TicketRow & { current_occurrence_number: number | null }): Ticket => {
  const occurrenceNumber = row.occurrence_number ?? 0
  const sold = {
    ticketId: uuidOfBytes(row.ticket_id) as TicketId,
    ticketDate: row.ticket_date as CalendarDate,
    ...(row.email !== erasedEmail && { purchaser: purchaserOf(row) }),
    confirmationCode: row.confirmation_code as ConfirmationCode,
    price: row.price as Price,
    currency: row.currency as Currency,
    ...(row.sold_at !== null && { soldAt: row.sold_at as Instant }),
    ...(row.sold_by !== null && { soldBy: Buffer.from(row.sold_by).toString() }),
    ...(row.signing_key !== null && { signingKey: row.signing_key as TicketKeyId }),
    ...(row.admission_id !== null && { admission: admissionOf(row, row.admission_id) }),
  }
  const isAdmitted = row.admission_id !== null
  const isCancelled = row.state === 'cancelled'
  if (row.event_id === null)
    return { ticketType: 'general', ...sold, state: ticketState({ ticketType: 'general', isAdmitted, isCancelled }) }
  const event = {
    eventId: uuidOfBytes(row.event_id) as EventId,
    name: row.event_name as EventName,
    location: row.event_location as EventLocation,
  }
  const currentOccurrenceNumber = row.current_occurrence_number ?? undefined
  const facts = { isAdmitted, isCancelled, occurrenceNumber, currentOccurrenceNumber }
  const state = ticketState({ ticketType: 'event', ...facts })
  return { ticketType: 'event', event, occurrenceNumber, ...sold, state }
}

const purchaserOf = ({ email, phone }: TicketRow): Purchaser => ({
  email: email as Email,
  ...(phone !== null && { phone: phone as Phone }),
})

const admissionOf = ({ admitted_at, admission_gate }: TicketRow, admissionId: Uint8Array): Admission => ({
  admissionId: uuidOfBytes(admissionId) as AdmissionId,
  at: admitted_at as Instant,
  ...(admission_gate !== null && { gate: Buffer.from(admission_gate).toString() as Gate }),
})
