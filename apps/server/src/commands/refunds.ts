import type { toRefundBody } from '@museum/adapters-http'
import type { RefundFilter, RefundedTicket } from '@museum/application'
import {
  type CalendarDate,
  type EventId,
  type PaymentMethod,
  type PaymentReference,
  type TicketId,
  isRefusal,
} from '@museum/domain'
import {
  parseDate,
  parseEventId,
  parsePaymentMethod,
  parsePaymentReference,
  parseTicketId,
  parseWord,
} from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print, printList, writeCsv } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'

export const refundsCommand = (): MuseumCommand =>
  new MuseumCommand('refunds')
    .describe('Lists the refunds of cancelled tickets, and records those that were given.')
    .addCommand(listCommand())
    .addCommand(settleCommand())
    .example('refunds list', 'List what is to be given back.')
    .example(
      'refunds settle 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --method cash',
      'Record that the price of a ticket was given back in cash.',
    )

type ListOptions = Readonly<{
  state: RefundFilter['state']
  event?: EventId
  date?: CalendarDate
  format: 'table' | 'csv' | 'json'
}>

const listCommand = (): MuseumCommand =>
  new MuseumCommand('list')
    .describe('Lists the refunds that are due, or those that were settled, in the order of the cancellations.')
    .option('--state <due|settled>', 'Which refunds.', parseWord('due', 'settled'), 'due')
    .option('--event <id>', 'Only tickets of this event, which may be deleted.', parseEventId)
    .option('--date <date>', 'Only tickets for this date.', parseDate)
    .option('--format <table|csv|json>', 'The format.', parseWord('table', 'csv', 'json'), 'table')
    .example('refunds list', 'List what is to be given back.')
    .example(
      'refunds list --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --format csv > refunds.csv',
      'Write the refunds of a cancelled event to a file; `events list --deleted` shows the IDs.',
    )
    .example('refunds list --state settled', 'List what was given back.')
    .note(
      'The column Cause says what cancelled a ticket: itself or its order ("ticket"), the removal of its date ("date"), or the ' +
        'deletion of its event ("event"). In CSV, a text that a spreadsheet would take for a formula has an apostrophe before it.',
    )
    .action(({ state, event: eventId, date, format }: ListOptions) =>
      withMuseum(['listRefunds'], async ({ museum }) => {
        const { toRefundBody: toBody } = await import('@museum/adapters-http')
        const found = await readList<RefundedTicket>(
          (request) => museum.listRefunds({ state, eventId, date }, request),
          ({ ticket }) => ticket.ticketId,
        )
        const refunds = found.map(toBody)
        if (format === 'csv') return writeCsv(asCsv(refunds))
        await printList(format === 'json' ? { json: true } : {}, refunds, {
          none: state === 'due' ? 'No refund is due.' : 'No refund was settled.',
          recordOf: (refund) => refund,
          columns: [
            { title: 'Ticket', textOf: ({ ticketId }) => ticketId },
            { title: 'Amount', textOf: ({ amount, currency }) => `${amount.toFixed(2)} ${currency}` },
            { title: 'Date', textOf: ({ ticketDate }) => ticketDate },
            { title: 'For', textOf: ({ eventName }) => eventName ?? 'general entry', mayShorten: true },
            { title: 'Cause', textOf: ({ cause }) => cause },
            { title: 'Paid', textOf: ({ payment }) => payment?.method ?? '-' },
            { title: 'E-mail', textOf: ({ email }) => email ?? '-' },
          ],
        })
      }),
    )

type RefundBody = ReturnType<typeof toRefundBody>

const titles = [
  'ticketId',
  'orderId',
  'eventId',
  'eventName',
  'ticketDate',
  'amount',
  'currency',
  'cancelledAt',
  'cause',
  'reason',
  'email',
  'settledAt',
  'settledBy',
] as const satisfies (keyof RefundBody)[]

async function* asCsv(refunds: readonly RefundBody[]): AsyncIterable<string> {
  const { csvLineForPeople } = await import('../command-line/csv-line.ts')
  yield csvLineForPeople([...titles, 'paymentMethod', 'paymentReference'])
  for (const refund of refunds)
    yield csvLineForPeople([...titles.map((title) => refund[title]), refund.payment?.method, refund.payment?.reference])
}

type SettleOptions = Readonly<{ method?: PaymentMethod; reference?: PaymentReference; json?: true }>

const settleCommand = (): MuseumCommand =>
  new MuseumCommand('settle')
    .describe('Records that the price of a cancelled ticket was given back. No money is moved.')
    .argument('<id>', 'the ID of the ticket', parseTicketId)
    .option('--method <word>', 'How it was given back, such as cash or card.', parsePaymentMethod)
    .option('--reference <text>', 'What identifies that payment elsewhere, such as a receipt.', parsePaymentReference)
    .option('--json', 'Print JSON.')
    .example(
      'refunds settle 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --method cash',
      'Record a refund in cash; `refunds list` shows the IDs.',
    )
    .action(async (ticketId: TicketId, { method, reference, json }: SettleOptions, command: MuseumCommand) => {
      if (method === undefined) return command.rejectUsage('--method: how it was given back is required, such as cash.')
      return withMuseum(['settleRefund'], async ({ museum, principal }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http/wire')
        const refund = await museum.settleRefund(ticketId, { method, ...(reference && { reference }) }, principal)
        if (isRefusal(refund)) throw new CommandFailed(refund.because)
        const refunds = new Map([[refund.ticket.ticketId, refund]])
        const body = toSoldTicketBody(refund.ticket, { withPurchaser: true, refunds })
        print(
          { ...(json && { json }) },
          body,
          () => `The refund of ${body.price.toFixed(2)} ${body.currency} for ticket ${ticketId} is settled.`,
          true,
        )
      })
    })
