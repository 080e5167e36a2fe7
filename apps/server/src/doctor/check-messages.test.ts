import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MuseumDatabase, kyselyRepositories, migrate, openDatabase } from '@museum/adapters-persistence'
import type { DeliveryResult, Receiver, Repositories } from '@museum/application'
import { Email, Instant, TicketId } from '@museum/domain'
import { aWebhook, anAuditEntry } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { checkMessages } from './check-messages.ts'

const now = Instant(Date.UTC(2030, 4, 1, 10))
const long = Instant(now - 11 * 60_000)
const { webhookId } = aWebhook()
const smtpUrl = 'smtp://127.0.0.1'

describe('the check of messages', () => {
  let database: MuseumDatabase
  let repositories: Repositories
  let remove: () => Promise<void>
  beforeEach(async () => {
    const temporary = await aTemporaryFolder()
    remove = temporary.remove
    database = openDatabase(`sqlite:${temporary.folder}/museum.sqlite`)
    await migrate(database)
    repositories = kyselyRepositories(database)
  })
  afterEach(async () => {
    await database.close()
    await remove()
  })
  const addWebhook = (but: Parameters<typeof aWebhook>[0] = {}) =>
    repositories.webhooks.add(aWebhook(but), anAuditEntry())
  const record = (at: Instant) => repositories.deliveries.add(webhookId, { type: 'webhook.test', at })
  const recordMail = (at: Instant) =>
    repositories.deliveries.addMail(
      { type: 'tickets.sold', at, ticketIds: [TicketId(exampleId(1))] },
      anAuditEntry(),
      Email('visitor@example.org'),
    )
  const attempt = async (result: object, receiver: Receiver = webhookId) => {
    const [delivery] = await repositories.deliveries.claim(receiver, 1)
    await repositories.deliveries.settle([{ delivery, at: now, ...result } as DeliveryResult])
  }
  const check = (config: Parameters<typeof checkMessages>[1] = {}) => checkMessages(database, config, now)
  const ok = [{ check: 'messages', level: 'ok', message: 'No message has failed or waits for long.' }]

  it('finds nothing wrong without messages, and with some that wait for a moment or were delivered', async () => {
    expect(await check()).toEqual(ok)
    await addWebhook()
    await record(long)
    await attempt({ result: 'delivered', status: 204 })
    await record(Instant(now - 60_000))
    expect(await check()).toEqual(ok)
  })

  it('says why messages wait for long', async () => {
    await addWebhook()
    await record(long)
    await record(now)
    const found = (because: string) => [
      {
        check: 'messages',
        level: 'warning',
        message: `2 messages wait for the webhook ${webhookId}, the oldest since 2030-05-01T09:49:00.000Z: ${because}`,
        advice: expect.stringContaining(`call listWebhookDeliveries --webhookId ${webhookId}`),
      },
    ]
    expect(await check()).toEqual(found('It was not attempted yet: no server runs, or others are delivered first.'))
    await attempt({ result: 'retried', because: 'The receiver answered 503.', seconds: 5 })
    expect(await check()).toEqual(found('The receiver answered 503.'))
  })

  it('says at once why a message waits that was attempted', async () => {
    await repositories.deliveries.setMailOn(true)
    await recordMail(now)
    expect(await check({ smtpUrl })).toEqual(ok)
    await attempt({ result: 'retried', because: 'The mail server refused the connection.', seconds: 5 }, 'mail')
    await recordMail(now)
    expect(await check({ smtpUrl })).toMatchObject([
      {
        level: 'warning',
        message:
          '2 messages wait for the mail server, the oldest since 2030-05-01T10:00:00.000Z: The mail server refused the connection.',
        advice: expect.stringContaining('call listMails'),
      },
    ])
  })

  it('finds disabled webhooks and what has failed', async () => {
    await addWebhook()
    await record(long)
    await attempt({ result: 'failed', because: 'The receiver answered 404.' })
    await record(now)
    await repositories.webhooks.update<never>(
      webhookId,
      (current) => ({ ...current, disabledAt: long }),
      () => undefined,
    )
    expect(await check()).toMatchObject([
      {
        level: 'warning',
        message: `The webhook ${webhookId} is disabled since 2030-05-01T09:49:00.000Z; 1 message waits for it. Messages are kept for three days.`,
        advice: expect.stringContaining(`call updateWebhook --webhookId ${webhookId} --enabled true`),
      },
      {
        level: 'warning',
        message: `1 message to the webhook ${webhookId} failed, the latest: The receiver answered 404.`,
        advice: expect.stringContaining(`call removeFailedDeliveries --webhookId ${webhookId}`),
      },
    ])
  })

  it('says at once since when and why a webhook is failing', async () => {
    await addWebhook({ failingSince: Instant(now - 60_000) })
    const since = `The webhook ${webhookId} is failing since 2030-05-01T09:59:00.000Z; `
    expect(await check()).toMatchObject([{ level: 'warning', message: `${since}0 messages wait for it.` }])
    await record(Instant(now - 60_000))
    await record(now)
    await attempt({ result: 'retried', because: 'The receiver answered 500.', seconds: 5, at: Instant(now - 50_000) })
    await attempt({ result: 'retried', because: 'The receiver answered 503.', seconds: 5 })
    expect(await check()).toMatchObject([
      {
        message: `${since}2 messages wait for it. The latest attempt: The receiver answered 503.`,
        advice: expect.stringContaining(`call updateWebhook --webhookId ${webhookId} --url URL`),
      },
    ])
  })

  it('finds e-mails that wait or have failed, and settings that differ from those of the servers', async () => {
    const { deliveries } = repositories
    await deliveries.setMailOn(true)
    expect(await check({ smtpUrl })).toEqual(ok)
    expect(await check()).toMatchObject([{ message: expect.stringContaining('no MUSEUM_SMTP_URL') }])
    expect(await check({ isMailFaulty: true })).toEqual(ok)
    await recordMail(long)
    await attempt({ result: 'failed', because: 'No such mailbox.' }, 'mail')
    await recordMail(long)
    expect(await check({ smtpUrl })).toMatchObject([
      { message: expect.stringContaining('1 message waits for the mail server, the oldest since 2030-05-01T09:49') },
      {
        message: '1 message to the mail server failed, the latest: No such mailbox.',
        advice: expect.stringMatching(
          /listMails --state failed.*mailTicket --ticketId TICKET --email.*replayMail --deliveryId ID.*removeFailedMails/,
        ),
      },
    ])
    await deliveries.setMailOn(false)
    const [differs] = await check({ smtpUrl })
    expect(differs).toMatchObject({ level: 'warning', message: expect.stringContaining('MUSEUM_SMTP_URL is set') })
  })
})
