import type { SalesRow } from '@museum/application'
import { decimalOf } from '@museum/domain'
import { z } from 'zod'
import { TicketType } from '../tickets/ticket.wire.ts'

const count = (description: string) => z.int().min(0).meta({ description, example: 3 })
const amount = (description: string) => z.number().meta({ description, example: 59.7 })

const SalesRowBody = z
  .object({
    kind: z.enum(['sale', 'refund']).meta({ description: 'Whether tickets were sold or refunded.', example: 'sale' }),
    date: z.iso.date().meta({
      description: "The date of the sale, or of the settlement of the refund, in the museum's time zone.",
      example: '2030-05-17',
    }),
    user: z.string().nullable().meta({
      description: 'The user who sold the tickets, or settled the refunds; null if not known.',
      example: 'desk-1',
    }),
    method: z
      .string()
      .nullable()
      .meta({
        description:
          'The payment method of the orders, or the method of the refunds; null for tickets without an order, or without a ' +
          'recorded payment.',
        example: 'cash',
      }),
    ticketType: TicketType,
    eventId: z.uuid().optional().meta({ description: 'Identifier of the event; for event tickets only.' }),
    eventName: z
      .string()
      .optional()
      .meta({ description: 'Name of the event when the tickets were sold.', example: 'Night at the Museum' }),
    priceCategory: z.string().meta({ description: 'The price category of the tickets.', example: 'full' }),
    currency: z.string().meta({ description: 'The currency of the amounts (ISO 4217).', example: 'EUR' }),
    tickets: count('How many tickets were sold or refunded.'),
    amount: amount('The sum of their prices.'),
    cancelled: count('How many of the sold tickets are cancelled now; for sales only.').optional(),
    cancelledAmount: amount('The sum of the prices of those that are cancelled; for sales only.').optional(),
  })
  .meta({ id: 'SalesRow', description: 'Tickets that have all members but the numbers in common, added up.' })
type SalesRowBody = z.output<typeof SalesRowBody>

export const SalesBody = z
  .object({
    from: z.iso.date().meta({ description: 'The first date.', example: '2030-05-17' }),
    to: z.iso.date().meta({ description: 'The last date.', example: '2030-05-17' }),
    rows: z.array(SalesRowBody).meta({
      description:
        'In ascending order of date; for one date, sales before refunds; then of user, method, ticketType, eventName, eventId, ' +
        'priceCategory and currency. A null or an absent member is after all others.',
    }),
  })
  .meta({
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
export type SalesBody = z.output<typeof SalesBody>

/** A row as a response shows it. Every member is listed here, so that no other member is sent. */
export const toSalesRowBody = (row: SalesRow): SalesRowBody => ({
  kind: row.kind,
  date: row.date,
  user: row.user,
  method: row.method,
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
