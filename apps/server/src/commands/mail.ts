import type { MailDelivery } from '@museum/application'
import { type Email, type TicketId, isRefusal } from '@museum/domain'
import { parseCount, parseRecipient, parseTicketId } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { deliveryColumns, deliveryStates, noneFailed } from '../command-line/delivery-list.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, print, printList } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'

const exampleId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

export const mailCommand = (): MuseumCommand =>
  new MuseumCommand('mail')
    .describe('Shows what became of e-mails to purchasers, and sends tickets again.')
    .addCommand(listCommand())
    .addCommand(sendCommand())
    .addCommand(replayCommand())
    .addCommand(removeFailedCommand())
    .example('mail list --failed', 'Show what could not be sent.')
    .example(`mail send ${exampleId} --email visitor@example.org`, 'Send a ticket to another address.')

type ListOptions = Readonly<{ failed?: true; limit: number; json?: true }>

const listCommand = () =>
  new MuseumCommand('list')
    .describe('Shows e-mails, the latest first: what they are about, and what became of them.')
    .option('--failed', 'Only e-mails that are not attempted again.')
    .option('--limit <count>', 'How many e-mails to show at most.', parseCount(1, 1_000_000), 50)
    .option('--json', 'Print JSON.')
    .example('mail list', 'Show the latest e-mails.')
    .example('mail list --failed', 'Show what could not be sent, and why.')
    .note(
      'The column Kind says what the e-mail tells: the tickets were sold, cancelled, or restored with their event. No address is ' +
        'shown: `tickets show` has that of the ticket.',
    )
    .note(`Of the states, ${deliveryStates}`)
    .action(({ failed, limit, ...options }: ListOptions) =>
      withMuseum(['listMails'], async ({ museum, config }) => {
        const { toWebhookDeliveryBody } = await import('@museum/adapters-http/wire')
        const found = await readList<MailDelivery>(
          (request) => museum.listMails(request, failed && 'failed'),
          ({ deliveryId }) => deliveryId,
          limit,
        )
        const none =
          failed && found.length === 0
            ? await noneFailed('e-mail', museum.listMails, 'mail list')
            : 'There are no e-mails.'
        const { first, last } = deliveryColumns(config.timeZone)
        await printList(options, found, {
          none,
          recordOf: ({ mail, ...delivery }) => {
            const {
              deliveryId,
              messageId,
              type: _,
              ...others
            } = toWebhookDeliveryBody({ ...delivery, type: mail.type })
            const { ticketIds, orderId, isToAnotherAddress = false } = mail
            const about = { ticketIds, ...(orderId !== undefined && { orderId }), isToAnotherAddress }
            return { deliveryId, messageId, kind: kindOf({ mail }), ...about, ...others }
          },
          columns: [
            ...first,
            { title: 'Kind', textOf: kindOf },
            {
              title: 'Tickets',
              textOf: ({ mail: { orderId, ticketIds } }) =>
                orderId === undefined
                  ? ticketIds.join(', ')
                  : `${counted(ticketIds.length, 'ticket')} of order ${orderId}`,
            },
            ...last,
          ],
        })
      }),
    )

const kindOf = ({ mail: { type } }: Pick<MailDelivery, 'mail'>) => type.replace('tickets.', '')

const sendCommand = () =>
  new MuseumCommand('send')
    .describe('Has a running server send a ticket to its purchaser again, or to another address.')
    .argument('<ticket>', 'the ID of the ticket', parseTicketId)
    .option('--email <address>', 'Another e-mail address. The ticket keeps its own.', parseRecipient)
    .example(`mail send ${exampleId}`, 'Send a ticket again; `tickets find` shows the IDs.')
    .example(`mail send ${exampleId} --email visitor@example.org`, 'Send a ticket to another address.')
    .action((ticketId: TicketId, { email }: Readonly<{ email?: Email }>) =>
      withMuseum(['mailTicket'], async ({ museum, principal }) => {
        const refusal = await museum.mailTicket(ticketId, email, principal)
        if (isRefusal(refusal)) throw new CommandFailed(refusal.because + (hints.get(refusal.refusal)?.() ?? ''))
        print({}, undefined, () => `A running server sends the ticket. ${toSeeOutcome()}`, true)
      }),
    )

const hints: ReadonlyMap<string, () => string> = new Map(
  Object.entries<() => string>({
    'ticket-not-found': () => ` To find one:\n  ${commandName()} tickets find --email ADDRESS`,
    'ticket-cancelled': () => ' Only valid tickets are sent.',
    'mail-off': () => ' Set MUSEUM_SMTP_URL and MUSEUM_MAIL_FROM for the servers, and start them again.',
  }),
)

const toSeeOutcome = () => `To see what became of it:\n  ${commandName()} mail list`

const replayCommand = () =>
  new MuseumCommand('replay')
    .describe('Has a running server attempt an e-mail again at once, under the same Message-ID.')
    .argument('<id>', 'the ID of the e-mail; `mail list` shows it', parseCount(1, 999_999_999_999_999))
    .example('mail replay 4711', 'Attempt an e-mail again; `mail list --failed` shows the IDs.')
    .action((deliveryId: number) =>
      withMuseum(['replayMail'], async ({ museum, principal }) => {
        const refusal = await museum.replayMail(deliveryId, principal)
        if (isRefusal(refusal))
          throw new CommandFailed(`${refusal.because} To see those that failed:\n  ${commandName()} mail list --failed`)
        print({}, undefined, () => `A running server sends the e-mail. ${toSeeOutcome()}`, true)
      }),
    )

const removeFailedCommand = () =>
  new MuseumCommand('remove-failed')
    .describe('Removes all e-mails that could not be sent, which are kept until then.')
    .option('--json', 'Print JSON.')
    .example('mail remove-failed', 'Remove what could not be sent.')
    .action((options: Readonly<{ json?: true }>) =>
      withMuseum(['removeFailedMails'], async ({ museum }) => {
        const removed = await museum.removeFailedMails()
        print(options, { removed }, () => `Removed ${counted(removed, 'failed e-mail')}.`, removed > 0)
      }),
    )
