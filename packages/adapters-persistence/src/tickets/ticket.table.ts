/**
 * `event_id`, `event_name`, `event_location` and `occurrence_number` are null for a general ticket; `occurrence_number`
 * is 1 for general tickets that were sold before the column existed. `state` is `cancelled` for a ticket that was
 * cancelled individually; whether its occurrence exists is decided when the ticket is read.
 *
 * `sold_at` is in milliseconds since 1970, `sold_by` the user's name in UTF-8; both are null for tickets that were sold
 * before these columns existed. `signing_key` is the `key_id` of the ticket's key; null for tickets that were sold before
 * codes were signed.
 *
 * `admission_id`, `admitted_at` (in milliseconds since 1970) and `admission_gate` (in UTF-8) are the admission of a ticket
 * that was used; `admission_id` is null for any other.
 *
 * `email` is empty and `phone` null when the data of the purchaser were erased. `email_hash` is the result of `emailHash`;
 * `erasedEmailHash` when they were erased; null for tickets that were sold since the last search by address, which stores it.
 */
type TicketTable = {
  ticket_id: Uint8Array
  ticket_type: string
  event_id: Uint8Array | null
  event_name: string | null
  event_location: string | null
  ticket_date: string
  email: string
  phone: string | null
  confirmation_code: string
  price: number
  currency: string
  state: string
  occurrence_number: number | null
  sold_at: number | null
  sold_by: Uint8Array | null
  signing_key: number | null
  admission_id: Uint8Array | null
  admitted_at: number | null
  admission_gate: Uint8Array | null
  email_hash: Uint8Array | null
}

export type TicketTables = { museum_ticket: TicketTable }
