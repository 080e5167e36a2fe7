import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { type Museum, createUsers } from '@museum/application'
import { anActor as actor, anAuditEntry, inMemoryPorts, setHours } from '@museum/testing'
import { CalendarDate, EventName, Price, type SpecialEvent, isRefusal } from '@museum/domain'
import { aSpecialEventDraft, anOrder, hours, someDates } from '@museum/testing/examples'
import { pausingAfter } from '../test/pausing-after.ts'
import { type ServerOnNode, useNodes } from '../test/use-nodes.ts'

/** What a call returns, without refusals. */
const done = async <Outcome>(outcome: Promise<Outcome>) => {
  const value = await outcome
  if (isRefusal(value)) throw new Error(`it was refused: ${value.refusal}`)
  return value as Exclude<Outcome, { refusal: string }>
}
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

describe('two servers that write through different nodes of Galera', () => {
  const nodes = useNodes()
  const { servers } = nodes
  let one: ServerOnNode
  let other: ServerOnNode
  beforeEach(() => {
    ;[one, other] = servers()
  })
  const both = (n: number) => (n % 2 === 0 ? one : other)
  const audited = async (operation: string) => {
    const { items } = await one.repositories.audit.list({}, { page: 1, limit: 1_000 })
    return items.filter((entry) => entry.operation === operation)
  }

  it('lose no change of an event, with and without a precondition', async () => {
    const { eventId } = await done(one.museum.createSpecialEvent(aSpecialEventDraft({ price: Price(0) }), { actor }))
    // Each change adds one to the price that it has read, provided that the event has not changed since.
    const addOne = async ({ museum }: ServerOnNode): Promise<void> => {
      const read = await done(museum.getSpecialEvent(eventId))
      const price = Price(read.price + 1)
      const outcome = await museum.updateSpecialEvent(
        eventId,
        { price },
        actor,
        ({ revision }) => revision === read.revision,
      )
      if (isRefusal(outcome)) {
        expect(outcome.refusal).toBe('precondition-failed')
        await addOne({ museum } as ServerOnNode)
      }
    }
    const rename = (n: number) =>
      done(both(n).museum.updateSpecialEvent(eventId, { name: EventName(`Night ${n}`) }, actor))
    await Promise.all([times(15, (n) => addOne(both(n))), times(15, rename)])
    for (const { museum } of [one, other])
      expect(await done(museum.getSpecialEvent(eventId))).toMatchObject({ price: 15, revision: 31 })
    expect(await audited('updateSpecialEvent')).toHaveLength(30)
  })

  it('delete and restore an event once, however often both do so', async () => {
    const { eventId } = await done(one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
    for (let round = 1; round <= 5; round += 1) {
      const deleted = await times(6, (n) => both(n).museum.deleteSpecialEvent(eventId, actor))
      expect(deleted.filter((outcome) => !isRefusal(outcome))).toHaveLength(1)
      const restored = await times(6, (n) => done(both(n).museum.restoreSpecialEvent(eventId, actor)))
      expect(restored.filter(({ isChanged }) => isChanged)).toHaveLength(1)
      expect(await done(other.museum.getSpecialEvent(eventId))).toMatchObject({ revision: 1 + 2 * round })
    }
    expect(await audited('deleteSpecialEvent')).toHaveLength(5)
    expect(await audited('restoreSpecialEvent')).toHaveLength(5)
  })

  it('change an event before the other one deletes it, or not at all', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { eventId } = await done(one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
      const [changed, deleted] = await Promise.all([
        one.museum.updateSpecialEvent(eventId, { dates: someDates('2030-05-17', '2030-06-01') }, actor),
        done(other.museum.deleteSpecialEvent(eventId, actor)),
      ])
      expect(deleted.revision).toBe(isRefusal(changed) ? 1 : 2)
      expect(await one.museum.getSpecialEvent(eventId)).toMatchObject({ refusal: 'event-not-found' })
      const { items } = await one.repositories.specialEvents.deleted({ page: 1, limit: 100 })
      const removed = items.find(({ event }) => event.eventId === eventId)
      expect(removed?.event.occurrences).toHaveLength(2)
    }
  })

  it('never disable, demote and remove all administrators', async () => {
    const users = servers().map(({ repositories }) => createUsers({ ...inMemoryPorts(), ...repositories }))
    const names = ['a', 'b', 'c', 'd']
    const add = (username: string) =>
      one.repositories.users.add({ username, role: 'admin', isEnabled: true, passwordHash: 'hash' }, anAuditEntry())
    for (let round = 0; round < 8; round += 1) {
      for (const username of names) await add(`${username}${round}`)
      for (const { username } of await done(users[0]!.listUsers()))
        if (!username.endsWith(`${round}`)) await users[0]!.removeUser(username, actor)
      const changes = [
        () => users[0]!.updateUser(`a${round}`, { isEnabled: false }, actor),
        () => users[1]!.removeUser(`b${round}`, actor),
        () => users[0]!.updateUser(`c${round}`, { role: 'box-office' }, actor),
        () => users[1]!.updateUser(`d${round}`, { isEnabled: false }, actor),
      ]
      const outcomes = await Promise.all(changes.map((change) => change()))
      expect(outcomes.filter(isRefusal).map(({ refusal }) => refusal)).toEqual(['last-administrator'])
      const left = (await users[1]!.listUsers()).filter(({ role, isEnabled }) => role === 'admin' && isEnabled)
      expect(left).toHaveLength(1)
    }
  })

  it('add one first user', async () => {
    const added = await times(10, (n) =>
      both(n).repositories.users.addFirst(
        { username: `user-${n}`, role: 'admin', isEnabled: true, passwordHash: 'hash' },
        anAuditEntry(),
      ),
    )
    expect(added.filter((isAdded) => isAdded)).toHaveLength(1)
    expect(await other.repositories.users.list()).toHaveLength(1)
    expect(await audited(anAuditEntry().operation)).toHaveLength(1)
  })

  it('store every change of the hours once, each with the hours before it', async () => {
    const date = CalendarDate('2030-08-01')
    await times(40, (n) =>
      done(
        setHours(both(n).museum, { date, hours: hours('09:00', `18:${10 + n}`) }, actor, {
          despiteTickets: true,
        }),
      ),
    )
    const entries = (await audited('setSchedule')).toReversed()
    expect(entries).not.toHaveLength(0)
    // The entries are a chain: each begins with what the one before it has stored.
    const chain = entries.map(({ before, after }) => [before, after].map((values) => JSON.stringify(values)))
    const starts = new Set(chain.map(([before]) => before))
    const ends = new Set(chain.map(([, after]) => after))
    expect([starts.size, ends.size]).toEqual([entries.length, entries.length])
  })

  it('create one first ticket key, and give each later key its own number', async () => {
    const first = await times(8, (n) => done(both(n).museum.ensureTicketKey(actor)))
    expect(new Set(first.map(({ keyId }) => keyId))).toEqual(new Set([1]))
    const rotated = await times(12, (n) => done(both(n).museum.rotateTicketKey(actor)))
    expect(rotated.map(({ keyId }) => Number(keyId)).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 2),
    )
    const revoked = await times(6, (n) =>
      done(both(n).museum.revokeTicketKey(rotated[0]!.keyId === 13 ? rotated[1]!.keyId : rotated[0]!.keyId, actor)),
    )
    expect(revoked.filter(({ isChanged }) => isChanged)).toHaveLength(1)
    expect(await one.museum.listTicketKeys()).toHaveLength(13)
  })

  it('create one ticket or event for all requests with the same idempotency key', async () => {
    const { eventId } = await done(one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
    const buy = (museum: Museum, key: string) =>
      museum.buyMuseumTickets(anOrder({ ticketType: 'event', eventId }), {
        actor,
        once: { idempotencyKey: key, fingerprint: 'f', render: ({ ticketId }) => ticketId },
      })
    const create = (museum: Museum, key: string) =>
      museum.createSpecialEvent(aSpecialEventDraft({ name: EventName(key) }), {
        actor,
        once: { idempotencyKey: key, fingerprint: 'f', render: (event: SpecialEvent) => event.eventId },
      })
    /** The result of a request that is repeated while another one with the same key is in progress. */
    const resultOf = async (request: () => ReturnType<typeof buy | typeof create>): Promise<string> => {
      const outcome = await request()
      if (!isRefusal(outcome)) return outcome.response
      expect(outcome.refusal).toBe('request-in-progress')
      await sleep(20)
      return resultOf(request)
    }
    for (let key = 0; key < 15; key += 1)
      for (const request of [buy, create]) {
        const results = await times(6, (n) => resultOf(() => request(both(n).museum, `${request.name} ${key}`)))
        expect(new Set(results).size).toBe(1)
      }
    const sold = await one.database.kysely.selectFrom('museum_ticket').select('ticket_id').execute()
    expect(sold).toHaveLength(15)
    expect(await one.repositories.specialEvents.after(undefined, 100)).toHaveLength(16)
  })

  it('create the events of a file once when both import it', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => ({
      draft: aSpecialEventDraft({ name: EventName(`Night ${n}`) }),
    }))
    const outcomes = await Promise.all(
      [one, other].map(async ({ museum }) => {
        const all: string[] = []
        for await (const part of museum.importSpecialEvents(rows, actor)) all.push(...part)
        return all
      }),
    )
    for (const n of rows.keys())
      expect(outcomes.map((each) => each[n]).toSorted()).toEqual(['created', 'imported-before'])
    const { items } = await other.museum.listSpecialEvents(
      { startDate: CalendarDate('2030-05-17') },
      { page: 1, limit: 1_000 },
    )
    expect(items).toHaveLength(300)
    expect(await audited('importSpecialEvents')).toHaveLength(300)
  })

  it('delete every expired idempotency record, also when both do so at the same time', async () => {
    const expired = Array.from({ length: 2_500 }, (_, n) => ({
      username: Buffer.from('admin'),
      idempotency_key: Buffer.from(`${n}`),
      fingerprint: Buffer.from('f'),
      answer: '{}',
      recorded_at: n % 2_000,
    }))
    await one.database.kysely.insertInto('idempotency_record').values(expired).execute()
    let left = 1
    for (let round = 0; left > 0 && round < 10; round += 1) {
      await times(6, (n) => both(n).repositories.idempotencyRecords.removeExpired())
      left = (await other.database.kysely.selectFrom('idempotency_record').select('answer').execute()).length
    }
    expect(left).toBe(0)
  })

  it.each([
    { reason: 'its event is deleted', refusal: 'event-not-found', table: 'special_event' },
    { reason: 'the museum is closed', refusal: 'museum-closed', table: 'hours_exception' },
  ])(
    'sell no ticket after $reason at the other one, as a repetition of a purchase that it has refused',
    async (refused) => {
      const { eventId } = await done(one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
      const isOfEvent = refused.refusal === 'event-not-found'
      const ticketDate = CalendarDate('2030-05-18')
      const order = anOrder(isOfEvent ? { ticketType: 'event', eventId, ticketDate } : { ticketDate })
      const once = { idempotencyKey: 'one', fingerprint: 'f', render: () => 'sold' }
      const buy = async (museum: Museum) => {
        const outcome = await museum.buyMuseumTickets(order, { actor, once })
        return isRefusal(outcome) ? outcome.refusal : outcome.response
      }
      const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
      const purchase = buy(nodes.open(0, { tracer }).museum)
      await paused
      // Otherwise the node would roll back the purchase when it applies the change.
      await one.whileBehind(refused.table, async () => {
        const change = { date: ticketDate, hours: 'closed' } as const
        if (isOfEvent) await done(other.museum.deleteSpecialEvent(eventId, actor))
        else await done(setHours(other.museum, change, actor, { despiteTickets: true }))
        expect(await buy(other.museum)).toBe(refused.refusal)
        resume()
        await sleep(100)
      })
      expect(await purchase).toBe(refused.refusal)
      expect(await one.database.kysely.selectFrom('museum_ticket').select('ticket_id').execute()).toEqual([])
      expect(await one.repositories.idempotencyRecords.find('admin', 'one')).toBeUndefined()
    },
  )
})
