import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ConfirmationCode, EventId, TicketId, Webhook, WebhookId } from '@museum/domain'
import { aWebhook, anAuditEntry, sellAlone } from '@museum/testing'
import { aGeneralTicket, aSpecialEvent, exampleId } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'

const { webhookId } = aWebhook()
const firstPage = { page: 1, limit: 10 }

describe.each(namedEngines)('messages that are recorded on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())
  const recorded = async (of = webhookId) => (await opened.deliveries.list(of, firstPage)).total
  const entry = anAuditEntry()

  it('are recorded by another server at most five seconds after a webhook is added', async () => {
    const other = kyselyRepositories(opened.open())
    let sold = 0
    const sell = async () => {
      const n = String((sold += 1)).padStart(6, '0')
      const confirmationCode = ConfirmationCode(`ticket-general-${n}-xxxxx`)
      await sellAlone(other.tickets, aGeneralTicket({ ticketId: TicketId(exampleId(1_000 + sold)), confirmationCode }))
    }
    await sell()
    await opened.webhooks.add(aWebhook(), entry)
    const began = performance.now()
    let isAfterFiveSeconds = false
    while (!isAfterFiveSeconds && (await recorded()) === 0) {
      isAfterFiveSeconds = performance.now() - began > 5_000
      await sell()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(await recorded()).toBe(1)
  })

  it('are none after a rollback of the change', async () => {
    await opened.webhooks.add(aWebhook({ types: ['special-event.created'] }), entry)
    await opened.specialEvents.add(aSpecialEvent(), entry)
    expect(await recorded()).toBe(1)
    // The event is stored last, and its eventId is taken.
    await expect(opened.specialEvents.add(aSpecialEvent(), entry)).rejects.toBeDefined()
    expect(await recorded()).toBe(1)
  })

  it('are all recorded for the greatest number of webhooks', async () => {
    const receivers = Array.from({ length: Webhook.maxCount }, (__, n) => WebhookId(exampleId(500 + n)))
    for (const each of receivers)
      await opened.webhooks.add(aWebhook({ webhookId: each, types: ['special-event.created'] }), entry)
    const rows = Array.from({ length: 11 }, (__, n) => ({
      event: aSpecialEvent({ eventId: EventId(exampleId(n)) }),
      entry,
      importKey: `row ${n}`,
    }))
    for await (const outcomes of opened.specialEvents.addImported(rows)) expect(outcomes).not.toContain('existing')
    for (const each of receivers) expect(await recorded(each)).toBe(rows.length)
  })
})
