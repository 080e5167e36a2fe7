import type { ListRequest, WebhookDelivery, WebhookWithKey } from '@museum/application'
import type { DeliveryState, MessageType, Refusal, WebhookDescription, WebhookId } from '@museum/domain'
import { isRefusal } from '@museum/domain'
import {
  parseCount,
  parseMessageTypes,
  parseWebhookDescription,
  parseWebhookId,
  parseWord,
} from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { deliveryColumns, deliveryStates, noneFailed } from '../command-line/delivery-list.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { capitalized, counted, localTime, print, printList } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'

type Options = Readonly<{ json?: true }>

const exampleId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

export const webhooksCommand = (): MuseumCommand =>
  new MuseumCommand('webhooks')
    .describe('Tells other services of changes: shows and changes which messages are sent where.')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(addCommand())
    .addCommand(updateCommand())
    .addCommand(removeCommand())
    .addCommand(testCommand())
    .addCommand(renewSecretCommand())
    .addCommand(deliveriesCommand())
    .addCommand(replayCommand())
    .addCommand(removeFailedCommand())
    .example('webhooks list', 'Show all webhooks.')
    .example(
      'webhooks add https://calendar.example/museum --types special-event.created,special-event.deleted',
      'Tell a calendar of new and deleted events.',
    )
    .example(`webhooks deliveries ${exampleId} --state failed`, 'Show what could not be delivered.')

/** A command about one webhook. */
const ofOne = (name: string, description: string) =>
  new MuseumCommand(name)
    .describe(description)
    .argument('<id>', 'the ID of the webhook; `webhooks list` shows it', parseWebhookId)

/** Returns an outcome, unless it is a refusal: then the command fails. */
const accepted = <Outcome>(outcome: Outcome): Exclude<Outcome, Refusal> => {
  if (!isRefusal(outcome)) return outcome as Exclude<Outcome, Refusal>
  const { refusal, because } = outcome as Refusal
  const hint = refusal === 'webhook-not-found' ? ` To find one:\n  ${commandName()} webhooks list` : ''
  throw new CommandFailed(capitalized(because) + hint)
}

const listCommand = () =>
  new MuseumCommand('list')
    .describe('Shows all webhooks.')
    .option('--json', 'Print JSON.')
    .example('webhooks list', 'Show all webhooks.')
    .action((options: Options) =>
      withMuseum(['listWebhooks'], async ({ museum }) => {
        const { toWebhookBody } = await import('@museum/adapters-http/wire')
        await printList(options, await museum.listWebhooks(), {
          none: 'There are no webhooks.',
          recordOf: toWebhookBody,
          columns: [
            { title: 'ID', textOf: ({ webhookId }) => webhookId },
            { title: 'State', textOf: stateOf },
            { title: 'URL', textOf: ({ url }) => url, mayShorten: true },
            { title: 'Types', textOf: ({ types }) => types.join(', '), mayShorten: true },
          ],
        })
      }),
    )

const stateOf = ({ disabledAt, failingSince }: Pick<WebhookWithKey, 'disabledAt' | 'failingSince'>) => {
  if (disabledAt !== undefined) return 'disabled'
  return failingSince === undefined ? 'enabled' : 'failing'
}

const showCommand = () =>
  ofOne('show', 'Shows a webhook with its public key.')
    .option('--json', 'Print JSON.')
    .example(`webhooks show ${exampleId}`, 'Show a webhook; `webhooks list` shows the IDs.')
    .action((webhookId: WebhookId, options: Options) =>
      withMuseum(['getWebhook'], async ({ museum, config }) => {
        const { toWebhookBody } = await import('@museum/adapters-http/wire')
        const webhook = accepted(await museum.getWebhook(webhookId))
        print(options, toWebhookBody(webhook), () => asText(webhook, config.timeZone))
      }),
    )

const asText = (webhook: WebhookWithKey, timeZone: string) => {
  const { webhookId, url, types, description, purchaser, createdAt, failingSince, disabledAt, publicKey } = webhook
  const lines: readonly (readonly [title: string, text: string])[] = [
    ['ID', webhookId],
    ['URL', url],
    ['Types', types.join(', ')],
    ['Description', description ?? 'none'],
    ['Purchaser', purchaser ? 'e-mail address, phone number, codes and payment references are sent' : 'not sent'],
    ['State', stateOf(webhook)],
    ['Added', localTime(createdAt, timeZone)],
    ...(failingSince === undefined ? [] : [['Failing', `since ${localTime(failingSince, timeZone)}`] as const]),
    ...(disabledAt === undefined ? [] : [['Disabled', `at ${localTime(disabledAt, timeZone)}`] as const]),
    ['Public key', publicKey],
  ]
  return lines.map(([title, text]) => `${title.padEnd(13)}${textForTerminal(text)}`).join('\n')
}

