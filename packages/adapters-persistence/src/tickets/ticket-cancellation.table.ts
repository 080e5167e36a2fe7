/**
 * The tickets that were cancelled individually, for the revocations. `cancelled_at` is in seconds since 1970, by the clock of
 * the database, as is the removal of an occurrence: a client reads what is new since the latest of both.
 */
type TicketCancellationTable = {
  ticket_id: Uint8Array
  ticket_date: string
  cancelled_at: number
}

export type TicketCancellationTables = { ticket_cancellation: TicketCancellationTable }
