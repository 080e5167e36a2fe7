import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { type PageRequest, maxCountedItems } from '@museum/application'
import { type DeliveryState, Instant } from '@museum/domain'
import { commandName } from '../command-line/command-name.ts'
import { counted } from '../command-line/output.ts'
import type { Config } from '../settings/settings.ts'
import { type Finding, findingsOf } from './finding.ts'

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
  const findings: Finding[] = []
  for (const { webhookId, disabledAt, failingSince } of await webhooks.list()) {
    const list: List = (page, state) => deliveries.list(webhookId, page, state)
    const [name, command] = [`the webhook ${webhookId}`, `${commandName()} call`]
    if (disabledAt !== undefined)
      findings.push(
        warning(
          `The webhook ${webhookId} is disabled since ${timeText(disabledAt)}; ${waiting(await countOf(list, 'pending'))} for it. Messages are kept for three days.`,
          `Look up why with \`${command} listWebhookDeliveries --webhookId ${webhookId}\`, then run \`${command} updateWebhook --webhookId ${webhookId} --enabled true\`, or remove it.`,
        ),
      )
    else if (failingSince !== undefined) {
      const because = await latestReason(list)
      findings.push(
        warning(
          `The webhook ${webhookId} is failing since ${timeText(failingSince)}; ${waiting(await countOf(list, 'pending'))} for it${because === undefined ? '.' : `. The latest attempt: ${because}`}`,
          `Correct the receiver, or the URL with \`${command} updateWebhook --webhookId ${webhookId} --url URL\`. \`${command} listWebhookDeliveries --webhookId ${webhookId}\` shows the attempts.`,
        ),
      )
    } else
      findings.push(
        ...(await findWaiting(list, name, `\`${command} listWebhookDeliveries --webhookId ${webhookId}\``, now)),
      )
    findings.push(
      ...(await findFailed(
        list,
        name,
        `\`${command} listWebhookDeliveries --webhookId ${webhookId} --state failed\` shows them. Repeat with \`${command} replayWebhookDelivery --webhookId ${webhookId} --deliveryId ID\`; then \`${command} removeFailedDeliveries --webhookId ${webhookId}\`.`,
      )),
    )
  }
  const command = `${commandName()} call`
  const isMailOn = await deliveries.isMailOn()
  if (!isMailFaulty && isMailOn !== (smtpUrl !== undefined))
    findings.push(
      warning(
        isMailOn
          ? 'A server sends e-mails, but this configuration has no MUSEUM_SMTP_URL.'
          : 'MUSEUM_SMTP_URL is set, but no e-mails are sent: the latest server was started without it.',
        'Give all servers and commands the same settings, and restart the servers.',
      ),
    )
  findings.push(
    ...(await findWaiting(deliveries.listMails, 'the mail server', `\`${command} listMails\``, now)),
    ...(await findFailed(
      deliveries.listMails,
      'the mail server',
      `\`${command} listMails --state failed\` shows them. Correct the address with \`${command} mailTicket --ticketId TICKET --email ADDRESS\`, or repeat with \`${command} replayMail --deliveryId ID\`; then \`${command} removeFailedMails\`.`,
    )),
  )
  return findings.length > 0 ? findings : [ok('No message has failed or waits for long.')]
}

type List = (
  page: PageRequest,
  state?: DeliveryState,
) => Promise<Readonly<{ items: readonly Listed[]; total?: number }>>
type Listed = Readonly<{ at: Instant; latest?: Readonly<{ at: Instant; because?: string }> }>

const countOf = async (list: List, state: DeliveryState) =>
  (await list({ page: 1, limit: 1 }, state)).total ?? maxCountedItems

/** Why the latest failed attempt failed, of the latest deliveries. */
const latestReason = async (list: List): Promise<string | undefined> => {
  const attempts = (await list({ page: 1, limit: 100 })).items.flatMap(({ latest }) => latest ?? [])
  return attempts.filter(({ because }) => because !== undefined).toSorted((one, other) => other.at - one.at)[0]?.because
}

/** Finds deliveries that wait for long or after a failed attempt. The reason is told of the oldest one, the last of the list. */
const findWaiting = async (
  list: List,
  receiver: string,
  command: string,
  now: Instant,
): Promise<readonly Finding[]> => {
  const pending = await countOf(list, 'pending')
  const [oldest] = pending === 0 ? [] : (await list({ page: pending, limit: 1 }, 'pending')).items
  if (oldest === undefined || (oldest.latest === undefined && now - oldest.at < maxWait)) return []
  const because = oldest.latest?.because ?? 'It was not attempted yet: no server runs, or others are delivered first.'
  return [
    warning(
      `${waiting(pending)} for ${receiver}, the oldest since ${timeText(oldest.at)}: ${because}`,
      `They are attempted again for three days. Look at them with ${command}.`,
    ),
  ]
}

const findFailed = async (list: List, receiver: string, advice: string): Promise<readonly Finding[]> => {
  const { items, total = maxCountedItems } = await list({ page: 1, limit: 1 }, 'failed')
  const because = items[0]?.latest?.because
  return total === 0
    ? []
    : [
        warning(
          `${counted(total, 'message')} to ${receiver} failed${because === undefined ? '.' : `, the latest: ${because}`}`,
          advice,
        ),
      ]
}

const waiting = (count: number) => `${counted(count, 'message')} ${count === 1 ? 'waits' : 'wait'}`

const timeText = (moment: Instant) => new Date(moment).toISOString()
