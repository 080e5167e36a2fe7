import type { Result } from '@museum/application'
import {
  type Email,
  Order,
  type OrderDraft,
  OrderNumber,
  type Payment,
  PaymentMethod,
  PaymentReference,
  type Phone,
  Price,
  type Purchaser,
  Quantity,
  type Ticket,
  Till,
  fullPrice,
} from '@museum/domain'
import { z } from 'zod'
import { identifiers } from '../operation/identifiers.ts'
import { problemResponse } from '../operation/route.ts'
import {
  addIssue,
  shownDateTime,
  optionalMember,
  patterns,
  shownDate,
  shownId,
  shownNumber,
  shownText,
  text,
  toDateTime,
  toDomainValue,
  withExample,
} from '../operation/schemas.ts'
import { SoldTicketBody, shownEntryTime, shownOrderNumber, toSoldTicketBody } from '../tickets/sold-ticket.wire.ts'
import { TicketType, purchaseMembers } from '../tickets/ticket.wire.ts'

/** How a payment method is described. */
export const paymentMethod = {
  pattern: '^[a-z][a-z0-9-]{0,29}$',
  description: 'How it was paid: a word of the museum, such as cash, card, voucher or invoice.',
  example: 'card',
}
const reference = {
  minLength: 1,
  maxLength: 100,
  description: 'What identifies the payment elsewhere, such as the number of a receipt.',
  example: 'Terminal 2, receipt 4711',
}

/** The members of a payment in a request. */
export const paymentMembers = {
  method: text(PaymentMethod).meta(paymentMethod),
  reference: optionalMember(text(PaymentReference)).meta({ ...reference, pattern: patterns.line }),
}

const tillName = { minLength: 1, maxLength: 100, pattern: patterns.line }

/** The till of a request. */
export const till = text(Till).meta({
  ...tillName,
  description: 'The till, by its name: what has one belongs to the closing of the till, not to that of its user.',
  example: 'Till 1',
})

/** A till in a query. */
export const tillFilter = text(Till)
  .optional()
  .meta({ ...tillName, description: 'Only what was done at this till.', ...withExample('Till 1') })

export const PaymentBody = z.object({
  method: z.string().meta(paymentMethod),
  reference: z.string().optional().meta(reference),
})

export const toPayment = ({ method, reference }: z.output<z.ZodObject<typeof paymentMembers>>): Payment => ({
  method,
  ...(reference && { reference }),
})

export const toPaymentBody = ({ method, reference }: Readonly<{ method: string; reference?: string }>) => ({
  method,
  ...(reference !== undefined && { reference }),
})

const OrderItem = z
  .object({
    ticketType: TicketType,
    ticketDate: purchaseMembers.ticketDate,
    entryTime: purchaseMembers.entryTime,
    eventId: optionalMember(identifiers.eventId).meta({
      description: 'Identifier of the special event: required for event tickets, ignored for general entry.',
    }),
    priceCategory: purchaseMembers.priceCategory,
    quantity: optionalMember(z.number().transform(toDomainValue(Quantity)))
      .transform((quantity) => quantity ?? Quantity(1))
      .meta({ type: ['integer', 'null'], minimum: 1, maximum: 50, default: 1, description: 'How many such tickets.' }),
  })
  .meta({
    id: 'OrderItem',
    description: 'Equal tickets of an order.',
    example: { ticketType: 'general', ticketDate: '2030-05-17', priceCategory: 'full', quantity: 2 },
  })

/** Who buys. */
const purchaserMembers = {
  email: optionalMember(purchaseMembers.email).meta({
    description: 'Email address of the purchaser. A visitor at the desk need not give one.',
  }),
  phone: purchaseMembers.phone.meta({ description: 'Phone number of the purchaser; it needs an email.' }),
}

/** What the visitor was asked for. */
export const total = optionalMember(z.number().transform(toDomainValue(Order.totalOfAmount))).meta({
  minimum: 0,
  maximum: 4_999_999_999.5,
  multipleOf: 0.01,
  description:
    'What the visitor was asked for. If the order costs anything else, the response is 409 with the total in its detail.',
})

/** How an order is sold. */
export const saleMembers = {
  payment: optionalMember(z.object(paymentMembers)).meta({
    description: 'How the order was paid. It is recorded; no money is taken.',
    example: { method: 'card' },
  }),
  till: optionalMember(till),
  total,
}

