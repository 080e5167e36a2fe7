import { type DeliveryState, type Email, type Refusal, Ticket, type TicketId, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { DeliveryRepository, MailDelivery } from '../webhooks/delivery-repository.ts'

/** Everything that the operations on e-mails depend on. */
export type MailPorts = Readonly<{ deliveries: DeliveryRepository }> & Pick<MuseumPorts, 'tickets' | 'now'>

/** Every operation on e-mails as a function. */
export interface Mails extends ReturnType<typeof createMails> {}

/** Builds the operations on these ports. A service that sends no e-mails does not need them. */
export const createMails = ({ deliveries, tickets, now }: MailPorts) => ({
  /** Sends a ticket to its purchaser again, or to another address, within `MailLimits`; the ticket keeps its own address. */
  mailTicket: async (
    ticketId: TicketId,
    email: Email | undefined,
    actor: Actor,
  ): Promise<
    Refusal<'ticket-not-found' | 'ticket-cancelled' | 'no-address' | 'mail-off' | 'too-many-mails'> | undefined
  > => {
    const ticket = await tickets.find(ticketId)
    if (ticket === undefined) return Ticket.notFound(ticketId)
    if (ticket.state === 'cancelled') return Ticket.alreadyCancelled(ticketId)
    const recipient = email ?? ticket.purchaser?.email
    if (recipient === undefined) return noAddress(ticketId)
    if (!(await deliveries.isMailOn())) return mailOff
    const isToAnotherAddress = email !== undefined
    const entry = recordChange({ now }, actor, { kind: 'ticket', id: ticketId }, 'mailTicket', {
      after: { isToAnotherAddress },
    })
    const { orderId } = ticket
    return deliveries.addMail(
      {
        type: 'tickets.sold',
        at: now(),
        ticketIds: [ticketId],
        ...(orderId !== undefined && { orderId }),
        ...(isToAnotherAddress && { isToAnotherAddress }),
      },
      entry,
      recipient,
    )
  },

  /** Returns a part of the e-mails, the latest first. */
  listMails: (request: ListRequest<MailDelivery>, state?: DeliveryState): Promise<Page<MailDelivery>> =>
    deliveries.listMails(request, state),

  /** Has an e-mail attempted again, under the same Message-ID. */
  replayMail: (deliveryId: number, actor: Actor): Promise<Refusal<'delivery-not-found'> | undefined> =>
    deliveries.replay(
      'mail',
      deliveryId,
      recordChange({ now }, actor, { kind: 'mail', id: String(deliveryId) }, 'replayMail'),
    ),

  /** Removes all failed e-mails, and returns how many. */
  removeFailedMails: async (): Promise<number> => {
    let removed = 0
    for (let count = -1; count !== 0; removed += count) count = await deliveries.removeFailed('mail')
    return removed
  },
})

const noAddress = (ticketId: TicketId) =>
  refuse('no-address', `Ticket ${ticketId} has no e-mail address. Name the address to which it is to be sent.`)
const mailOff = refuse('mail-off', 'This museum sends no e-mails.')
