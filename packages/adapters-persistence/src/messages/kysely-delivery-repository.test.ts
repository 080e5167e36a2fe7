import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { ClaimedDelivery } from '@museum/application'
import { Instant } from '@museum/domain'
import { aWebhook, anAuditEntry } from '@museum/testing'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyDeliveryRepository } from './kysely-delivery-repository.ts'

const { webhookId } = aWebhook()
const at = Instant(Date.UTC(2030, 4, 1, 10))

describe.each(namedEngines)('deliveries on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.webhooks.add(aWebhook(), anAuditEntry())
    for (let n = 0; n < 3; n += 1) await opened.deliveries.add(webhookId, { type: 'webhook.test', at })
  })
  afterEach(() => opened.close())
  const states = async () =>
    (await opened.deliveries.list(webhookId, { page: 1, limit: 10 })).items.map(({ state }) => state).toSorted()

  /** The repository of another server, with something that happens after its n-th read. */
  const afterRead = (n: number, work: () => Promise<unknown>) => {
    const database = opened.open()
    let reads = 0
    const query: MuseumDatabase['query'] = async (read) => {
      const found = await database.query(read)
      if ((reads += 1) === n) await work()
      return found
    }
    return kyselyDeliveryRepository({ ...database, query })
  }

  it('that another server claims after they were found stay claimed by it', async () => {
    let others: readonly ClaimedDelivery[] = []
    const late = afterRead(1, async () => (others = await opened.deliveries.claim(webhookId, 2)))
    expect(await late.claim(webhookId, 3)).toHaveLength(1)
    expect(others).toHaveLength(2)
    await opened.deliveries.settle(others.map((delivery) => ({ delivery, at, result: 'delivered', status: 204 })))
    expect(await states()).toEqual(['delivered', 'delivered', 'pending'])
  })

  it('that are delivered while their webhook is found to have been disabled for three days have not failed', async () => {
    const claimed = await opened.deliveries.claim(webhookId, 1)
    const disabledAt = Instant(Date.now() - 4 * 86_400_000)
    await opened.webhooks.update<never>(
      webhookId,
      (current) => ({ ...current, disabledAt }),
      () => undefined,
    )
    // The first read looks for deliveries to remove, the second one for those that have lapsed.
    const late = afterRead(2, () =>
      opened.deliveries.settle(claimed.map((delivery) => ({ delivery, at, result: 'delivered', status: 204 }))),
    )
    await late.removeOld()
    expect(await states()).toEqual(['delivered', 'failed', 'failed'])
  })
})