type YesOrNo = 'yes' | 'no'
type Changes = Readonly<{
  url?: string
  types?: readonly MessageType[]
  description?: WebhookDescription
  purchaser?: YesOrNo
}>

const purchaserOption = [
  '--purchaser <yes|no>',
  'Whether messages about tickets and orders have the e-mail address and phone number of the purchaser, confirmation codes ' +
    '(they admit), and the references of payments.',
] as const
const typesOption = ['--types <types>', 'The types of the messages, separated by commas'] as const
const urls = 'an https URL; http too with MUSEUM_WEBHOOK_PRIVATE_ADDRESSES=allow'
const descriptionOption = ['--description <text>', 'What the webhook is for.'] as const

const typesNote =
  'The types are special-event.created, special-event.updated, special-event.deleted, special-event.restored, ' +
  'museum-hours.changed, ticket.sold, ticket.cancelled and order.created. Running servers follow a change within 5 seconds.'

const addCommand = () =>
  new MuseumCommand('add')
    .describe(
      'Adds a webhook: a running server sends the messages of its types to the URL. Its secret is shown this once.',
    )
    .argument('<url>', `where the messages are sent: ${urls}`)
    .requiredOption(typesOption[0], `${typesOption[1]}; required.`, parseMessageTypes)
    .option(...descriptionOption, parseWebhookDescription)
    .option(...purchaserOption, parseWord('yes', 'no'), 'no')
    .option('--json', 'Print JSON.')
    .example(
      'webhooks add https://calendar.example/museum --types special-event.created,special-event.deleted',
      'Tell a calendar of new and deleted events.',
    )
    .example(
      'webhooks add https://crm.example/ --types order.created --purchaser yes',
      'Tell a service of orders, with the e-mail address of the purchaser.',
    )
    .note(typesNote)
    .action((url: string, { types, description, purchaser, json }: Changes & Options) =>
      withMuseum(['createWebhook'], async ({ museum, principal }) => {
        const { toWebhookWithSecretBody } = await import('@museum/adapters-http/wire')
        const draft = { url, types: types!, description, purchaser: purchaser === 'yes' }
        const created = accepted(await museum.createWebhook(draft, principal))
        const body = toWebhookWithSecretBody(created)
        print(
          { json },
          body,
          () =>
            [
              `The webhook ${body.webhookId} is added.`,
              `Secret      ${body.secret}`,
              `Public key  ${body.publicKey}`,
              'The secret is not shown again. Give the receiver the public key, which is not secret, or the secret.',
            ].join('\n'),
          true,
        )
      }),
    )

type UpdateOptions = Changes & Options & Readonly<{ removeDescription?: true; enabled?: YesOrNo }>

const updateCommand = () =>
  ofOne('update', 'Changes a webhook. What waits for one that becomes enabled is sent.')
    .option('--url <url>', `Where the messages are sent: ${urls}.`)
    .option(typesOption[0], `${typesOption[1]}.`, parseMessageTypes)
    .option(...descriptionOption, parseWebhookDescription)
    .option('--remove-description', 'Remove the description.')
    .option(...purchaserOption, parseWord('yes', 'no'))
    .option('--enabled <yes|no>', 'Whether messages are sent.', parseWord('yes', 'no'))
    .option('--json', 'Print JSON.')
    .example(`webhooks update ${exampleId} --enabled yes`, 'Send messages again, those that wait too.')
    .example(`webhooks update ${exampleId} --types ticket.sold,ticket.cancelled`, 'Replace the types.')
    .note(typesNote)
    .action((webhookId: WebhookId, options: UpdateOptions, command: MuseumCommand) => {
      const { url, types, description, removeDescription, purchaser, enabled, json } = options
      if (description !== undefined && removeDescription)
        command.rejectUsage('--remove-description: use it without --description.')
      return withMuseum(['updateWebhook'], async ({ museum, principal, config }) => {
        const { toWebhookBody } = await import('@museum/adapters-http/wire')
        const changes = {
          url,
          types,
          description: removeDescription ? null : description,
          purchaser: purchaser && purchaser === 'yes',
          enabled: enabled && enabled === 'yes',
        }
        const webhook = accepted(await museum.updateWebhook(webhookId, changes, principal))
        print({ json }, toWebhookBody(webhook), () => asText(webhook, config.timeZone), true)
      })
    })

const removeCommand = () =>
  ofOne('remove', 'Removes a webhook. Messages that wait for it are not sent.')
    .option('--json', 'Print JSON.')
    .example(`webhooks remove ${exampleId}`, 'Remove a webhook; `webhooks list` shows the IDs.')
    .action((webhookId: WebhookId, options: Options) =>
      withMuseum(['deleteWebhook'], async ({ museum, principal }) => {
        const { toWebhookBody } = await import('@museum/adapters-http/wire')
        const webhook = accepted(await museum.deleteWebhook(webhookId, principal))
        print(options, toWebhookBody(webhook), () => `The webhook ${webhookId} is removed.`, true)
      }),
    )

