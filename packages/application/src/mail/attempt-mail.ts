import {
  type CalendarDate,
  Delivery,
  type EventMails,
  Schedule,
  type Ticket,
  type TicketId,
  type TicketMail,
  isRefusal,
} from '@museum/domain'
import type { Museum } from '../museum.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketCancellation } from '../tickets/ticket-repository.ts'
import type {
  ClaimedMail,
  DeliveryRepository,
  DeliveryResult,
  RecordedTicketMail,
} from '../webhooks/delivery-repository.ts'
import type { MailSender, MailedTicket } from './mail-sender.ts'

/** What the attempts of e-mails depend on. */
export type MailAttemptPorts = Readonly<{
  deliveries: Pick<DeliveryRepository, 'mailsAbout' | 'recipientOf'>
  mailSender: MailSender
  getTicketCode: Museum['getTicketCode']
  /** The greatest number of e-mails a minute about tickets of changed events, by all servers together: a positive integer. */
  mailRate: number
  /** A number from 0 to 1, which spreads the attempts that follow failures at the same moment. */
  random: () => number
}> &
  Pick<MuseumPorts, 'tickets' | 'orders' | 'refunds' | 'museumHours' | 'now' | 'dateOf'>

/**
 * Returns a function that attempts a claimed e-mail and returns what is to be stored of it. `EventMails` send nothing: each
 * attempt is a step that records the next e-mails.
 */
export const mailAttempts = (ports: MailAttemptPorts): ((delivery: ClaimedMail) => Promise<DeliveryResult>) => {
  const { mailSender, random, now } = ports
  return async (delivery) => {
    const { messageId, message, attempts } = delivery
    if (message.type === 'event-tickets.changed')
      return { delivery, at: now(), ...(await nextEventMails(ports, message)) }
    const { tickets, to, stillValid } = await readMail(ports, messageId, message)
    const [first, ...others] = tickets
    if (first === undefined || to === undefined) return { delivery, at: now(), result: 'dropped' }
    const outcome = await mailSender.send({
      mailId: messageId,
      kind: kinds[message.type],
      at: message.at,
      to,
      tickets: [first, ...others],
      ...(message.orderId !== undefined && { orderId: message.orderId }),
      stillValid,
    })
    const at = now()
    if (outcome.outcome === 'accepted') return { delivery, at, result: 'delivered' }
    const { because, isPermanent } = outcome
    const seconds = isPermanent ? undefined : Delivery.pauseAfter(attempts + 1, random())
    return seconds === undefined
      ? { delivery, at, result: 'failed', because }
      : { delivery, at, result: 'retried', because, seconds }
  }
}

const kinds = { 'tickets.sold': 'sold', 'tickets.cancelled': 'cancelled', 'tickets.restored': 'restored' } as const

/**
 * The tickets of an e-mail that are still as it says, with their images, and its address: both are read when it is sent, so that
 * data that were erased meanwhile are not used.
 */
const readMail = async (
  { tickets, orders, museumHours, deliveries, getTicketCode }: MailAttemptPorts,
  messageId: string,
  { type, ticketIds, orderId, isToAnotherAddress }: TicketMail,
) => {
  const found = await Promise.all(ticketIds.map((ticketId) => tickets.find(ticketId)))
  const mailed: MailedTicket[] = []
  for (const ticket of found) {
    if (ticket === undefined || (ticket.state === 'cancelled') !== (type === 'tickets.cancelled')) continue
    if (ticket.state === 'cancelled') {
      mailed.push({ ticket })
      continue
    }
    const drawn = await getTicketCode(ticket.ticketId)
    if (isRefusal(drawn)) continue
    const { ticketDate } = ticket
    const openingHours =
      ticket.ticketType === 'general'
        ? Schedule.hoursOn(await museumHours.schedule(ticketDate, ticketDate), ticketDate)
        : undefined
    mailed.push({ ...drawn, ...(openingHours !== undefined && { openingHours }) })
  }
  const to = isToAnotherAddress
    ? await deliveries.recipientOf(messageId)
    : mailed.find(({ ticket }) => ticket.purchaser !== undefined)?.ticket.purchaser?.email
  const order = type === 'tickets.cancelled' && orderId !== undefined ? await orders.find(orderId) : undefined
  return { tickets: mailed, to, stillValid: order?.tickets.filter(({ state }) => state === 'valid') ?? [] }
}

/** The number of tickets that a step reads. */
const ticketsAtOnce = 500
/** The greatest number of e-mails that a step records. */
const maxMailsAtOnce = 100
/** How long a step waits for the e-mails before it, in milliseconds: meanwhile the mail server may accept none. */
const maxWait = 30 * 60_000
/** By how much the clocks of servers and of the database may differ, in milliseconds. */
const clockDifference = 5 * 60_000

