import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Museum } from '@museum/application'
import { Quantity, type Ticket, isRefusal } from '@museum/domain'
import { anActor, anAuditEntry } from '@museum/testing'
import { aSpecialEvent, anOrder } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { museumsOn } from '../../test/museums-on.ts'

const event = aSpecialEvent()
const general = anOrder()
const ofEvent = anOrder({ ticketType: 'event', eventId: event.eventId })
const items = [
  { ...general, quantity: Quantity(2) },
  { ...ofEvent, quantity: Quantity(2) },
]
const keyed = (n: number) => ({
  actor: { username: 'desk' },
  once: { idempotencyKey: `key ${n}`, fingerprint: 'f', render: ({ ticketId }: Ticket) => ticketId },
})

describe.each(namedEngines)('a lone purchase on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  // Each text is one round trip. On SQLite, and on a node of Galera, a text has one statement.
  it.each<[string, maxStatements: number, maxTexts: number, (museum: Museum, n: number) => Promise<object>]>([
    ['for general entry', 6, 2, (museum) => museum.buyMuseumTickets(general)],
    ['for an event', 6, 2, (museum) => museum.buyMuseumTickets(ofEvent)],
    ['for an event, with a key,', 8, 3, (museum, n) => museum.buyMuseumTickets(ofEvent, keyed(n))],
    ['of an order for an event and general entry', 10, 2, (museum) => museum.placeOrder({ items })],
  ])('%s after another one executes %d statements at most, on MySQL in %d texts', async (...purchase) => {
    const [, maxStatements, maxTexts, buy] = purchase
    const texts: string[] = []
    const database = opened.open(opened.url, {
      tracer: {
        traceStatement: (sql, execute) => {
          texts.push(sql)
          return execute()
        },
        onConnectionWait: () => undefined,
        joinBatch: () => undefined,
        traceBatch: (_members, run) => run(),
      },
    })
    const museum = museumsOn().museumOn(database)
    const textsOfLast = async (...numbers: readonly number[]) => {
      for (const n of numbers) {
        texts.length = 0
        expect(isRefusal(await buy(museum, n))).toBe(false)
      }
      return [...texts]
    }
    const alone = await textsOfLast(1, 2, 3)
    const statements = alone.flatMap((text) => text.split('; '))
    expect(statements.length).toBeLessThanOrEqual(maxStatements)
    expect(alone.length).toBeLessThanOrEqual(engine.isMysql ? maxTexts : maxStatements)
    // Held places of the same slots are another column of the same row.
    expect(isRefusal(await museum.createReservation({ items }, { actor: anActor }))).toBe(false)
    expect(await textsOfLast(4, 5)).toEqual(alone)
    expect(alone.join()).not.toMatch(/reservation|held_place/)
  })
})
