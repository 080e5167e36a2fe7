import type { Result } from '@museum/application'
import { OrderNumber, Price, fullPrice } from '@museum/domain'
import { z } from 'zod'
import {
  shownCount,
  shownDate,
  shownDateTime,
  shownId,
  shownNumber,
  shownText,
  toDateTime,
} from '../operation/schemas.ts'
import { shownEntryTime, shownOrderNumber } from '../tickets/sold-ticket.wire.ts'
import { TicketType } from '../tickets/ticket.wire.ts'
import { PaymentBody, toPaymentBody } from './order.wire.ts'

const ReceiptLine = z
  .object({
    ticketType: TicketType,
    eventName: shownText('Name of the special event; for event tickets only.', 'Night at the Museum').optional(),
    ticketDate: shownDate('Date of the tickets.'),
    entryTime: shownEntryTime.optional(),
    priceCategory: shownText('The price category of the tickets.', 'full'),
    priceCategoryName: shownText('Name of the price category; absent for the full price.', 'Child, 6 to 17').optional(),
    quantity: shownCount('The number of equal tickets.', 2),
    price: shownNumber('The price of each.', 25),
    amount: shownNumber('What they cost together; negative in the receipt of a refund.', 50),
  })
  .meta({ id: 'ReceiptLine', description: 'Equal tickets of a receipt.' })

const ReceiptTax = z
  .object({
    rate: shownNumber('The rate of the value added tax in per cent.', 19),
    tax: shownNumber('The tax that the lines of the rate contain, rounded half up.', 7.98),
    amount: shownNumber('The sum of these lines, with the tax.', 50),
  })
  .meta({ id: 'ReceiptTax', description: 'The tax of a rate.' })

export const ReceiptBody = z
  .object({
    kind: z.enum(['sale', 'refund']).meta({ description: 'Whether tickets were sold or refunded.', example: 'sale' }),
    orderId: shownId('Identifier of the order.'),
    orderNumber: shownOrderNumber,
    museumName: shownText('The name of the museum.', 'Museum of Clocks'),
    museumAddress: shownText('The postal address of the museum, of one line or several.', '1 Clock Lane').optional(),
    vatId: shownText('The number under which the museum pays value added tax.', 'DE123456789').optional(),
    at: shownDateTime('When it was sold, or refunded, in UTC.'),
    by: shownText('The user who sold or refunded it; null if not known.', 'desk-1').nullable(),
    till: shownText('The till at which it was sold or refunded; absent if none was named.', 'Till 1').optional(),
    payment: PaymentBody.optional().meta({
      description: 'How it was paid, or given back; absent if that was not recorded.',
    }),
    lines: z.array(ReceiptLine).meta({ description: 'The tickets, equal ones together.' }),
    total: shownNumber('The sum of the lines; negative in the receipt of a refund.', 50),
    currency: shownText('The currency of the amounts (ISO 4217).', 'EUR'),
    taxes: z.array(ReceiptTax).meta({
      description: 'The tax that the total contains, by rate in ascending order; empty where no tax is named.',
    }),
  })
  .meta({ id: 'Receipt', description: 'What was paid for an order, or given back. It is not a fiscal receipt.' })

/** Every member is listed here, so that no other member is sent. */
export const toReceiptBodies = ({ order, museum, receipts }: Result<'getReceipts'>): z.output<typeof ReceiptBody>[] =>
  receipts.map(({ kind, at, by, till, payment, lines, total, taxes }) => ({
    kind,
    orderId: order.orderId,
    orderNumber: OrderNumber.of(order.orderId),
    museumName: museum.name,
    ...(museum.address !== undefined && { museumAddress: museum.address }),
    ...(museum.vatId !== undefined && { vatId: museum.vatId }),
    at: toDateTime(at),
    by: by ?? null,
    ...(till !== undefined && { till: till as string }),
    ...(payment && { payment: toPaymentBody(payment) }),
    lines: lines.map(({ ticket, quantity, amount }) => ({
      ticketType: ticket.ticketType,
      ...(ticket.event && { eventName: ticket.event.name as string }),
      ticketDate: ticket.ticketDate,
      ...(ticket.entryTime && { entryTime: ticket.entryTime as string }),
      priceCategory: ticket.priceCategory?.priceCategory ?? fullPrice,
      ...(ticket.priceCategory && { priceCategoryName: ticket.priceCategory.name as string }),
      quantity,
      price: Price.toAmount(ticket.price),
      amount: Price.toAmount(amount),
    })),
    total: Price.toAmount(total),
    currency: order.currency,
    taxes: taxes.map(({ rate, tax, amount }) => ({
      rate: rate / 100,
      tax: Price.toAmount(tax),
      amount: Price.toAmount(amount),
    })),
  }))
