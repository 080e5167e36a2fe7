import type { TicketFilter } from '@museum/application'
import { ConfirmationCode, Email } from '@museum/domain'
import { z } from 'zod'
import { identifiers } from '../operation/identifiers.ts'
import { operation } from '../operation/operation.ts'
import { pageParameters } from '../operation/paging.ts'
import { jsonResponse, problemResponse } from '../operation/route.ts'
import { addIssue, calendarDate, patterns, text, withExample } from '../operation/schemas.ts'
import { SoldTicketBody, toSoldTicketBody } from './sold-ticket.wire.ts'

type FilterParameter = 'confirmationCode' | 'email' | 'eventId' | 'date'
const filters: readonly (readonly FilterParameter[])[] = [['confirmationCode'], ['email'], ['eventId', 'date']]

const ticketQuery = z
  .object({
    confirmationCode: z
      .string()
      .transform(
        (typed, ctx) =>
          ConfirmationCode.read(typed) ??
          addIssue(ctx, {
            code: 'not-a-confirmation-code',
            detail:
              'must be a confirmation code, such as ticket-event-e5e5gh-jk234 or e5e5gh-jk234; an e-mail address is searched as ' +
              'email, the number of an order by GET /orders',
          }),
      )
      .optional()
      .meta({
        description:
          'The confirmation code of a ticket, as a person types it: case, white space and the kind of dash are ignored, and ' +
          'ticket-event- may be left out. What a ' +
          'scanner types is read as in a scan.',
        ...withExample('ticket-event-e5e5gh-jk234'),
      }),
    email: text(Email.stored)
      .optional()
      .meta({
        format: 'email',
        maxLength: 254,
        pattern: patterns.storedEmail,
        description:
          'The e-mail address of the purchaser, in any case, and with either form of an international domain: ' +
          'bücher.example or xn--bcher-kva.example. In a URL, a + is written as %2B.',
        // With an example that the API reference fills in, since one of the filters is required. The example of a
        // purchase has the same address.
        example: 'visitor@example.org',
      }),
    eventId: identifiers.eventId
      .optional()
      .meta({ description: 'Identifier of a special event, also of a deleted one; together with date.' }),
    date: calendarDate('A date of the event; together with eventId.').optional(),
    ...pageParameters('The number of tickets in a page.'),
  })
  .superRefine((query, ctx) => {
    const isSent = (name: FilterParameter) => query[name] !== undefined
    const [filter, ...others] = filters.map((names) => names.filter(isSent)).filter((sent) => sent.length > 0)
    if (filter === undefined)
      addIssue(
        ctx,
        { code: 'filter-required', detail: 'or email, or eventId and date, is required' },
        'confirmationCode',
      )
    for (const name of others.flat())
      addIssue(ctx, { code: 'filters-combined', detail: `must not be sent with ${filter!.join(' and ')}` }, name)
    if (isSent('eventId') && !isSent('date'))
      addIssue(ctx, { code: 'missing', detail: 'is required with eventId' }, 'date')
    if (isSent('date') && !isSent('eventId'))
      addIssue(ctx, { code: 'missing', detail: 'is required with date' }, 'eventId')
  })

/** The filter of a valid query. */
const toTicketFilter = ({ confirmationCode, email, eventId, date }: z.output<typeof ticketQuery>): TicketFilter => {
  if (confirmationCode !== undefined) return { confirmationCodes: confirmationCode }
  return email === undefined ? { eventId: eventId!, date: date! } : { email }
}

export const findTickets = operation({
  path: '/tickets',
  operationId: 'findTickets',
  kind: 'list',
  roles: ['admin', 'box-office'],
  tags: ['Tickets'],
  description:
    'The tickets with a confirmation code, with the e-mail address of a purchaser, or for a date of a special event, in the ' +
    'order in which they were sold. The query has one of these three filters.',
  query: ticketQuery,
  responses: {
    200: jsonResponse('The tickets of the page.', z.array(SoldTicketBody)),
    400: problemResponse(
      'The query is not valid: it has no filter, more than one, or a text that is no code, for example.',
    ),
  },
}).calls(async (museum, { query }) => {
  const tickets = await museum.findTickets(toTicketFilter(query), query)
  const refunds = await museum.findRefunds(tickets.items)
  return {
    ...tickets,
    items: tickets.items.map((ticket) => toSoldTicketBody(ticket, { withPurchaser: true, refunds })),
  }
})
