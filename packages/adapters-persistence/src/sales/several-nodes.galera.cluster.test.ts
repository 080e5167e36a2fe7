import { beforeEach, expect, it } from '@jest/globals'
import { availabilityOfGeneralEntry, sellAlone, anAuditEntry } from '@museum/testing'
import { CalendarDate, Capacity, ConfirmationCode, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { executeIn } from '../../test/execute-in.ts'
import { pausingAfter } from '../../test/pausing-after.ts'
import { type ServerOnNode, useNodes } from '../../test/use-nodes.ts'
import { lockThenWrite } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { findWrongCounters } from '../maintenance/find-wrong-counters.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

const event = aSpecialEvent()
const first = CalendarDate('2030-05-17')
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
const ticketsOnFirstDate = async ({ database }: ServerOnNode) => {
  const { tickets } = await database.kysely
    .selectFrom('museum_ticket')
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .where('ticket_date', '=', first)
    .executeTakeFirstOrThrow()
  return tickets
}
/** The dates of the event's stored tickets that are not cancelled. Checks that every node has the same. */
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
      const places = await server.repositories.capacities.availabilityOfEvent(event.eventId)
      if (isRefusal(places)) throw new Error(JSON.stringify(places))
      return places.map(({ date, sold }) => ({ date, sold, tickets: tickets.get(date) ?? 0 }))
    }),
  )
  for (const ofNode of perNode) expect(ofNode).toEqual(perNode[0])
  return perNode[0]!
}

it('a capacity that one node sets limits no purchase that is in progress on another node, and the next one on every node', async () => {
  await sellAlone(one.repositories.tickets, eventTicket(1))
  await nodes.agree()
  const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
  const sale = sellAlone(nodes.open(1, { tracer }).repositories.tickets, eventTicket(2))
  await paused
  await setForEvent(one, 1)
  resume()
  expect(await sale).toEqual(eventTicket(2))
  for (const [n, { repositories }] of nodes.servers().entries())
    expect(await sellAlone(repositories.tickets, eventTicket(3 + n))).toMatchObject({ refusal: 'sold-out' })
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 2, tickets: 2 })
})

it('the capacity of general entry that one node sets limits no purchase that is in progress on another node, and the next one', async () => {
  const [ticket, another] = [aGeneralTicket(numbered(1)), aGeneralTicket(numbered(2))]
  await sellAlone(one.repositories.tickets, another)
  await nodes.agree()
  const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
  const sale = sellAlone(nodes.open(1, { tracer }).repositories.tickets, ticket, { record: recordOf(ticket) })
  await paused
  await one.repositories.capacities.setForGeneralEntry(Capacity(1), entryOf)
  resume()
  expect(await sale).toEqual(ticket)
  await nodes.agree()
  expect(await sellAlone(third.repositories.tickets, aGeneralTicket(numbered(3)))).toMatchObject({
    refusal: 'sold-out',
  })
  expect(await availabilityOfGeneralEntry(other.repositories.capacities, [ticket.ticketDate])).toMatchObject([
    { sold: 2 },
  ])
})

it('a purchase that is refused on one node after its attempt on another node was lost is not stored there later', async () => {
  await sellAlone(one.repositories.tickets, eventTicket(1))
  await nodes.agree()
  const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let attempt: Promise<unknown> | undefined
  const { database } = other
  const losing: MuseumDatabase = {
    ...database,
    lockThenWrite: (transaction, kind = 'never') =>
      database.write(async (_tables, isOutcomeUnknown) => {
        if (attempt !== undefined) return lockThenWrite(database.kysely, database.engine, transaction, isOutcomeUnknown)
        attempt = one.database.kysely.transaction().execute(async (tables) => {
          await executeIn(tables, transaction)
          written.resolve()
          await mayCommit.promise
        })
        await written.promise
        await setForEvent(third, 1)
        await nodes.agree()
        throw Object.assign(new Error('lost'), { fatal: true })
      }, kind),
  }
  const ticket = eventTicket(2)
  expect(await sellAlone(kyselyTicketRepository(losing), ticket)).toMatchObject({ refusal: 'sold-out' })
  mayCommit.resolve()
  await expect(attempt).rejects.toMatchObject({ code: 'ER_LOCK_DEADLOCK' })
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 1, tickets: 1 })
})

it('the row of a day is added once, with the capacity that another node sets meanwhile', async () => {
  const outcomes = await Promise.all([
    ...range(9).map((n) => sellAlone(nodes.servers()[n % 3]!.repositories.tickets, aGeneralTicket(numbered(n)))),
    third.repositories.capacities.setForGeneralEntry(Capacity(4), entryOf).then(() => undefined),
  ])
  await nodes.agree()
  const late = await sellAlone(other.repositories.tickets, aGeneralTicket(numbered(20)))
  const sold = [...outcomes, late].filter((outcome) => outcome !== undefined && !isRefusal(outcome)).length
  expect(late !== undefined && isRefusal(late)).toBe(sold >= 4)
  const [places] = await availabilityOfGeneralEntry(one.repositories.capacities, [aGeneralTicket().ticketDate])
  expect(places).toMatchObject({ capacity: 4, sold })
  for (const { database } of nodes.servers()) expect(await findWrongCounters(database)).toMatchObject({ wrong: [] })
})

