import type {
  AdmissionId,
  CalendarDate,
  EventName,
  Gate,
  Instant,
  ScanRefusalReason,
  Ticket,
  TicketId,
  TicketType,
} from '@museum/domain'

/** What a scanner shows of a ticket: no personal data. */
export type ScannedTicket = Readonly<{
  ticketId: TicketId
  ticketType: TicketType
  ticketDate: CalendarDate
  /** As it was when the ticket was sold. */
  eventName?: EventName
}>

/** The answer to a scan. */
export type ScanOutcome =
  | Readonly<{ isAdmitted: true; admissionId: AdmissionId; ticket: ScannedTicket }>
  | Readonly<{
      isAdmitted: false
      reason: ScanRefusalReason
      detail: string
      /** The ticket, if the code is one of a ticket. */
      ticket?: ScannedTicket
      /** When and where the ticket was used, for `already-admitted`. */
      first?: Readonly<{ at: Instant; gate: Gate | null }>
    }>

export const toScannedTicket = (ticket: Ticket): ScannedTicket => {
  const { ticketId, ticketType, ticketDate } = ticket
  return { ticketId, ticketType, ticketDate, ...(ticket.ticketType === 'event' && { eventName: ticket.event.name }) }
}
