import { toDateTime } from '@museum/adapters-http'
import type { TicketOfEvent } from '@museum/application'
import { Price } from '@museum/domain'
import { csvLine, textCell } from '../../command-line/csv-line.ts'

/**
 * A ticket in an export. It is a list for refunds, which is passed on: it has no confirmation code, since that admits.
 * `cancellation` is `ticket` when the ticket itself was cancelled, and may have been refunded then, and `event` when its
 * event was deleted or lost the date. What is not known, or was erased, is null.
 */
const exportedTicket = ({ ticket, cancellation }: TicketOfEvent) => ({
  ticketId: ticket.ticketId,
  ticketType: ticket.ticketType,
  ticketDate: ticket.ticketDate,
  eventName: ticket.event.name,
  state: ticket.state,
  cancellation: cancellation?.of ?? null,
  cancelledAt: cancellation?.at === undefined ? null : toDateTime(cancellation.at),
  cancellationReason: cancellation?.reason ?? null,
  price: Price.toAmount(ticket.price),
  currency: ticket.currency,
  soldAt: ticket.soldAt === undefined ? null : toDateTime(ticket.soldAt),
  email: ticket.purchaser?.email ?? null,
  phone: ticket.purchaser?.phone ?? null,
})

type ExportedTicket = ReturnType<typeof exportedTicket>

const titles = [
  'ticketId',
  'ticketType',
  'ticketDate',
  'eventName',
  'state',
  'cancellation',
  'cancelledAt',
  'cancellationReason',
  'price',
  'currency',
  'soldAt',
  'email',
  'phone',
] as const satisfies (keyof ExportedTicket)[]

/** Tickets as lines of CSV, titles first. */
export async function* ticketsAsCsv(tickets: AsyncIterable<TicketOfEvent>): AsyncIterable<string> {
  yield csvLine(titles)
  for await (const each of tickets) {
    const ticket = exportedTicket(each)
    yield csvLine(titles.map((title) => (title === 'price' ? ticket.price.toFixed(2) : textCell(ticket[title] ?? ''))))
  }
}

/** Tickets as lines of JSON. */
export async function* ticketsAsJsonLines(tickets: AsyncIterable<TicketOfEvent>): AsyncIterable<string> {
  for await (const each of tickets) yield `${JSON.stringify(exportedTicket(each))}\n`
}