/**
 * The next e-mails to purchasers of tickets of an event: to those whose tickets were cancelled with it or with a date to come, and
 * to those who were told so of tickets that are valid again. Each is told once.
 */
const nextEventMails = async (ports: MailAttemptPorts, message: EventMails) => {
  const { deliveries, tickets, now, dateOf, mailRate } = ports
  const { eventId, position, latest } = message
  if (latest !== undefined && now() - latest.at < maxWait) {
    const before = await deliveries.mailsAbout(latest.tickets)
    if (before.length > 0 && before.every(({ state }) => state === 'pending'))
      return { result: 'continued' as const, message, mails: [], seconds: 10 }
  }
  const found = await tickets.ofEvent(eventId, position, ticketsAtOnce)
  if (found.length === 0) return { result: 'dropped' as const }
  const recorded = await deliveries.mailsAbout(found.map(({ ticket }) => ticket))
  const newsOf = (ticket: Ticket, cancellation: TicketCancellation | undefined) => {
    const type = typeOf(ticket, cancellation, { today: dateOf(now()), since: message.at - clockDifference })
    return type !== undefined && isNews(type, ticket.ticketId, recorded) ? type : undefined
  }
  const most = Math.min(maxMailsAtOnce, Math.ceil(mailRate / 6))
  const mails: TicketMail[] = []
  const mailed = new Set<TicketId>()
  let last = found[0]!.ticket
  for (const { ticket, cancellation } of found) {
    if (mails.length === most) break
    last = ticket
    const type = newsOf(ticket, cancellation)
    if (type === undefined || mailed.has(ticket.ticketId)) continue
    const ticketIds = await soldTogether(ports, ticket, (other, how) => newsOf(other, how) === type)
    const { orderId } = ticket
    mails.push({ type, at: message.at, ticketIds, ...(orderId !== undefined && { orderId }) })
    for (const ticketId of ticketIds) mailed.add(ticketId)
  }
  return {
    result: 'continued' as const,
    message: {
      ...message,
      position: { ticketDate: last.ticketDate, ticketId: last.ticketId },
      ...(mails.length > 0 && { latest: { at: now(), tickets: mails.map(ticketOf) } }),
    },
    mails,
    seconds: Math.ceil((60 * mails.length) / mailRate),
  }
}

const ticketOf = ({ ticketIds: [ticketId], orderId }: TicketMail) =>
  orderId === undefined ? { ticketId } : { ticketId, orderId }

/** What the purchaser of a ticket of a changed event should know, if anything. */
const typeOf = (
  { purchaser, ticketDate, state }: Ticket,
  cancellation: TicketCancellation | undefined,
  { today, since }: Readonly<{ today: CalendarDate; since: number }>,
) => {
  if (purchaser === undefined || ticketDate < today) return undefined
  if (state === 'valid') return 'tickets.restored'
  if (cancellation === undefined || cancellation.cause === 'ticket') return undefined
  return cancellation.at !== undefined && cancellation.at < since ? undefined : 'tickets.cancelled'
}

/** Whether the purchaser was not told before: that a ticket is valid again interests only those who were told otherwise. */
const isNews = (
  type: 'tickets.cancelled' | 'tickets.restored',
  ticketId: TicketId,
  recorded: readonly RecordedTicketMail[],
): boolean => {
  const mails = recorded.filter(({ mail }) => mail.ticketIds.includes(ticketId))
  if (mails.some(({ mail, state }) => state === 'pending' && mail.type === type)) return false
  const told = mails.findLast(({ state }) => state !== 'pending')
  return type === 'tickets.cancelled'
    ? told?.mail.type !== 'tickets.cancelled'
    : told?.mail.type === 'tickets.cancelled' && told.state === 'delivered'
}

/** The ticket, with those tickets of its order and its event that `isMailed` returns `true` for. */
const soldTogether = async (
  { orders, refunds }: Pick<MailAttemptPorts, 'orders' | 'refunds'>,
  ticket: Ticket,
  isMailed: (ticket: Ticket, cancellation: TicketCancellation | undefined) => boolean,
): Promise<TicketMail['ticketIds']> => {
  const { ticketId, orderId } = ticket
  const order = orderId && (await orders.find(orderId))
  const others = (order?.tickets ?? []).filter(
    (other) => other.ticketId !== ticketId && eventIdOf(other) === eventIdOf(ticket),
  )
  const cancellations = await refunds.cancellationsOf(others.filter(({ state }) => state === 'cancelled'))
  return [
    ticketId,
    ...others.filter((other) => isMailed(other, cancellations.get(other.ticketId))).map((other) => other.ticketId),
  ]
}

const eventIdOf = (ticket: Ticket) => (ticket.ticketType === 'event' ? ticket.event.eventId : undefined)
