import {
  type CalendarDate,
  type Cancellation,
  type EventMails,
  type Instant,
  type MailMessage,
  type Ticket,
  type TicketId,
  TicketMail,
  isRefusal,
} from '@museum/domain'
import { hoursOfVisit } from '../museum-hours/hours-of-visit.ts'
import type { Museum } from '../museum.ts'
import type { MuseumPorts } from '../ports.ts'
import type {
  ClaimedMail,
  DeliveryRepository,
  DeliveryResult,
  RecordedTicketMail,
} from '../webhooks/delivery-repository.ts'
import { type Failure, failedAttempt, failureOfDefect } from '../webhooks/failed-attempt.ts'
import type { Mail, MailAboutTickets, MailSender, MailedTicket } from './mail-sender.ts'
import { type PaymentMailPorts, readPaymentMail } from './payment-mail.ts'
import { type RequestedTicketsPorts, readRequestedTickets } from './requested-tickets.ts'
import { type ReservationMailPorts, readReservationMail } from './reservation-mail.ts'
import { withoutAddresses } from './without-addresses.ts'

/** The ports of `mailAttempts`. */
export type MailAttemptPorts = Readonly<{
  deliveries: Pick<DeliveryRepository, 'mailsAbout' | 'recipientOf'>
  mailSender: MailSender
  getTicketCode: Museum['getTicketCode']
  linkOf: Museum['linkOf']
  cancellationMailOf: Museum['cancellationMailOf']
  /** The greatest number of e-mails a minute about tickets of changed events, by all servers together: a positive integer. */
  mailRate: number
  /** A number from 0 to 1, which spreads the attempts that follow failures at the same moment. */
  random: () => number
}> &
  PaymentMailPorts &
  RequestedTicketsPorts &
  ReservationMailPorts &
  Pick<MuseumPorts, 'tickets' | 'refunds' | 'museumHours' | 'now' | 'dateOf'>

/**
 * For how long an attempt may read its tickets and draw their images, in milliseconds. With the 75 seconds of a `MailSender`
 * this is less than a claim, after which another server would send the e-mail as well.
 */
const maxReading = 12_000

/**
 * Returns a function that attempts a claimed e-mail and returns what is to be stored of it. `EventMails` send nothing: each
 * attempt is a step that records the next e-mails. A defect is a failed attempt; throws `Unavailable` when what the e-mail is about
 * cannot be read now.
 */
export const mailAttempts = (ports: MailAttemptPorts): ((delivery: ClaimedMail) => Promise<DeliveryResult>) => {
  const { now, random } = ports
  return async (delivery) => {
    const failed = ({ because, ...failure }: Failure) =>
      failedAttempt(delivery, { ...failure, because: withoutAddresses(because) }, now(), random())
    const startedAt = now()
    try {
      const { messageId, message } = delivery
      if (message.type === 'event-tickets.changed')
        return { delivery, at: now(), ...(await nextEventMails(ports, message)) }
      const { mail, ...other } = await readAny(ports, messageId, message)
      if (mail === undefined) return { delivery, at: now(), result: 'dropped', ...other }
      if (now() - startedAt > maxReading)
        return failed({
          because: `The tickets were not read and drawn within ${maxReading / 1_000} seconds.`,
          isOfMessage: true,
        })
      const outcome = await ports.mailSender.send(mail)
      if (outcome.outcome !== 'accepted') return failed(outcome)
      return { delivery, at: now(), result: 'delivered', ...sentMail(message, mail), ...other }
    } catch (error) {
      return failed(failureOfDefect(error))
    }
  }
}

/** A message that is one e-mail. */
type SentMessage = Exclude<MailMessage, EventMails>

/** An e-mail, and those that are to be recorded with its result. */
type ReadMail = Readonly<{ mail?: Mail | undefined; mails?: readonly TicketMail[] }>

const readAny = async (ports: MailAttemptPorts, mailId: string, message: SentMessage): Promise<ReadMail> => {
  switch (message.type) {
    case 'payment.returned':
      return { mail: await readPaymentMail(ports, mailId, message) }
    case 'reservation.payable':
      return { mail: await readReservationMail(ports, mailId, message) }
    case 'tickets.requested':
      return { mail: await readRequestedTickets(ports, mailId, message) }
    case 'cancellation.requested': {
      const mail = await ports.cancellationMailOf(message)
      return { mail: mail && { ...mail, mailId } }
    }
    default:
      return readMail(ports, mailId, message)
  }
}

/** The e-mail about tickets as it was sent. */
const sentMail = (message: SentMessage, mail: Mail): Readonly<{ mail?: TicketMail }> => {
  if (!('at' in mail) || !('ticketIds' in message) || message.type === 'cancellation.requested') return {}
  const [first, ...others] = mail.tickets.map(({ ticket }) => ticket.ticketId)
  return { mail: { ...message, ticketIds: [first!, ...others] } }
}

const kinds = { 'tickets.sold': 'sold', 'tickets.cancelled': 'cancelled', 'tickets.restored': 'restored' } as const

