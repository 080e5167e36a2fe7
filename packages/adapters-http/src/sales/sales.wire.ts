import type { SalesRow } from '@museum/application'
import { decimalOf } from '@museum/domain'
import { z } from 'zod'
import { reportBody } from '../operation/report.ts'
import { TicketType } from '../tickets/ticket.wire.ts'
import { shownCount, shownDate, shownId, shownNumber, shownText } from '../operation/schemas.ts'

const SalesRowBody = z
  .object({
    kind: z.enum(['sale', 'refund']).meta({ description: 'Whether tickets were sold or refunded.', example: 'sale' }),
    date: shownDate(
      "The date of the sale, or on which the refund was settled, asked for or failed, in the museum's time zone.",
    ),
    user: shownText('The user who sold the tickets, or settled the refunds; null if not known.', 'desk-1').nullable(),
    method: shownText(
      'The payment method of the orders, or the method of the refunds; null for tickets without an order, or without a ' +
        'recorded payment.',
      'cash',
    ).nullable(),
    till: shownText('The till of the orders, or of the refunds; absent if none was named.', 'Till 1').optional(),
    ticketType: TicketType,
    eventId: shownId('Identifier of the event; for event tickets only.').optional(),
    eventName: shownText('Name of the event when the tickets were sold.', 'Night at the Museum').optional(),
    priceCategory: shownText('The price category of the tickets.', 'full'),
    currency: shownText('The currency of the amounts (ISO 4217).', 'EUR'),
    tickets: z.int().meta({
      description:
        'How many tickets were sold or refunded. Negative, as the amount is, where the payment provider could not give refunds back ' +
        'that it was asked for before.',
      example: 3,
    }),
    amount: shownNumber('The sum of their prices.', 59.7),
    cancelled: shownCount('How many of the sold tickets are cancelled now; for sales only.', 3).optional(),
    cancelledAmount: shownNumber('The sum of the prices of those that are cancelled; for sales only.', 59.7).optional(),
  })
  .meta({ id: 'SalesRow', description: 'Tickets that have all members but the numbers in common, added up.' })
type SalesRowBody = z.output<typeof SalesRowBody>

export const SalesBody = reportBody(
  SalesRowBody,
  'In ascending order of date; for one date, sales before refunds; then of user, method, till, ticketType, eventName, eventId, ' +
    'priceCategory and currency. A null or an absent member is after all others.',
).meta({
  id: 'Sales',
  description: 'What was sold and refunded in a period.',
  example: {
    from: '2030-05-17',
    to: '2030-05-17',
    rows: [
      {
        kind: 'sale',
        date: '2030-05-17',
        user: 'desk-1',
        method: 'cash',
        ticketType: 'event',
        eventId: '01940000-0000-7000-8000-000000000001',
        eventName: 'Night at the Museum',
        priceCategory: 'full',
        currency: 'EUR',
        tickets: 3,
        amount: 59.7,
        cancelled: 1,
        cancelledAmount: 19.9,
      },
      {
        kind: 'refund',
        date: '2030-05-17',
        user: 'desk-1',
        method: 'cash',
        ticketType: 'general',
        priceCategory: 'child',
        currency: 'EUR',
        tickets: 1,
        amount: 6,
      },
    ],
  },
})

/** A row as a response shows it. Every member is listed here, so that no other member is sent. */
export const toSalesRowBody = (row: SalesRow): SalesRowBody => ({
  kind: row.kind,
  date: row.date,
  user: row.user,
  method: row.method,
  ...(row.till !== undefined && { till: row.till as string }),
  ticketType: row.ticketType,
  ...(row.eventId !== undefined && { eventId: row.eventId as string }),
  ...(row.eventName !== undefined && { eventName: row.eventName as string }),
  priceCategory: row.priceCategory,
  currency: row.currency,
  tickets: row.tickets,
  amount: toNumber(row.amount),
  ...(row.kind === 'sale' && { cancelled: row.cancelled, cancelledAmount: toNumber(row.cancelledAmount) }),
})

/** The number nearest to an exact sum. Up to 70 trillion, its shortest decimal form is exactly the sum. */
const toNumber = (minorUnits: bigint) => Number(decimalOf(minorUnits))
