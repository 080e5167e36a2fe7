import {
  ConfirmationCode,
  type PurchaseRefusal,
  Schedule,
  Ticket,
  TicketId,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import { once } from '../idempotency/once.ts'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<
  MuseumPorts,
  | 'specialEvents'
  | 'tickets'
  | 'museumHours'
  | 'idempotencyRecords'
  | 'today'
  | 'newId'
  | 'randomInt'
  | 'generalPrice'
  | 'currency'
>

// 31^11 codes a type: one that is taken is a rare event, five in a row are a broken source of chance.
const draws = 5

/** Sells one ticket: asks what the rule needs to know, decides, stores. */
export const buyMuseumTickets = (ports: Needs) => {
  const { specialEvents, tickets, museumHours, idempotencyRecords, today, newId, randomInt } = ports
  const { generalPrice, currency } = ports
  return once<TicketOrder, Ticket, PurchaseRefusal>(idempotencyRecords, async (order, recordOf) => {
    const { ticketType, ticketDate, eventId } = order
    const isGeneral = ticketType === 'general'
    const event = isGeneral || eventId === undefined ? undefined : await specialEvents.find(eventId)
    const openingHours = isGeneral
      ? Schedule.hoursOn(await museumHours.schedule(ticketDate, ticketDate), ticketDate)
      : undefined
    const counter = { today: today(), event, openingHours, generalPrice, currency }
    const ticketId = TicketId(newId())
    for (let draw = 0; draw < draws; draw += 1) {
      const confirmationCode = ConfirmationCode.draw(ticketType, randomInt)
      const ticket = Ticket.purchase(order, counter, { ticketId, confirmationCode })
      if (isRefusal(ticket)) return ticket
      const sold = await tickets.add(ticket, recordOf(ticket))
      if (!isRefusal(sold) || sold.refusal !== 'confirmation-code-taken') return sold
    }
    throw new Error(`${draws} confirmation codes in a row were taken: is the source of chance broken?`)
  })
}
