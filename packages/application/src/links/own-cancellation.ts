import {
  type CancellationMail,
  Instant,
  type Order,
  OrderChange,
  type OrderId,
  OwnCancellation,
  type OwnCancellationRefusal,
  Refund,
  type Refusal,
  type Ticket,
  type TicketId,
  isRefusal,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { GivenBack, MailAboutCancellation } from '../mail/mail-sender.ts'
import { hoursOfVisits } from '../museum-hours/hours-of-visit.ts'
import type { orderOperations } from '../orders/order-operations.ts'
import { isPaidAtProvider } from '../payments/recorded-method.ts'
import type { MuseumPorts } from '../ports.ts'
import { addressOf, type linkOperations } from './link-operations.ts'

/** The cancellation of tickets by their visitor. */
export type VisitorsCancellation = Readonly<{
  order: Order
  /** The tickets that the visitor has chosen. */
  tickets: readonly Ticket[]
  /** `ready`: the button cancels them; `done`: all are cancelled; else why none of them can be cancelled. */
  state: 'ready' | 'done' | OwnCancellationRefusal['refusal']
  back: GivenBack
}>

type LinkRefusal = Refusal<'link-not-found' | 'link-ended'>
type Ports = Pick<
  MuseumPorts,
  | 'museumHours'
  | 'orders'
  | 'refunds'
  | 'reservations'
  | 'paymentProvider'
  | 'mailSetting'
  | 'ownCancellation'
  | 'now'
  | 'dateOf'
  | 'startOfDay'
  | 'momentOf'
>

/** What visitors do to cancel their own tickets: they choose them, get a link by e-mail, and confirm on its page. */
export const ownCancellations = (
  ports: Ports,
  links: Pick<ReturnType<typeof linkOperations>, 'getLinkedTickets' | 'cancellationOfLink' | 'linkOfCancellation'>,
  { cancelOwnTickets }: Pick<ReturnType<typeof orderOperations>, 'cancelOwnTickets'>,
) => {
  const { orders, refunds, mailSetting, ownCancellation, now, dateOf } = ports
  const limit = mailLimit(now)

  /** When each of these tickets can no longer be cancelled by its visitor. */
  const endsOf = async (tickets: readonly Ticket[]): Promise<(ticket: Ticket) => Instant> => {
    const hoursOf = hoursOfVisits(ports)
    const ends = new Map<TicketId, Instant>()
    for (const ticket of tickets)
      ends.set(ticket.ticketId, OwnCancellation.endOf(ticket, await hoursOf(ticket), ownCancellation!, ports))
    return ({ ticketId }) => ends.get(ticketId)!
  }
  const backOf = async (order: Order, tickets: readonly Ticket[], isDone: boolean): Promise<GivenBack> => {
    const sumOf = (some: readonly Ticket[]) => some.reduce((sum, { price }) => sum + price, 0)
    if (!isDone)
      return (await isPaidAtProvider(ports, order))
        ? { online: sumOf(tickets), atMuseum: 0 }
        : { online: 0, atMuseum: sumOf(tickets) }
    const cancellations = await refunds.cancellationsOf(tickets)
    const isOnline = ({ ticketId }: Ticket) => cancellations.get(ticketId)?.settlement?.online !== undefined
    const isDue = (ticket: Ticket) => Refund.stateOf(ticket, cancellations.get(ticket.ticketId), dateOf) === 'due'
    return { online: sumOf(tickets.filter(isOnline)), atMuseum: sumOf(tickets.filter(isDue)) }
  }
  const cancellationOf = async (order: Order, ticketIds: readonly TicketId[]): Promise<VisitorsCancellation> => {
    const tickets = order.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
    const decided = OrderChange.cancelOwn({ order }, { ticketIds, endOf: await endsOf(tickets) }, now())
    const state = decided === undefined ? 'done' : isRefusal(decided) ? decided.refusal : 'ready'
    return { order, tickets, state, back: await backOf(order, tickets, state === 'done') }
  }
  /** The cancellation that a link leads to, at a moment. */
  const find = async (link: string, at: Instant): Promise<VisitorsCancellation | LinkRefusal> => {
    const found = ownCancellation === undefined ? undefined : await links.cancellationOfLink(link)
    if (found === undefined)
      return refuse('link-not-found', 'No cancellation has this link: a part of it is missing, or it was replaced.')
    if (at >= found.until)
      return refuse('link-ended', 'This link cancelled tickets for one hour after it was asked for.')
    return cancellationOf(found.order, found.ticketIds)
  }

  return {
    /**
     * Sends an e-mail to the purchaser with a link that cancels these tickets for one hour. Only a cancellation that is `ready` is sent.
     * `link-not-found` also where visitors cannot cancel the tickets of the link; `too-many-mails` after three e-mails within an hour.
     */
    requestCancellation: async (
      link: string,
      ticketIds: readonly TicketId[],
    ): Promise<VisitorsCancellation | LinkRefusal | Refusal<'no-ticket-chosen' | 'too-many-mails'>> => {
      const linked = await links.getLinkedTickets(link)
      if (isRefusal(linked)) return linked
      const { order, isCancelledByVisitor } = linked
      if (order === undefined || !isCancelledByVisitor || mailSetting === undefined)
        return refuse('link-not-found', 'Visitors cannot cancel these tickets.')
      const requested = await cancellationOf(order, ticketIds)
      const [first, ...others] = requested.tickets.map(({ ticketId }) => ticketId)
      if (first === undefined) return refuse('no-ticket-chosen', 'No ticket of this link was chosen.')
      const { orderId } = order
      if (requested.state !== 'ready') return requested
      if (!limit.allows(orderId))
        return refuse('too-many-mails', `${OwnCancellation.maxMails} e-mails were sent for this order within an hour.`)
      await mailSetting.add('mail', {
        type: 'cancellation.requested',
        at: now(),
        orderId,
        ticketIds: [first, ...others],
      })
      limit.count(orderId)
      return requested
    },

    /** The e-mail with the link; undefined once the link has ended, the tickets cannot be cancelled, or the address is erased. */
    cancellationMailOf: async ({
      at,
      orderId,
      ticketIds,
    }: CancellationMail): Promise<Omit<MailAboutCancellation, 'mailId'> | undefined> => {
      const until = Instant(Math.floor((at + OwnCancellation.linkLifetime) / 1_000) * 1_000)
      const order = now() < until && ownCancellation !== undefined ? await orders.find(orderId) : undefined
      const to = order && addressOf(order.tickets)
      if (order === undefined || to === undefined) return undefined
      const { tickets, state, back } = await cancellationOf(order, ticketIds)
      const link = await links.linkOfCancellation(order, ticketIds, until)
      const [first, ...others] = tickets
      if (first === undefined || link === undefined || state !== 'ready') return undefined
      const { language } = order
      return {
        kind: 'cancellation-requested',
        to,
        tickets: [first, ...others],
        orderId,
        back,
        link,
        until,
        ...(language !== undefined && { language }),
      }
    },

    /** Returns what a link in such an e-mail cancels. `link-ended` from an hour after it was asked for on. */
    getCancellation: (link: string): Promise<VisitorsCancellation | LinkRefusal> => find(link, now()),

    /**
     * Cancels what a link in such an e-mail is for, all or nothing, and returns how it is then. What was paid at the payment provider goes
     * back; what was paid in another way stays due. Again, it changes nothing.
     */
    confirmCancellation: async (link: string, actor: Actor): Promise<VisitorsCancellation | LinkRefusal> => {
      const at = now()
      const found = await find(link, at)
      if (isRefusal(found) || found.state !== 'ready') return found
      const ticketIds = found.tickets.map(({ ticketId }) => ticketId)
      await cancelOwnTickets(found.order.orderId, { ticketIds, endOf: await endsOf(found.tickets) }, actor)
      // A change under the lock may have refused it: the tickets say why.
      return find(link, at)
    },
  }
}

/** Counts the e-mails for an order of the last hour in the memory of this server. */
const mailLimit = (now: () => Instant) => {
  const sent = new Map<OrderId, readonly Instant[]>()
  const isRecent = (at: Instant) => now() < at + OwnCancellation.linkLifetime
  const recentOf = (orderId: OrderId) => (sent.get(orderId) ?? []).filter(isRecent)
  return {
    allows: (orderId: OrderId): boolean => recentOf(orderId).length < OwnCancellation.maxMails,
    count(orderId: OrderId): void {
      for (const [other, times] of sent) {
        // In the order of the latest e-mails.
        if (isRecent(times.at(-1)!)) break
        sent.delete(other)
      }
      const recent = recentOf(orderId)
      sent.delete(orderId)
      sent.set(orderId, [...recent, now()])
    },
  }
}
