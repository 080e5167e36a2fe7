import {
  ConfirmationCode,
  type PurchaseContext,
  type PurchaseRefusal,
  type Refusal,
  Schedule,
  Ticket,
  TicketId,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { Unavailable } from '../unavailable.ts'
import type { ConfirmationCodeTaken, EventChanged } from './ticket-repository.ts'

export type SellTicketPorts = Pick<
  MuseumPorts,
  'specialEvents' | 'museumHours' | 'today' | 'now' | 'newId' | 'randomInt' | 'generalPrice' | 'currency'
>

// There are 31^11 codes for each type: five taken ones in a row mean a broken source of random numbers.
const maxDraws = 5
const maxDecisions = 3

/**
 * Sells one ticket: reads what the purchase rules need, decides, and stores. When the event changed between reading and
 * storing, it reads and decides again, three times in all; then it throws `Unavailable`, and nothing is stored.
 */
export const sellTicket = async <R extends Refusal>(
  ports: SellTicketPorts,
  order: TicketOrder,
  soldBy: string | undefined,
  store: (ticket: Ticket) => Promise<Ticket | EventChanged | ConfirmationCodeTaken | R>,
): Promise<Ticket | PurchaseRefusal | R> => {
  const { newId, randomInt } = ports
  const ticketId = TicketId(newId())
  let context = await readContext(ports, order, soldBy)
  for (let [draws, decisions] = [1, 1]; ;) {
    const confirmationCode = ConfirmationCode.draw(order.ticketType, randomInt)
    const ticket = Ticket.purchase(order, context, { ticketId, confirmationCode })
    if (isRefusal(ticket)) return ticket
    const outcome = await store(ticket)
    if (isConfirmationCodeTaken(outcome)) {
      if (draws === maxDraws)
        throw new Error(`${maxDraws} confirmation codes in a row were taken: is the source of random numbers broken?`)
      draws += 1
    } else if (isEventChanged(outcome)) {
      if (decisions === maxDecisions)
        throw new Unavailable(`The special event changed ${maxDecisions} times while the ticket was being sold`)
      decisions += 1
      context = await readContext(ports, order, soldBy)
    } else return outcome
  }
}

const readContext = async (
  { specialEvents, museumHours, today, now, generalPrice, currency }: SellTicketPorts,
  { ticketType, ticketDate, eventId }: TicketOrder,
  soldBy: string | undefined,
): Promise<PurchaseContext> => {
  const prices = { generalPrice, currency }
  if (ticketType === 'event') {
    const event = eventId === undefined ? undefined : await specialEvents.find(eventId)
    return { today: today(), now: now(), soldBy, event, openingHours: undefined, ...prices }
  }
  const openingHours = Schedule.hoursOn(await museumHours.schedule(ticketDate, ticketDate), ticketDate)
  return { today: today(), now: now(), soldBy, event: undefined, openingHours, ...prices }
}

const isConfirmationCodeTaken = (outcome: Ticket | Refusal): outcome is ConfirmationCodeTaken =>
  isRefusal(outcome) && outcome.refusal === 'confirmation-code-taken'
const isEventChanged = (outcome: Ticket | Refusal): outcome is EventChanged =>
  isRefusal(outcome) && outcome.refusal === 'event-changed'
