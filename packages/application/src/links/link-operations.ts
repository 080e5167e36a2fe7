import { renewedCache } from '@museum/concurrency'
import {
  type Email,
  type Instant,
  type LinkSubject,
  type OpeningHours,
  type Order,
  type OrderId,
  OwnCancellation,
  type Refusal,
  type Reservation,
  type Ticket,
  type TicketId,
  VisitorLink,
  isRefusal,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { hoursOfVisits } from '../museum-hours/hours-of-visit.ts'
import { isPaidAtProvider } from '../payments/recorded-method.ts'
import type { MuseumPorts } from '../ports.ts'
import type { AdmissionCodes } from '../ticket-keys/admission-codes.ts'
import type { LinkAlgorithm } from './link-algorithm.ts'

/** The tickets that a link leads to, each in its current state. */
export type LinkedTickets = Readonly<{
  /** Absent for a ticket that was sold without an order. */
  order?: Order
  /** At least one. A ticket that is not cancelled has the code that is scanned at the gate; one for general entry the hours of its date. */
  tickets: readonly Readonly<{
    ticket: Ticket
    code?: string
    openingHours?: OpeningHours | undefined
    /** Until when the visitor may cancel it; absent for one that the visitor cannot cancel. */
    cancellableUntil?: Instant
  }>[]
  /** Whether visitors may cancel tickets of the order, until the time of each; absent without the setting or an address. */
  isCancelledByVisitor?: true
  /** Whether the payment provider then gives back what was paid; absent where the museum does. */
  isPaidOnline?: true
}>

type Ports = Pick<
  MuseumPorts,
  | 'linkKeys'
  | 'linkAlgorithm'
  | 'museumHours'
  | 'orders'
  | 'reservations'
  | 'tickets'
  | 'paymentProvider'
  | 'mailSetting'
  | 'ownCancellation'
  | 'now'
  | 'today'
  | 'startOfDay'
  | 'momentOf'
>

/** In milliseconds. */
const keptAfterRotation = 2 * 60 * 60_000

/** The links of visitors to their tickets and reservations. */
export const linkOperations = (ports: Ports, { codeOf }: Pick<AdmissionCodes, 'codeOf'>) => {
  const { linkKeys, linkAlgorithm, orders, reservations, tickets, now, today } = ports
  const keys = renewedCache(() => linkKeys.list(), now)

  const addKey = async ({ generateKey }: LinkAlgorithm, actor: Actor, operation: string, isFirst?: true) => {
    const entry = recordChange(ports, actor, { kind: 'link-key', id: 'all' }, operation)
    await linkKeys.add({ key: generateKey(), createdAt: now() }, entry, { ...(isFirst && { isFirst }) })
    keys.invalidate()
  }
  /** The key under which links are made; `undefined` before there is one. */
  const currentKey = async (): Promise<string | undefined> => {
    const known = await keys.get()
    // Another program may have made the first key since the keys were read.
    return (known[0] ?? (await keys.getAgain())[0])?.key
  }
  /** The tickets of a subject; none of a reservation, whose link is another one. */
  const find = async (
    subject: LinkSubject,
  ): Promise<Pick<LinkedTickets, 'order'> & Readonly<{ tickets: readonly Ticket[] }>> => {
    const ticket = subject.kind === 'ticket' ? await tickets.find(subject.id) : undefined
    if (ticket !== undefined) return { tickets: [ticket] }
    const order = subject.kind === 'order' ? await orders.find(subject.id) : undefined
    return order === undefined ? { tickets: [] } : { order, tickets: order.tickets }
  }
  const findLinked = async (link: string) => {
    const notFound = refuse('link-not-found', 'No tickets have this link: a part of it is missing, or it was replaced.')
    const subject = linkAlgorithm?.decode(link)
    if (linkAlgorithm === undefined || subject === undefined) return notFound
    const [key, found] = await Promise.all([currentKey(), find(subject)])
    if (key === undefined || !linkAlgorithm.verify(link, addressOf(found.tickets), key) || found.tickets.length === 0)
      return notFound
    return VisitorLink.hasEnded(found.tickets, today())
      ? refuse('link-ended', 'The tickets of this link were shown until 30 days after their last date.')
      : found
  }

  return {
    /** Makes the first key of the links, unless there is one or visitors get no links. */
    ensureLinkKey: async (actor: Actor): Promise<void> => {
      if (linkAlgorithm === undefined || (await linkKeys.list()).length > 0) return
      await addKey(linkAlgorithm, actor, 'ensureLinkKey', true)
    },

    /** Makes a new key of the links: all earlier links lead nowhere. A server applies it within 5 seconds. */
    rotateLinkKey: async (actor: Actor): Promise<Refusal<'shop-off'> | undefined> =>
      linkAlgorithm === undefined
        ? refuse('shop-off', 'This museum has no links of visitors.')
        : addKey(linkAlgorithm, actor, 'rotateLinkKey').then(() => undefined),

    /** The link to tickets that were sold together, at least one; `undefined` where visitors get no links. */
    linkOf: async (linked: readonly Ticket[]): Promise<string | undefined> => {
      const key = linkAlgorithm && (await currentKey())
      return key && linkAlgorithm.encode(VisitorLink.subjectOf(linked[0]!), addressOf(linked), key)
    },

    /** The link to a reservation; `undefined` where visitors get no links. */
    linkOfReservation: async ({
      reservationId,
      purchaser,
    }: Pick<Reservation, 'reservationId' | 'purchaser'>): Promise<string | undefined> => {
      const key = linkAlgorithm && (await currentKey())
      return key && linkAlgorithm.encode({ kind: 'reservation', id: reservationId }, purchaser?.email, key)
    },

    /** The link that cancels tickets of an order until a moment in whole seconds; `undefined` where visitors get no links. */
    linkOfCancellation: async (
      { orderId, tickets: ofOrder }: Order,
      ticketIds: readonly TicketId[],
      until: Instant,
    ): Promise<string | undefined> => {
      const key = linkAlgorithm && (await currentKey())
      const positions = ofOrder.flatMap(({ ticketId }, n) => (ticketIds.includes(ticketId) ? n : []))
      return (
        key && linkAlgorithm.encode({ kind: 'cancellation', id: orderId, positions, until }, addressOf(ofOrder), key)
      )
    },

    /** What a link of a cancellation is for, also once it has ended; `undefined` for a link that is not genuine. */
    cancellationOfLink: async (
      link: string,
    ): Promise<Readonly<{ order: Order; ticketIds: readonly TicketId[]; until: Instant }> | undefined> => {
      const subject = linkAlgorithm?.decode(link)
      if (linkAlgorithm === undefined || subject?.kind !== 'cancellation') return undefined
      const [key, order] = await Promise.all([currentKey(), orders.find(subject.id)])
      if (key === undefined || order === undefined || !linkAlgorithm.verify(link, addressOf(order.tickets), key))
        return undefined
      return { order, ticketIds: subject.positions.map((n) => order.tickets[n]!.ticketId), until: subject.until }
    },

    /**
     * Returns the identifier of the reservation that a link leads to, whatever its state. `link-ended` for one that was removed.
     * `link-not-found` also for a link that was made for another address or under an earlier key; while a payment of the last two
     * hours may bring its visitor back, the key before is valid, too.
     */
    reservationOfLink: async (link: string): Promise<OrderId | Refusal<'link-not-found' | 'link-ended'>> => {
      const notFound = refuse(
        'link-not-found',
        'No reservation has this link: a part of it is missing, or it was replaced.',
      )
      const subject = linkAlgorithm?.decode(link)
      if (linkAlgorithm === undefined || subject?.kind !== 'reservation') return notFound
      const reservation = await reservations.find(subject.id)
      if (reservation === undefined) return refuse('link-ended', 'The reservation of this link was removed.')
      const isPaying = reservation.payments.some(({ openedAt }) => now() < openedAt + keptAfterRotation)
      const address =
        reservation.state === 'sold'
          ? addressOf((await orders.find(subject.id))?.tickets ?? [])
          : reservation.purchaser?.email
      await currentKey()
      const [current, before] = await keys.get()
      const isValid = [current, isPaying ? before : undefined].some(
        (key) => key !== undefined && linkAlgorithm.verify(link, address, key.key),
      )
      return isValid ? subject.id : notFound
    },

    /**
     * Returns the tickets that a link leads to. `link-not-found` also for one that was made for another address or under an
     * earlier key; `link-ended` from the 31st day after their last date on.
     */
    getLinkedTickets: async (link: string): Promise<LinkedTickets | Refusal<'link-not-found' | 'link-ended'>> => {
      const found = await findLinked(link)
      if (isRefusal(found)) return found
      const hoursOf = hoursOfVisits(ports)
      const { ownCancellation: hours } = ports
      const isCancelledByVisitor =
        hours !== undefined &&
        ports.mailSetting !== undefined &&
        found.order !== undefined &&
        addressOf(found.tickets) !== undefined
      const withCodes = found.tickets.map(async (ticket) => {
        if (ticket.state === 'cancelled') return { ticket }
        const openingHours = await hoursOf(ticket)
        const end =
          isCancelledByVisitor && ticket.state === 'valid' && OwnCancellation.endOf(ticket, openingHours, hours, ports)
        const isCancellable = end !== false && now() < end
        return { ticket, code: await codeOf(ticket), openingHours, ...(isCancellable && { cancellableUntil: end }) }
      })
      return {
        ...found,
        tickets: await Promise.all(withCodes),
        ...(isCancelledByVisitor && { isCancelledByVisitor }),
        ...(isCancelledByVisitor && (await isPaidAtProvider(ports, found.order!)) && { isPaidOnline: true }),
      }
    },
  }
}

/** The address of tickets that were sold together: all have the same one, or none has one. */
export const addressOf = (linked: readonly Ticket[]): Email | undefined =>
  linked.find(({ purchaser }) => purchaser !== undefined)?.purchaser?.email
