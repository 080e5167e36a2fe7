import { type OrderId, Price, isRefusal } from '@museum/domain'
import type { OrderWithRefunds } from '@museum/application'
import { parseOrderId } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { localTime, print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import { admittedTo } from './tickets.ts'

export const ordersCommand = (): MuseumCommand =>
  new MuseumCommand('orders')
    .describe('Shows orders: tickets that were sold together.')
    .addCommand(showCommand())
    .example('orders show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show an order; `tickets find` shows the IDs.')

const showCommand = (): MuseumCommand =>
  new MuseumCommand('show')
    .describe('Shows an order: its tickets, how it was paid, and what of it is to be refunded.')
    .argument('<id>', 'the ID of the order', parseOrderId)
    .option('--json', 'Print JSON.')
    .example('orders show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show an order; `tickets find` shows the IDs.')
    .action((orderId: OrderId, options: Readonly<{ json?: true }>) =>
      withMuseum(['getOrder'], async ({ museum, config }) => {
        const { toOrderBody } = await import('@museum/adapters-http/wire')
        const found = await museum.getOrder(orderId)
        if (isRefusal(found))
          throw new CommandFailed(
            `${found.because} To find a ticket of it, with its order:\n  ${commandName()} tickets find --email ADDRESS`,
          )
        const body = toOrderBody(found)
        const text = await asText(found, body.refundDue, config.timeZone)
        print(options, body, () => text)
      }),
    )

const asText = async ({ order, refunds }: OrderWithRefunds, refundDue: number, timeZone: string) => {
  const { table } = await import('../command-line/table.ts')
  const { orderId, tickets, total, currency, soldAt, soldBy, payment } = order
  const lines: readonly (readonly [title: string, text: string])[] = [
    ['ID', orderId],
    ['Total', `${Price.toAmount(total as Price).toFixed(2)} ${currency}`],
    ['Refund due', `${refundDue.toFixed(2)} ${currency}`],
    ['Sold', `${localTime(soldAt, timeZone)} ${timeZone}${soldBy === undefined ? '' : ` by ${soldBy}`}`],
    ['Payment', payment === undefined ? '-' : [payment.method, payment.reference ?? []].flat().join(', ')],
    ['E-mail', tickets.find(({ purchaser }) => purchaser !== undefined)?.purchaser?.email ?? 'none'],
  ]
  return [
    ...lines.map(([title, text]) => `${title.padEnd(12)}${textForTerminal(text)}`),
    '',
    table(tickets, [
      { title: 'Ticket', textOf: ({ ticketId }) => ticketId },
      { title: 'Code', textOf: ({ confirmationCode }) => confirmationCode },
      { title: 'State', textOf: ({ state }) => state },
      { title: 'Date', textOf: ({ ticketDate }) => ticketDate },
      { title: 'For', textOf: admittedTo },
      { title: 'Category', textOf: ({ priceCategory }) => priceCategory?.name ?? 'full price' },
      { title: 'Price', textOf: ({ price }) => Price.toAmount(price).toFixed(2) },
      { title: 'Refund', textOf: ({ ticketId }) => refunds.get(ticketId)?.state ?? '-' },
    ]),
  ].join('\n')
}