/** The schema of a body with items. The rules that concern several items are checked by the domain. */
export const fieldsWithItems = <Members extends z.ZodRawShape>(members: Members) =>
  z
    .object({
      items: z
        .array(z.unknown())
        // The number of items is checked first, so that a list that is too long has one fault, not one for each item.
        .transform((items, ctx) => {
          const fault = Order.faultOfItemCount(items.length)
          return fault === undefined ? items : addIssue(ctx, fault)
        })
        .pipe(z.array(OrderItem)),
      ...purchaserMembers,
      ...members,
    })
    .superRefine(
      (body, ctx) => {
        const { email, phone } = body as { email?: unknown; phone?: unknown }
        if (phone !== undefined && email === undefined)
          addIssue(ctx, { code: 'email-required', detail: 'is required with phone' }, 'email')
      },
      // Checked also when other members have faults, so that all faults are reported together.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    )

/** The same as the OpenAPI document describes it. */
export const documentedFieldsWithItems = <Members extends z.ZodRawShape>(members: Members) =>
  z.object({
    items: z
      .array(OrderItem)
      .min(1)
      .max(20)
      .meta({
        description:
          'What is bought: at most 50 tickets in all, for at most 5 different dates of events and days of general entry, ' +
          'each of their entry times counted.',
      }),
    ...purchaserMembers,
    ...members,
  })

/** The refusals of the places and prices that an order or a reservation asks for. */
export const itemRefusals = {
  400: problemResponse(
    'The body or Idempotency-Key is not valid, or the museum is closed on the date of an item.',
    'museum-closed',
  ),
  404: problemResponse('There is no such special event; it may have been deleted.', 'event-not-found'),
  409: problemResponse(
    'Too few places are left on the date of an item, the order costs another total, or another request with the same key is ' +
      'in progress.',
    'sold-out',
    'total-changed',
  ),
} as const

/** The schema of the body of an order. */
export const orderFields = fieldsWithItems(saleMembers)

/** The body of an order as the OpenAPI document describes it. */
export const OrderFields = documentedFieldsWithItems(saleMembers).meta({
  id: 'OrderFields',
  description: 'An order of several tickets, all or none of which are sold.',
  example: { items: [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }] },
})

const ofEvent = { ticketType: 'event', eventId: '01940000-0000-7000-8000-000000000001', ticketDate: '2030-05-17' }

export const orderExamples = {
  desk: {
    summary: 'Two visitors at the desk',
    value: {
      items: [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }],
      payment: { method: 'cash' },
    },
  },
  family: {
    summary: 'A family, for a special event',
    value: {
      items: [
        { ...ofEvent, quantity: 2 },
        { ...ofEvent, priceCategory: 'child' },
      ],
      email: 'visitor@example.org',
      payment: { method: 'card', reference: 'Terminal 2, receipt 4711' },
      total: 50,
    },
  },
}

export const toOrderDraft = ({
  items,
  email,
  phone,
  payment,
  till: at,
  total,
}: z.output<typeof orderFields>): OrderDraft => ({
  items,
  purchaser: toPurchaser({ email, phone }),
  payment: payment && toPayment(payment),
  till: at,
  total,
})

export const toPurchaser = ({
  email,
  phone,
}: Readonly<{ email?: Email | undefined; phone?: Phone | undefined }>): Purchaser | undefined =>
  email && { email, ...(phone && { phone }) }

const members = {
  orderId: shownId('Identifier of the order.'),
  orderNumber: shownOrderNumber,
  total: shownNumber('The sum of the prices at which the tickets were sold.', 50),
  currency: shownText('The currency of the total (ISO 4217).', 'EUR'),
}

export const OrderConfirmation = z
  .object({
    ...members,
    tickets: z
      .array(
        z
          .object({
            ticketId: shownId('Identifier of the ticket.'),
            ticketType: TicketType,
            ticketDate: shownDate('Date the ticket is valid for.'),
            entryTime: shownEntryTime.optional(),
            eventName: shownText(
              'Name of the special event; for event tickets only.',
              'Night at the Museum',
            ).optional(),
            priceCategory: shownText('The price category of the ticket.', 'full'),
            price: shownNumber('The price at which the ticket was sold.', 25),
            confirmationCode: shownText('Unique code that verifies the purchase.', 'ticket-general-e5e5gh-jk234'),
          })
          .meta({ id: 'OrderedTicket', description: 'A ticket of a new order.' }),
      )
      .meta({ description: 'The tickets, in the order of the items.' }),
  })
  .meta({
    id: 'OrderConfirmation',
    description: 'A new order.',
    example: {
      orderId: '01940000-0000-7000-8000-000000000301',
      orderNumber: 'aaaa-aa34',
      total: 25,
      currency: 'EUR',
      tickets: [
        {
          ticketId: '01940000-0000-7000-8000-000000000102',
          ticketType: 'general',
          ticketDate: '2030-05-17',
          priceCategory: 'full',
          price: 25,
          confirmationCode: 'ticket-general-e5e5gh-jk234',
        },
      ],
    },
  })
export type OrderConfirmation = z.output<typeof OrderConfirmation>

export const toOrderConfirmation = ({ orderId, total, currency, tickets }: Order): OrderConfirmation => ({
  orderId,
  orderNumber: OrderNumber.of(orderId),
  total: Price.toAmount(total),
  currency,
  tickets: tickets.map((ticket) => ({
    ticketId: ticket.ticketId,
    ticketType: ticket.ticketType,
    ticketDate: ticket.ticketDate,
    ...(ticket.entryTime && { entryTime: ticket.entryTime as string }),
    ...(ticket.event && { eventName: ticket.event.name as string }),
    priceCategory: ticket.priceCategory?.priceCategory ?? fullPrice,
    price: Price.toAmount(ticket.price),
    confirmationCode: ticket.confirmationCode,
  })),
})

