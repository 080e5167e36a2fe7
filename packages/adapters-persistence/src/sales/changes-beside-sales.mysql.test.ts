import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { Museum } from '@museum/application'
import { CalendarDate, Capacity, Quantity, type Ticket, type TicketOrder, TimeOfDay, isRefusal } from '@museum/domain'
import { anActor, anAuditEntry, setHours } from '@museum/testing'
import { aSpecialEvent, anOrder, someDates } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { countLockWaits, lockWait } from '../../test/count-lock-waits.ts'
import { mysql } from '../../test/engines.ts'
import { museumsOn } from '../../test/museums-on.ts'
import { pausingAfter } from '../../test/pausing-after.ts'
import { type Proxy, proxyTo } from '../../test/proxy-to.ts'
import { whileInsertsWait } from '../../test/while-inserts-wait.ts'
import { findWrongCounters } from '../maintenance/find-wrong-counters.ts'

const day = 86_400_000
const [today, tomorrow] = [CalendarDate('2030-05-01'), CalendarDate('2030-05-02')]
const event = aSpecialEvent({ dates: someDates(today, tomorrow) })
const { eventId } = event
const general = anOrder({ ticketDate: today })
const ofEvent = anOrder({ ticketType: 'event', eventId, ticketDate: today })
const items = [
  { ...general, quantity: Quantity(2) },
  { ...ofEvent, quantity: Quantity(2) },
]
const render = ({ ticketId }: Ticket) => ticketId
const keyed = { actor: { username: 'desk' }, once: { idempotencyKey: 'a key', fingerprint: 'f', render } }
const deletion = (museum: Museum) => museum.deleteSpecialEvent(eventId, anActor)
const removal = (museum: Museum) => museum.updateSpecialEvent(eventId, { dates: someDates(tomorrow) }, anActor)
const ofSession = { ...ofEvent, entryTime: TimeOfDay('19:00') }
const setSessions = (museum: Museum, ...times: readonly string[]) =>
  museum.setEventEntryTimes(eventId, { rule: { times: times.map(TimeOfDay), length: 60 }, capacity: null }, anActor, {
    despiteTickets: true,
  })
const loss = (museum: Museum) => setSessions(museum, '21:00')
const closing = (museum: Museum) =>
  setHours(museum, { date: today, hours: 'closed' }, anActor, { despiteTickets: true })