/**
 * The e-mail about those of its tickets whose state is still the one that it reports, and was not reported before. Tickets,
 * images and address are read when it is sent, so that erased data are not used. `mail` is absent if nothing is to be sent;
 * `mails` are to be recorded for the other tickets.
 */
const readMail = async (
  ports: MailAttemptPorts,
  mailId: string,
  message: TicketMail,
): Promise<Readonly<{ mail?: MailAboutTickets; mails?: readonly TicketMail[] }>> => {
  const { tickets, orders, refunds, deliveries, getTicketCode, linkOf } = ports
  const { type, at, ticketIds, orderId, isToAnotherAddress } = message
  const recorded = type === 'tickets.sold' ? [] : await deliveries.mailsAbout([{ ticketId: ticketIds[0], orderId }])
  const wanted = ticketIds.filter((ticketId) => type === 'tickets.sold' || isUntold(type, ticketId, recorded))
  const found = await Promise.all(wanted.map((ticketId) => tickets.find(ticketId)))
  const mailed: MailedTicket[] = []
  for (const ticket of found) {
    if (ticket === undefined || (ticket.state === 'cancelled') !== (type === 'tickets.cancelled')) continue
    if (ticket.state === 'cancelled') {
      mailed.push({ ticket })
      continue
    }
    const drawn = await getTicketCode(ticket.ticketId)
    if (isRefusal(drawn)) continue
    const openingHours = await hoursOfVisit(ports, ticket)
    mailed.push({ ...drawn, ...(openingHours !== undefined && { openingHours }) })
  }
  const isMailed = (ticket: Ticket) => mailed.some((each) => each.ticket.ticketId === ticket.ticketId)
  const other = await otherMail(
    ports,
    message,
    found.filter((ticket) => ticket !== undefined && !isMailed(ticket)) as readonly Ticket[],
  )
  const mails = other === undefined ? {} : { mails: [other] }
  const [first, ...others] = mailed
  const to = isToAnotherAddress
    ? await deliveries.recipientOf(mailId)
    : mailed.find(({ ticket }) => ticket.purchaser !== undefined)?.ticket.purchaser?.email
  if (first === undefined || to === undefined) return mails
  const order = orderId && (await orders.find(orderId))
  // Made of the whole order: the link covers its address, which expires by date, on some of its tickets before others.
  const link = await linkOf(order?.tickets ?? [first.ticket])
  const stillValid = type === 'tickets.cancelled' && order?.tickets.filter(({ state }) => state === 'valid')
  const mail: MailAboutTickets = {
    mailId,
    kind: kinds[type],
    ...(type === 'tickets.cancelled' && (await readCancellations(refunds, mailed))),
    at,
    to,
    tickets: [first, ...others],
    ...(orderId !== undefined && { orderId }),
    stillValid: stillValid || [],
    ...(link !== undefined && { link }),
    ...(order?.language !== undefined && { language: order.language }),
  }
  return { mail, ...mails }
}

/**
 * The e-mail to record for the tickets that an e-mail leaves out, if their purchaser has got none yet: that they were cancelled
 * with their event or, once it is restored, that they were sold.
 */
const otherMail = async (
  { refunds, now, dateOf }: MailAttemptPorts,
  { type, isFirst, isToAnotherAddress }: TicketMail,
  left: readonly Ticket[],
): Promise<TicketMail | undefined> => {
  const at = now()
  if (type === 'tickets.cancelled' && isFirst) return TicketMail.about('tickets.sold', left, at)
  if (type !== 'tickets.sold' || isToAnotherAddress) return undefined
  const upcoming = left.filter(({ ticketDate }) => ticketDate >= dateOf(at))
  // The event of a ticket without a cancellation was restored a moment ago.
  const cancellations = await refunds.cancellationsOf(upcoming)
  const ofEvent = upcoming.filter(({ ticketId }) => cancellations.get(ticketId)?.cause !== 'ticket')
  const mail = TicketMail.about('tickets.cancelled', ofEvent, at)
  return mail && { ...mail, isFirst: true }
}

/** Whether all tickets were cancelled with their event or dates, none individually; and what the payment provider gives back of them. */
const readCancellations = async (
  refunds: MailAttemptPorts['refunds'],
  mailed: readonly MailedTicket[],
): Promise<Pick<MailAboutTickets, 'cause' | 'givenBackOnline'>> => {
  const cancellations = await refunds.cancellationsOf(mailed.map(({ ticket }) => ticket))
  const isOfEvent = mailed.every(({ ticket }) => (cancellations.get(ticket.ticketId)?.cause ?? 'ticket') !== 'ticket')
  const online = mailed.filter(({ ticket }) => cancellations.get(ticket.ticketId)?.settlement?.online !== undefined)
  return {
    ...(isOfEvent && { cause: 'event' }),
    ...(online.length > 0 && { givenBackOnline: online.reduce((sum, { ticket }) => sum + ticket.price, 0) }),
  }
}

