/** The members of the event are null for a general ticket, else what the event was when the ticket was sold. */
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
}

export type TicketTables = { ticket: TicketTable }