describe('on MySQL,', () => {
  let opened: OpenedDatabase
  let proxy: Proxy
  let clock: ReturnType<typeof museumsOn>['clock']
  let museumOn: ReturnType<typeof museumsOn>['museumOn']
  /** Another server than those that sell. */
  let other: Museum
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    proxy = await proxyTo(opened.url)
    ;({ clock, museumOn } = museumsOn())
    other = museumOn(opened.database)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(async () => {
    proxy.close()
    await opened.close()
  })
  const ticketsOf = async ({ purchaser }: TicketOrder) =>
    (await opened.tickets.list({ email: purchaser!.email }, { page: 1, limit: 100 })).items

  /** What happens at the museum, and whether it cancels the tickets for the event. */
  const changes: readonly [string, TicketOrder, (museum: Museum) => Promise<unknown>, cancels: boolean][] = [
    ['its event is deleted', ofEvent, deletion, true],
    ['its date is removed', ofEvent, removal, true],
    ['its day is closed', general, closing, false],
    ['the capacity is lowered', general, (museum) => museum.setGeneralEntryCapacity(Capacity(0), anActor), false],
    ['the day ends', general, async () => (clock.now += day), false],
  ]
  /** Buys in one of these ways, and returns the identifiers of the tickets. */
  const purchases = {
    alone: async (server: Museum, order: TicketOrder) => [sold(await server.buyMuseumTickets(order)).ticketId],
    'with a key': async (server: Museum, order: TicketOrder) => [
      sold(await server.buyMuseumTickets(order, keyed)).response,
    ],
    'in an order': async (server: Museum, { purchaser }: TicketOrder) =>
      sold(await server.placeOrder({ items, purchaser })).tickets.map(({ ticketId }) => ticketId),
  }
  const sold = <Outcome extends object>(outcome: Outcome) => {
    expect(outcome).not.toHaveProperty('refusal')
    return outcome as Exclude<Outcome, { refusal: string }>
  }

  for (const [what, order, change, cancels] of changes)
    it.each(['alone', 'with a key', 'in an order'] as const)(
      `a ticket is sold %s although the connection breaks while it is being stored and ${what} before the next attempt`,
      async (how) => {
        const server = museumOn(opened.open(proxy.url))
        for (const each of [general, ofEvent]) sold(await server.buyMuseumTickets(each))
        let sale: Promise<readonly string[]> | undefined
        let changed: Promise<unknown> | undefined
        await whileInsertsWait(opened, async (isWaiting) => {
          sale = purchases[how](server, order)
          await isWaiting()
          changed = change(other)
          // Some changes wait for the sale, others do not.
          await Promise.race([changed, lockWait(opened.database)])
          const waits = await countLockWaits(opened.database)
          proxy.cut()
          await Promise.race([sale, lockWait(opened.database, waits + 1)])
        })
        const ticketIds = await sale
        expect(isRefusal((await changed) as object)).toBe(false)
        const stored = await ticketsOf(order)
        expect(stored.map(({ ticketId }) => ticketId).slice(2)).toEqual(ticketIds)
        for (const { ticketType, state } of stored)
          expect(state).toBe(ticketType === 'event' && cancels ? 'cancelled' : 'valid')
        expect(await findWrongCounters(opened.database)).toMatchObject({ wrong: [] })
      },
    )

  it.each(changes)(
    'a client gets the response of its first request when it repeats it through another server after %s and before the ticket is stored',
    async (_what, order, change) => {
      const server = museumOn(opened.open(proxy.url))
      sold(await server.buyMuseumTickets(order))
      const buy = (museum: Museum) => museum.buyMuseumTickets(order, keyed)
      const repeat = async (): ReturnType<typeof buy> => {
        const outcome = await buy(other)
        return isRefusal(outcome) && outcome.refusal === 'request-in-progress' ? repeat() : outcome
      }
      let first: Promise<unknown> | undefined
      let second: ReturnType<typeof buy> | undefined
      let changed: Promise<unknown> | undefined
      await whileInsertsWait(opened, async (isWaiting) => {
        first = buy(server)
        await isWaiting()
        changed = change(other)
        await Promise.race([changed, lockWait(opened.database)])
        const waits = await countLockWaits(opened.database)
        proxy.refuse()
        second = repeat()
        await Promise.race([second, lockWait(opened.database, waits + 1)])
      })
      const repeated = await second
      const [, { ticketId }] = (await ticketsOf(order)) as [Ticket, Ticket]
      expect(repeated).toEqual({ response: ticketId, replayed: true })
      await proxy.recover()
      expect(await first).toEqual({ response: ticketId, replayed: false })
      expect(isRefusal((await changed) as object)).toBe(false)
      expect(await ticketsOf(order)).toHaveLength(2)
    },
  )

  it.each([
    ['the deletion of an event', 'sold before', deletion, ofEvent],
    ['the deletion of an event', 'never sold', deletion, ofEvent],
    ['the removal of a date', 'sold before', removal, ofEvent],
    ['the removal of a date', 'never sold', removal, ofEvent],
    ['the deletion of an event with sessions', 'sold before', deletion, ofSession],
    ['the deletion of an event with sessions', 'never sold', deletion, ofSession],
    ['the removal of a date with sessions', 'never sold', removal, ofSession],
    ['the loss of a session', 'sold before', loss, ofSession],
    ['the loss of a session', 'never sold', loss, ofSession],
    ['the setting of sessions', 'never sold', loss, ofEvent],
  ])('%s for which tickets were %s is not answered before a sale that has read the event has ended', async (...row) => {
    const [, before, change, order] = row
    // The first sale of a museum creates its ticket key, with a lock too.
    sold(await other.buyMuseumTickets({ ...general, purchaser: undefined }))
    if (order === ofSession) sold(await setSessions(other, '19:00', '21:00'))
    if (before === 'sold before') sold(await other.buyMuseumTickets(order))
    const { tracer, paused, resume } = pausingAfter(/for update/)
    const sale = museumOn(opened.open(opened.url, { tracer })).buyMuseumTickets(order)
    await paused
    const changed = change(other)
    const atAnswer = changed.then(() => ticketsOf(order))
    await Promise.race([atAnswer, lockWait(opened.database)])
    resume()
    const isSold = !isRefusal(await sale)
    expect(isRefusal(await changed)).toBe(false)
    const tickets = await atAnswer
    expect(tickets).toHaveLength(Number(isSold) + Number(before === 'sold before'))
    expect(await ticketsOf(order)).toEqual(tickets)
    for (const { state } of tickets) expect(state).toBe(change === loss ? 'valid' : 'cancelled')
  })
})
