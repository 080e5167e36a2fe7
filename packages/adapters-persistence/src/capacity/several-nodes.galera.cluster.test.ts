import { beforeEach, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { CalendarDate, Capacity, ConfirmationCode, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { pausingAfter } from '../../test/pausing-after.ts'
import { type ServerOnNode, useNodes } from '../../test/use-nodes.ts'
import { findWrongCounters } from './find-wrong-counters.ts'

const event = aSpecialEvent()
const today = CalendarDate('2030-05-01')
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const entryOf = () => anAuditEntry()
const range = (length: number) => Array.from({ length }, (_, n) => n)
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(10_000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const eventTicket = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const recordOf = ({ ticketId }: Ticket) => ({
  username: 'buyer',
  idempotencyKey: ticketId,
  fingerprint: 'f'.repeat(64),
  answer: '{}',
})

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const nodes = useNodes()
let one: ServerOnNode
let other: ServerOnNode
let third: ServerOnNode
beforeEach(async () => {
  ;[one, other, third] = nodes.servers()
  await one.repositories.specialEvents.add(event, anAuditEntry())
})

const setForEvent = (server: ServerOnNode, places: number | null) =>
  server.repositories.capacities.setForEvent(event.eventId, places === null ? null : Capacity(places), entryOf)
const limitOn = async (server: ServerOnNode) => (await server.repositories.specialEvents.find(event.eventId))?.limit
const ticketsOnFirstDate = async ({ database }: ServerOnNode) => {
  const { tickets } = await database.kysely
    .selectFrom('museum_ticket')
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .where('ticket_date', '=', first)
    .executeTakeFirstOrThrow()
  return tickets
}
/** The tickets of the event that are stored and not cancelled, by their dates, on every node, where they must be the same. */
const ticketsAndSold = async () => {
  await nodes.agree()
  const perNode = await Promise.all(
    nodes.servers().map(async (server) => {
      const rows = await server.database.kysely
        .selectFrom('museum_ticket')
        .select(['ticket_date as date', ({ fn }) => fn.countAll<number>().as('tickets')])
        .where('state', '!=', 'cancelled')
        .groupBy('ticket_date')
        .execute()
      const tickets = new Map(rows.map((row) => [row.date, row.tickets]))
      const sold = await server.repositories.capacities.soldForEvent(event.eventId)
      if (isRefusal(sold)) throw new Error(JSON.stringify(sold))
      return sold.dates.map(({ date, sold: counted }) => ({ date, sold: counted, tickets: tickets.get(date) ?? 0 }))
    }),
  )
  for (const ofNode of perNode) expect(ofNode).toEqual(perNode[0])
  return perNode[0]!
}

it('a purchase that has read on one node that an event has no limit is not stored after another node has set the first one', async () => {
  const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
  const ticket = eventTicket(1)
  const sale = nodes.open(1, { tracer }).repositories.tickets.addWithRecord(ticket, recordOf(ticket))
  await paused
  await setForEvent(one, 1)
  expect(await one.repositories.tickets.add(eventTicket(2), await limitOn(one))).toEqual(eventTicket(2))
  resume()
  expect(await sale).toMatchObject({ refusal: 'purchase-context-changed' })
  expect(await ticketsAndSold()).toEqual([
    { date: first, sold: 1, tickets: 1 },
    { date: second, sold: 0, tickets: 0 },
  ])
})

it('a purchase that has read on one node that general entry has no limit is not stored after another node has set the first one', async () => {
  const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
  const ticket = aGeneralTicket(numbered(1))
  const sale = nodes.open(1, { tracer }).repositories.tickets.addWithRecord(ticket, recordOf(ticket))
  await paused
  await one.repositories.capacities.setForGeneralEntry(Capacity(1), today, entryOf)
  resume()
  expect(await sale).toMatchObject({ refusal: 'purchase-context-changed' })
  await nodes.agree()
  expect(await other.repositories.capacities.soldForGeneralEntry([ticket.ticketDate])).toMatchObject({
    dates: [{ sold: 0 }],
  })
  expect(await other.repositories.tickets.find(ticket.ticketId)).toBeUndefined()
})

it('a purchase that was stored on another node before the first limit is counted', async () => {
  await other.repositories.tickets.add(eventTicket(1))
  await setForEvent(one, 1)
  expect(await one.repositories.tickets.add(eventTicket(2), await limitOn(one))).toMatchObject({
    refusal: 'no-place-left',
  })
})

it.each([
  ['a counter', false],
  ['no counter', true],
])(
  'a cancellation on one node, while another node counts the tickets of a date with %s, gives its place back once',
  async (_, isWithoutCounter) => {
    const tickets = [1, 2].map((n) => eventTicket(n, second))
    for (const ticket of tickets) await one.repositories.tickets.add(ticket)
    await setForEvent(one, 2)
    // As for a date that is added later, so that the next purchase creates the counter.
    if (isWithoutCounter)
      await one.database.kysely.deleteFrom('place_counter').where('event_date', '=', second).execute()
    // As under an earlier limit, so that the next purchase counts again.
    else await one.database.kysely.updateTable('place_counter').set({ limit_number: 0 }).execute()
    await nodes.agree()
    const { tracer, paused, resume } = pausingAfter(/^update `place_counter`/)
    const cancellation = nodes
      .open(1, { tracer })
      .repositories.tickets.cancel(tickets[0]!.ticketId, () => undefined, entryOf)
    await paused
    const sale = await one.repositories.tickets.add(eventTicket(3, second), await limitOn(one))
    resume()
    expect(await cancellation).toMatchObject({ state: 'cancelled' })
    const sold = isRefusal(sale) ? 1 : 2
    expect(await ticketsAndSold()).toEqual([
      { date: first, sold: 0, tickets: 0 },
      { date: second, sold, tickets: sold },
    ])
  },
)

it('no ticket more than the capacity is sold, and each is counted, while sales go on through three nodes and one of them sets and changes the capacity', async () => {
  const servers = [one, other, third]
  const sale = { isOpen: true }
  let next = 0
  const failures: unknown[] = []
  const buy = async (server: ServerOnNode) => {
    while (sale.isOpen) {
      const limit = await limitOn(server)
      const ticket = eventTicket((next += 1))
      const outcome = await (
        next % 3 === 0
          ? server.repositories.tickets.addWithRecord(ticket, recordOf(ticket), limit)
          : server.repositories.tickets.add(ticket, limit)
      ).catch((error: unknown) => void failures.push(error))
      if (outcome && 'refusal' in outcome) await pause(5)
    }
  }
  const buyers = servers.flatMap((server) => range(4).map(() => buy(server)))
  const changeCapacity = async (round: number) => {
    if (round % 4 !== 3) await setForEvent(one, null)
    await pause(100)
    // Some places are left, which are sold meanwhile; or fewer than are sold.
    const capacity = Math.max(1, (await ticketsOnFirstDate(one)) + (round % 2 === 0 ? 40 : -5))
    await setForEvent(round % 3 === 0 ? other : one, capacity)
    await nodes.agree()
    const inForce = await ticketsOnFirstDate(one)
    await pause(100)
    for (const { database } of servers) expect(await findWrongCounters(database)).toMatchObject({ wrong: [] })
    await nodes.agree()
    expect(await ticketsOnFirstDate(one)).toBeLessThanOrEqual(Math.max(capacity, inForce))
  }
  try {
    for (const round of range(8)) await changeCapacity(round)
  } finally {
    sale.isOpen = false
    await Promise.all(buyers)
  }
  expect(failures).toEqual([])
  for (const { sold, tickets } of await ticketsAndSold()) expect(sold).toBe(tickets)
})

it('a group of purchases that conflicts with one on another node is tried again as one group', async () => {
  await setForEvent(one, 100)
  await nodes.agree()
  const limit = await limitOn(one)
  const [retries, commits]: [string[], number[]] = [[], []]
  const observer = {
    onRetry: (kind: string) => void retries.push(kind),
    onPurchasesCommitted: (purchases: number) => void commits.push(purchases),
  }
  const { tracer, paused, resume } = pausingAfter(/^update `place_counter`/)
  const server = nodes.open(1, { tracer, observer })
  const sales = Promise.all(range(32).map((n) => server.repositories.tickets.add(eventTicket(n), limit)))
  await paused
  await one.repositories.tickets.add(eventTicket(100), limit)
  resume()
  expect(await sales).toEqual(range(32).map((n) => eventTicket(n)))
  expect({ retries, commits }).toEqual({ retries: ['contended'], commits: [32] })
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 33, tickets: 33 })
})

it('32 buyers on each of two nodes buy the last places of one date, and none of them gets an error', async () => {
  await setForEvent(one, 100)
  await nodes.agree()
  const limit = await limitOn(one)
  let next = 0
  const buy = async (server: ServerOnNode) => {
    for (;;) {
      const ticket = eventTicket((next += 1))
      const isKeyed = next % 4 === 0
      const outcome = await (isKeyed
        ? server.repositories.tickets.addWithRecord(ticket, recordOf(ticket), limit)
        : server.repositories.tickets.add(ticket, limit))
      if (isRefusal(outcome)) return outcome.refusal
    }
  }
  const outcomes = await Promise.all([one, other].flatMap((server) => range(32).map(() => buy(server))))
  expect(new Set(outcomes)).toEqual(new Set(['no-place-left']))
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 100, tickets: 100 })
})