it('a purchase in progress on one node is refused when another node deletes its event meanwhile', async () => {
  const { tracer, paused, resume } = pausingAfter(/^insert into `museum_ticket`/)
  const sale = sellAlone(nodes.open(1, { tracer }).repositories.tickets, eventTicket(1))
  await paused
  await one.repositories.specialEvents.remove(event.eventId, () => undefined, entryOf)
  resume()
  expect(await sale).toMatchObject({ refusal: 'event-not-found' })
  await nodes.agree()
  expect(await third.repositories.tickets.find(eventTicket(1).ticketId)).toBeUndefined()
})

it('a cancellation on one node and a sale on another one at the same time are both counted', async () => {
  const tickets = [1, 2].map((n) => eventTicket(n))
  for (const ticket of tickets) await sellAlone(one.repositories.tickets, ticket)
  await setForEvent(one, 2)
  await nodes.agree()
  const { tracer, paused, resume } = pausingAfter(/^update `slot`/)
  const cancellation = nodes
    .open(1, { tracer })
    .repositories.tickets.cancel(tickets[0]!.ticketId, () => undefined, entryOf)
  await paused
  const sale = await sellAlone(one.repositories.tickets, eventTicket(3))
  resume()
  expect(await cancellation).toMatchObject({ state: 'cancelled' })
  const sold = isRefusal(sale) ? 1 : 2
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold, tickets: sold })
})

it('no more tickets than the capacity are sold, and each is counted, while three nodes sell and one of them changes the capacity', async () => {
  const servers = [one, other, third]
  const sale = { isOpen: true }
  let next = 0
  const failures: unknown[] = []
  const inProgress: Promise<unknown>[] = []
  const buy = async (server: ServerOnNode, buyer: number) => {
    while (sale.isOpen) {
      const ticket = eventTicket((next += 1))
      const selling = (
        next % 3 === 0
          ? sellAlone(server.repositories.tickets, ticket, { record: recordOf(ticket) })
          : sellAlone(server.repositories.tickets, ticket)
      ).catch((error: unknown) => void failures.push(error))
      inProgress[buyer] = selling
      const outcome = await selling
      if (outcome && 'refusal' in outcome) await pause(5)
    }
  }
  const buyers = servers.flatMap((server, n) => range(4).map((k) => buy(server, 4 * n + k)))
  const changeCapacity = async (round: number) => {
    if (round % 4 !== 3) await setForEvent(one, null)
    await pause(100)
    // A capacity with some places left, which are sold meanwhile; or one below the number that is sold already.
    const capacity = Math.max(1, (await ticketsOnFirstDate(one)) + (round % 2 === 0 ? 40 : -5))
    await setForEvent(round % 3 === 0 ? other : one, capacity)
    await nodes.agree()
    // In force for every sale that begins from now on.
    await Promise.all(inProgress)
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
  const [retries, commits]: [string[], number[]] = [[], []]
  const observer = {
    onRetry: (kind: string) => void retries.push(kind),
    onPurchasesCommitted: (purchases: number) => void commits.push(purchases),
  }
  const { tracer, paused, resume } = pausingAfter(/^update `slot`/)
  const server = nodes.open(1, { tracer, observer })
  const sales = Promise.all(range(32).map((n) => sellAlone(server.repositories.tickets, eventTicket(n))))
  await paused
  await sellAlone(one.repositories.tickets, eventTicket(100))
  resume()
  expect(await sales).toEqual(range(32).map((n) => eventTicket(n)))
  expect({ retries, commits }).toEqual({ retries: ['contended'], commits: [32] })
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 33, tickets: 33 })
})

it('32 buyers on each of two nodes buy the last places of one date, and none of them gets an error', async () => {
  await setForEvent(one, 100)
  await nodes.agree()
  let next = 0
  const buy = async (server: ServerOnNode) => {
    for (;;) {
      const ticket = eventTicket((next += 1))
      const isKeyed = next % 4 === 0
      const outcome = await (isKeyed
        ? sellAlone(server.repositories.tickets, ticket, { record: recordOf(ticket) })
        : sellAlone(server.repositories.tickets, ticket))
      if (isRefusal(outcome)) return outcome.refusal
    }
  }
  const outcomes = await Promise.all([one, other].flatMap((server) => range(32).map(() => buy(server))))
  expect(new Set(outcomes)).toEqual(new Set(['sold-out']))
  expect((await ticketsAndSold())[0]).toEqual({ date: first, sold: 100, tickets: 100 })
})