export const shownLabel = shownText('What staff calls the order, such as a school class.', 'Class 7b')

const soldMembers = {
  ...members,
  soldAt: shownDateTime('When the order was sold, in UTC.'),
  soldBy: shownText('The user who sold it; null if not known.', 'desk-1').nullable(),
  till: shownText('The till at which it was sold; absent if none was named.', 'Till 1').optional(),
  label: shownLabel.optional(),
  payment: PaymentBody.optional().meta({ description: 'How the order was paid; absent if that was not recorded.' }),
  refundDue: shownNumber(
    'The sum of the refunds that are due: the prices of cancelled tickets that were not refunded yet.',
    0,
  ),
}

export const OrderBody = z
  .object({
    ...soldMembers,
    email: shownText(
      'Email address of the purchaser; absent when none was given, or it was erased.',
      'visitor@example.org',
    ).optional(),
    phone: shownText('Phone number of the purchaser.', '+1(234)-567-8910').optional(),
    tickets: z.array(SoldTicketBody).meta({ description: 'The tickets, in the order of the items.' }),
    ticketsUrl: shownText(
      "The museum's page with these tickets, for their purchaser: everyone who has this URL can use them. Only in `getOrder` with " +
        'the role `shop`, where the museum has this page.',
      'https://museum.example/my-tickets/EQGUAAAAAHAAgAAAAAAAAwFQ2FjgmF7Mf2BBiq8MxatY',
    ).optional(),
  })
  .meta({ id: 'Order', description: 'An order with its tickets in their current state.' })
export type OrderBody = z.output<typeof OrderBody>

/**
 * An order as a response shows it, by default with the e-mail address and phone number of its purchaser. Every member is listed
 * here, so that no other member is sent.
 */
export const toOrderBody = (
  { order, refunds, ticketsUrl }: Result<'getOrder'> & Readonly<{ ticketsUrl?: string | undefined }>,
  { withPurchaser }: Readonly<{ withPurchaser: boolean }> = { withPurchaser: true },
): OrderBody => {
  const { tickets } = order
  // Erased from one ticket, the data may still stand on another one.
  const purchaser = withPurchaser ? tickets.find((ticket) => ticket.purchaser !== undefined)?.purchaser : undefined
  return {
    ...soldMembersOf({ order, refunds }, withPurchaser),
    ...(purchaser && { email: purchaser.email as string }),
    ...(purchaser?.phone && { phone: purchaser.phone as string }),
    tickets: tickets.map((ticket) => toSoldTicketBody(ticket, { withPurchaser, refunds })),
    ...(ticketsUrl !== undefined && { ticketsUrl }),
  }
}

const soldMembersOf = ({ order, refunds }: Result<'getOrder'>, withPurchaser: boolean) => {
  const { orderId, total, currency, soldAt, soldBy, payment, till: at, label, tickets } = order
  const isDue = ({ ticketId }: Ticket) =>
    refunds.has(ticketId) && refunds.get(ticketId)!.cancellation.settlement === undefined
  const due = tickets.reduce((sum, ticket) => sum + (isDue(ticket) ? ticket.price : 0), 0)
  return {
    orderId,
    orderNumber: OrderNumber.of(orderId),
    total: Price.toAmount(total),
    currency,
    soldAt: toDateTime(soldAt),
    soldBy: soldBy ?? null,
    ...(at && { till: at as string }),
    // It may name a person.
    ...(withPurchaser && label && { label: label as string }),
    ...(payment && { payment: toPaymentBody(payment) }),
    refundDue: Price.toAmount(due),
  }
}

export const ListedOrderBody = z
  .object({
    ...soldMembers,
    tickets: shownNumber('The number of tickets.', 3),
    open: shownNumber('How many of them are valid: neither used nor cancelled.', 2),
    admitted: shownNumber('How many of them were used; the others are cancelled.', 1),
    refunded: shownNumber('The sum of what was given back; without what is still being sent back.', 0),
  })
  .meta({ id: 'ListedOrder', description: 'An order in a list.' })

export const toListedOrderBody = (listed: Result<'getOrder'>): z.output<typeof ListedOrderBody> => {
  const { tickets } = listed.order
  const isRefunded = ({ ticketId }: Ticket) => {
    const settlement = listed.refunds.get(ticketId)?.cancellation.settlement
    return settlement !== undefined && (settlement.online?.state ?? 'settled') === 'settled'
  }
  const inState = (wanted: Ticket['state']) => tickets.filter(({ state }) => state === wanted).length
  return {
    ...soldMembersOf(listed, true),
    tickets: tickets.length,
    open: inState('valid'),
    admitted: inState('admitted'),
    refunded: Price.toAmount(tickets.reduce((sum, each) => sum + (isRefunded(each) ? each.price : 0), 0)),
  }
}
