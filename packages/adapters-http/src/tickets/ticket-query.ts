import type { TicketFilter } from '@museum/application'
import { ConfirmationCode, Email } from '@museum/domain'
import { z } from 'zod'
import { calendarDate } from '../operation/calendar-date.wire.ts'
import { text } from '../operation/domain-value.ts'
import { withExample } from '../operation/with-example.ts'
import { pageParameters } from '../operation/paging.ts'
import { patterns } from '../operation/patterns.ts'
import { addIssue } from '../operation/zod-faults.ts'
import { eventId } from '../special-events/event-id.wire.ts'

type FilterParameter = 'confirmationCode' | 'email' | 'eventId' | 'date'
const filters: readonly (readonly FilterParameter[])[] = [['confirmationCode'], ['email'], ['eventId', 'date']]

/** The query of the search for tickets: one of three filters, and a page. */
export const ticketQuery = z
  .object({
    confirmationCode: z
      .string()
      .optional()
      .meta({
        description:
          'The confirmation code of a ticket, as a person types it: case, white space and the kind of dash are ignored.',
        ...withExample('ticket-event-e5e5gh-jk234'),
      }),
    email: text(Email).optional().meta({
      format: 'email',
      maxLength: 254,
      pattern: patterns.email,
      description: 'The e-mail address of the purchaser, in any case. In a URL, a + is written as %2B.',
      // The API reference fills it in, since one of the filters is required. The example of a purchase has it too.
      example: 'visitor@example.org',
    }),
    eventId: eventId
      .optional()
      .meta({ description: 'Identifier of a special event, also of a deleted one; together with date.' }),
    date: calendarDate('A date of the event; together with eventId.').optional(),
    ...pageParameters('The number of tickets in a page.'),
  })
  .superRefine((query, ctx) => {
    const isSent = (name: FilterParameter) => query[name] !== undefined
    const [filter, ...others] = filters.map((names) => names.filter(isSent)).filter((sent) => sent.length > 0)
    if (filter === undefined)
      addIssue(ctx, 'filter-required', 'or email, or eventId and date, is required', 'confirmationCode')
    for (const name of others.flat())
      addIssue(ctx, 'filters-combined', `must not be sent with ${filter!.join(' and ')}`, name)
    if (isSent('eventId') && !isSent('date')) addIssue(ctx, 'missing', 'is required with eventId', 'date')
    if (isSent('date') && !isSent('eventId')) addIssue(ctx, 'missing', 'is required with date', 'eventId')
  })

/** The filter of a query without faults; `undefined` for a text that is no confirmation code. */
export const toTicketFilter = ({
  confirmationCode,
  email,
  eventId,
  date,
}: z.output<typeof ticketQuery>): TicketFilter | undefined => {
  if (confirmationCode !== undefined) {
    const code = ConfirmationCode.read(confirmationCode)
    return code && { confirmationCode: code }
  }
  return email === undefined ? { eventId: eventId!, date: date! } : { email }
}