const testCommand = () =>
  ofOne('test', 'Sends a message of the type webhook.test, by a running server.')
    .example(`webhooks test ${exampleId}`, 'Find out whether messages arrive.')
    .action((webhookId: WebhookId) =>
      withMuseum(['testWebhook'], async ({ museum }) => {
        accepted(await museum.testWebhook(webhookId))
        print({}, undefined, () => `A running server sends the message. ${toSeeOutcome(webhookId)}`, true)
      }),
    )

const toSeeOutcome = (webhookId: WebhookId) =>
  `To see what became of it:\n  ${commandName()} webhooks deliveries ${webhookId}`

const renewSecretCommand = () =>
  ofOne(
    'renew-secret',
    'Gives a webhook a new secret and a new public key, which are shown. For 24 hours messages are signed with those before, too, at most four.',
  )
    .option('--json', 'Print JSON.')
    .example(`webhooks renew-secret ${exampleId}`, 'Make a new secret; then give it to the receiver.')
    .action((webhookId: WebhookId, options: Options) =>
      withMuseum(['renewWebhookSecret'], async ({ museum, principal }) => {
        const { toWebhookWithSecretBody } = await import('@museum/adapters-http/wire')
        const body = toWebhookWithSecretBody(accepted(await museum.renewWebhookSecret(webhookId, principal)))
        print(
          options,
          body,
          () =>
            [
              `Secret      ${body.secret}`,
              `Public key  ${body.publicKey}`,
              'The secret is not shown again. Give it to the receiver within 24 hours.',
            ].join('\n'),
          true,
        )
      }),
    )

type DeliveriesOptions = Options & Readonly<{ state?: DeliveryState; limit: number }>

const deliveriesCommand = () =>
  ofOne('deliveries', 'Shows the deliveries of messages to a webhook, the latest first.')
    .option(
      '--state <pending|delivered|failed>',
      `Only deliveries in this state: ${deliveryStates}`,
      parseWord('pending', 'delivered', 'failed'),
    )
    .option('--limit <count>', 'How many deliveries to show at most.', parseCount(1, 1_000_000), 50)
    .option('--json', 'Print JSON.')
    .example(`webhooks deliveries ${exampleId}`, 'Show the latest deliveries.')
    .example(`webhooks deliveries ${exampleId} --state failed`, 'Show what is not attempted again.')
    .action((webhookId: WebhookId, { state, limit, ...options }: DeliveriesOptions) =>
      withMuseum(['listWebhookDeliveries'], async ({ museum, config }) => {
        const { toWebhookDeliveryBody } = await import('@museum/adapters-http/wire')
        const list = async (request: ListRequest<WebhookDelivery>, ofState?: DeliveryState) =>
          accepted(await museum.listWebhookDeliveries(webhookId, request, ofState))
        const found = await readList<WebhookDelivery>(
          (request) => list(request, state),
          ({ deliveryId }) => deliveryId,
          limit,
        )
        const none =
          state === 'failed' && found.length === 0
            ? await noneFailed('delivery', list, `webhooks deliveries ${webhookId} --state pending`)
            : 'There are no such deliveries.'
        const { first, last } = deliveryColumns(config.timeZone)
        await printList(options, found, {
          none,
          recordOf: toWebhookDeliveryBody,
          columns: [...first, { title: 'Type', textOf: ({ type }) => type }, ...last],
        })
      }),
    )

const replayCommand = () =>
  ofOne(
    'replay',
    'Has a running server deliver a message again, under the same identifier; one that waits is delivered at once.',
  )
    .argument(
      '<delivery>',
      'the ID of the delivery; `webhooks deliveries` shows it',
      parseCount(1, 999_999_999_999_999),
    )
    .example(`webhooks replay ${exampleId} 4711`, 'Deliver a message again; `webhooks deliveries` shows the IDs.')
    .action((webhookId: WebhookId, deliveryId: number) =>
      withMuseum(['replayWebhookDelivery'], async ({ museum, principal }) => {
        accepted(await museum.replayWebhookDelivery(webhookId, deliveryId, principal))
        print({}, undefined, () => `A running server delivers the message again. ${toSeeOutcome(webhookId)}`, true)
      }),
    )

const removeFailedCommand = () =>
  ofOne('remove-failed', 'Removes the failed deliveries of a webhook, which are kept until then.')
    .option('--json', 'Print JSON.')
    .example(`webhooks remove-failed ${exampleId}`, 'Remove what could not be delivered.')
    .action((webhookId: WebhookId, options: Options) =>
      withMuseum(['removeFailedDeliveries'], async ({ museum }) => {
        const removed = accepted(await museum.removeFailedDeliveries(webhookId))
        const text = `Removed ${counted(removed, 'failed delivery', 'failed deliveries')}.`
        print(options, { removed }, () => text, removed > 0)
      }),
    )
