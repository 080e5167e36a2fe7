import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { type DeliveryRepository, Page, type PageRequest, type StoredWebhook } from '@museum/application'
import { type DeliveryState, Instant } from '@museum/domain'
import { commandName } from '../command-line/command-name.ts'
import { counted } from '../command-line/output.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('messages')

/** Milliseconds. A message that no attempt of failed is delivered within this time while servers run. */
const maxWait = 10 * 60_000

/**
 * Checks that messages are delivered to the receivers of webhooks and to the mail server, and says why pending ones wait. With
 * `isMailFaulty`, the settings of e-mail have a fault and are not compared with the servers'.
 */
export const checkMessages = async (
  database: MuseumDatabase,
  { smtpUrl, isMailFaulty = false }: Pick<Config, 'smtpUrl'> & Readonly<{ isMailFaulty?: boolean }>,
  now = Instant(Date.now()),
): Promise<readonly Finding[]> => {
  const { webhooks, deliveries } = kyselyRepositories(database)
  const command = `${commandName()} call`
  const isMailOn = await deliveries.isMailOn()
  const differs = !isMailFaulty && isMailOn !== (smtpUrl !== undefined)
  const findings = findingsIn([
    await Promise.all((await webhooks.list()).map((webhook) => checkWebhook(webhook, deliveries, command, now))),
    differs &&
      warning(
        isMailOn
          ? 'A server sends e-mails, but this configuration has no MUSEUM_SMTP_URL.'
          : 'MUSEUM_SMTP_URL is set, but no e-mails are sent: the latest server was started without it.',
        'Give all servers and commands the same settings, and restart the servers.',
      ),
    await findWaiting(deliveries.listMails, 'the mail server', `\`${command} listMails\``, now),
    await findFailed(
      deliveries.listMails,
      'the mail server',
      `\`${command} listMails --state failed\` shows them. Correct the address with \`${command} mailTicket --ticketId TICKET --email ADDRESS\`, or repeat with \`${command} replayMail --deliveryId ID\`; then \`${command} removeFailedMails\`.`,
    ),
  ])
  return findings.length > 0 ? findings : [ok('No message has failed or waits for long.')]
}

const checkWebhook = async (
  { webhookId, disabledAt, failingSince }: StoredWebhook,
  deliveries: DeliveryRepository,
  command: string,
  now: Instant,
) => {
  const list: List = (page, state) => deliveries.list(webhookId, page, state)
  const [name, id] = [`the webhook ${webhookId}`, `--webhookId ${webhookId}`]
  const look = `\`${command} listWebhookDeliveries ${id}\``
  const failed = await findFailed(
    list,
    name,
    `\`${command} listWebhookDeliveries ${id} --state failed\` shows them. Repeat with \`${command} replayWebhookDelivery ${id} --deliveryId ID\`; then \`${command} removeFailedDeliveries ${id}\`.`,
  )
  if (disabledAt === undefined && failingSince === undefined) return [await findWaiting(list, name, look, now), failed]
  const waitForIt = `${waiting(await countOf(list, 'pending'))} for it`
  if (disabledAt !== undefined)
    return [
      warning(
        `The webhook ${webhookId} is disabled since ${timeText(disabledAt)}; ${waitForIt}. Messages are kept for three days.`,
        `Look up why with ${look}, then run \`${command} updateWebhook ${id} --enabled true\`, or remove it.`,
      ),
      failed,
    ]
  const because = await latestReason(list)
  return [
    warning(
      `The webhook ${webhookId} is failing since ${timeText(failingSince!)}; ${waitForIt}${because === undefined ? '.' : `. The latest attempt: ${because}`}`,
      `Correct the receiver, or the URL with \`${command} updateWebhook ${id} --url URL\`. ${look} shows the attempts.`,
    ),
    failed,
  ]
}

type List = (
  page: PageRequest,
  state?: DeliveryState,
) => Promise<Readonly<{ items: readonly Listed[]; total?: number }>>
type Listed = Readonly<{ at: Instant; latest?: Readonly<{ at: Instant; because?: string }> }>

const countOf = async (list: List, state: DeliveryState) =>
  (await list({ page: 1, limit: 1 }, state)).total ?? Page.maxCountedItems

/** Why the latest failed attempt failed, of the latest deliveries. */
const latestReason = async (list: List) => {
  const attempts = (await list({ page: 1, limit: 100 })).items.flatMap(({ latest }) => latest ?? [])
  return attempts.filter(({ because }) => because !== undefined).toSorted((one, other) => other.at - one.at)[0]?.because
}

/** Finds deliveries that wait for long or after a failed attempt. The reason is told of the oldest one, the last of the list. */
const findWaiting = async (list: List, receiver: string, look: string, now: Instant) => {
  const pending = await countOf(list, 'pending')
  const [oldest] = pending === 0 ? [] : (await list({ page: pending, limit: 1 }, 'pending')).items
  if (oldest === undefined || (oldest.latest === undefined && now - oldest.at < maxWait)) return undefined
  const because = oldest.latest?.because ?? 'It was not attempted yet: no server runs, or others are delivered first.'
  return warning(
    `${waiting(pending)} for ${receiver}, the oldest since ${timeText(oldest.at)}: ${because}`,
    `They are attempted again for three days. Look at them with ${look}.`,
  )
}

const findFailed = async (list: List, receiver: string, advice: string) => {
  const { items, total = Page.maxCountedItems } = await list({ page: 1, limit: 1 }, 'failed')
  const because = items[0]?.latest?.because
  const end = because === undefined ? '.' : `, the latest: ${because}`
  return total > 0 && warning(`${counted(total, 'message')} to ${receiver} failed${end}`, advice)
}

const waiting = (count: number) => `${counted(count, 'message')} ${count === 1 ? 'waits' : 'wait'}`

const timeText = (moment: Instant) => new Date(moment).toISOString()
