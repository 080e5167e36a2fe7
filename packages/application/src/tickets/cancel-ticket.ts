import {
  type CancellationReason,
  Ticket,
  type TicketAdmitted,
  type TicketId,
  type TicketNotFound,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { AuditSubject } from '../audit/audit-entry.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'

/**
 * Cancels a ticket and gives its place back; it cannot be undone. A ticket that was cancelled before stays as it is.
 * `ticket-admitted` for one that was used.
 */
export type CancelTicket = (
  ticketId: TicketId,
  reason: CancellationReason | undefined,
  actor: Actor,
) => Promise<Ticket | TicketNotFound | TicketAdmitted>

export const cancelTicket =
  ({ tickets, now }: Pick<MuseumPorts, 'tickets' | 'now'>): CancelTicket =>
  (ticketId, reason, actor) =>
    tickets.cancel(ticketId, Ticket.cancellationRefusal, ({ state }) =>
      recordChange({ now }, actor, {
        operation: 'cancelTicket',
        subject: ticketSubject(ticketId),
        before: { state },
        after: { state: 'cancelled', ...(reason !== undefined && { reason }) },
      }),
    )

/** A ticket in the audit. */
export const ticketSubject = (ticketId: TicketId): AuditSubject => ({ kind: 'ticket', id: ticketId })