/** The number of tickets that a step reads. */
const ticketsAtOnce = 500
/** How long a step waits for the e-mails before it, in milliseconds: meanwhile the mail server may accept none. */
const maxWait = 30 * 60_000
/** By how much the clocks of servers and of the database may differ, in milliseconds. */
const clockDifference = 5 * 60_000

/**
 * The next e-mails about a changed event: to purchasers whose tickets were cancelled with it or with a date that is not past,
 * and to purchasers who were told of a cancellation and whose tickets are valid again. Each gets one.
 */
const nextEventMails = async (ports: MailAttemptPorts, message: EventMails) => {
  const { deliveries, tickets, now, dateOf, mailRate } = ports
  const { eventId, position, latest } = message
  if (latest !== undefined && now() - latest.at < maxWait) {
    const recorded = await deliveries.mailsAbout(latest.tickets)
    const before = recorded.filter(({ mail }) => mail.at === latest.at)
    if (before.length > 0 && before.every(({ state }) => state === 'pending'))
      return { result: 'continued' as const, message, mails: [], seconds: 1 }
  }
  const found = await tickets.ofEvent(eventId, position, ticketsAtOnce)
  if (found.length === 0) return { result: 'dropped' as const }
  const recorded = await deliveries.mailsAbout(found.map(({ ticket }) => ticket))
  const at = now()
  const neededType = (ticket: Ticket, cancellation: Cancellation | undefined) => {
    const type = typeOf(ticket, cancellation, { today: dateOf(at), since: message.at - clockDifference })
    return type !== undefined && needsMail(type, ticket.ticketId, recorded, message.at) ? type : undefined
  }
  // A step is a transaction, so it records the e-mails of a whole second.
  const maxMails = Math.ceil(mailRate / 60)
  const mails: TicketMail[] = []
  const mailed = new Set<TicketId>()
  let last = found[0]!.ticket
  for (const { ticket, cancellation } of found) {
    if (mails.length === maxMails) break
    last = ticket
    const type = neededType(ticket, cancellation)
    if (type === undefined || mailed.has(ticket.ticketId)) continue
    const ticketIds = await soldTogether(ports, ticket, (other, how) => neededType(other, how) === type)
    const { orderId } = ticket
    mails.push({ type, at, ticketIds, ...(orderId !== undefined && { orderId }) })
    for (const ticketId of ticketIds) mailed.add(ticketId)
  }
  return {
    result: 'continued' as const,
    message: {
      ...message,
      position: { ticketDate: last.ticketDate, ticketId: last.ticketId },
      ...(mails.length > 0 && { latest: { at, tickets: mails.map(ticketOf) } }),
    },
    mails,
    seconds: Math.ceil((60 * mails.length) / mailRate),
  }
}

const ticketOf = ({ ticketIds: [ticketId], orderId }: TicketMail) =>
  orderId === undefined ? { ticketId } : { ticketId, orderId }

/** The type of e-mail that the state of a ticket of a changed event calls for; `undefined` for none. */
const typeOf = (
  { purchaser, ticketDate, state }: Ticket,
  cancellation: Cancellation | undefined,
  { today, since }: Readonly<{ today: CalendarDate; since: number }>,
) => {
  if (purchaser === undefined || ticketDate < today) return undefined
  if (state === 'valid') return 'tickets.restored'
  if (cancellation === undefined || cancellation.cause === 'ticket') return undefined
  return cancellation.at !== undefined && cancellation.at < since ? undefined : 'tickets.cancelled'
}

/** Whether a change that was made at `changedAt` still needs an e-mail to be recorded. */
const needsMail = (
  type: ChangeMailType,
  ticketId: TicketId,
  recorded: readonly RecordedTicketMail[],
  changedAt: Instant,
): boolean => {
  const mails = recorded.filter(({ mail }) => mail.ticketIds.includes(ticketId))
  const latest = mails.at(-1)?.mail
  if (latest?.type === type && latest.at >= changedAt) return false
  // A pending e-mail may have read the ticket before the change. Its attempt ends before that of the new one begins.
  return mails.some(({ state }) => state === 'pending') || isUntold(type, ticketId, mails)
}

type ChangeMailType = 'tickets.cancelled' | 'tickets.restored'

/**
 * Whether the latest delivered e-mail did not say this already. That a ticket is valid again is told only to a purchaser who
 * was told of its cancellation.
 */
const isUntold = (type: ChangeMailType, ticketId: TicketId, recorded: readonly RecordedTicketMail[]): boolean => {
  const told = recorded.findLast(({ mail, state }) => state !== 'pending' && mail.ticketIds.includes(ticketId))
  const isToldOfCancellation = told?.mail.type === 'tickets.cancelled' && told.state === 'delivered'
  return isToldOfCancellation !== (type === 'tickets.cancelled')
}

/** The ticket, with those tickets of its order and its event that `isMailed` returns `true` for. */
const soldTogether = async (
  { orders, refunds }: Pick<MailAttemptPorts, 'orders' | 'refunds'>,
  ticket: Ticket,
  isMailed: (ticket: Ticket, cancellation: Cancellation | undefined) => boolean,
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

const eventIdOf = ({ event }: Ticket) => event?.eventId
