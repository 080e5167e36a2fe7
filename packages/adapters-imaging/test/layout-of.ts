import type { Ticket } from '@museum/domain'
import { anAdmissionCode } from '@museum/domain/examples'
import { type TicketLayout, ticketLayout } from '../src/drawing/ticket-layout.ts'

/** The layout of a ticket with a code of its own. */
export const layoutOf = (ticket: Ticket, museumName: string): TicketLayout =>
  ticketLayout(ticket, anAdmissionCode(ticket), museumName)
