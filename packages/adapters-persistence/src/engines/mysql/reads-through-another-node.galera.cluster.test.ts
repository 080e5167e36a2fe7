import { beforeEach, describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Museum } from '@museum/application'
import { anActor as actor, anAuditEntry, readInMemoryTicket, setHours } from '@museum/testing'
import {
  CalendarDate,
  Capacity,
  EventName,
  Gate,
  ScannedCode,
  type SpecialEvent,
  type Ticket,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import { aSpecialEventDraft, anOrder, someDates } from '@museum/testing/examples'
import { type ServerOnNode, useNodes } from '../../../test/use-nodes.ts'

const date = CalendarDate('2030-05-17')
const later = CalendarDate('2030-06-21')

/** What a call returns, without refusals. */
const done = async <Outcome>(outcome: Promise<Outcome>) => {
  const value = await outcome
  if (isRefusal(value)) throw new Error(`it was refused: ${value.refusal}`)
  return value as Exclude<Outcome, { refusal: string }>
}
/** What a call returns, or the reason of its refusal. */
const orRefusal = async <Outcome>(outcome: Promise<Outcome>) => {
  const value = await outcome
  return isRefusal(value) ? value.refusal : value
}

describe('a server on a node of Galera that has not applied a write of another node yet', () => {
  const { servers } = useNodes()
  let one: ServerOnNode
  let other: ServerOnNode
  let event: SpecialEvent
  let ticket: Ticket
  const orderOf = ({ eventId }: SpecialEvent, but: Partial<TicketOrder> = {}) =>
    anOrder({ ticketType: 'event', eventId, ...but })
  beforeEach(async () => {
    ;[one, other] = servers()
    event = await done(one.museum.createSpecialEvent(aSpecialEventDraft(), { actor }))
    ticket = await done(one.museum.buyMuseumTickets(orderOf(event)))
    // Fills the caches of the other server.
    await done(other.museum.buyMuseumTickets(orderOf(event)))
    await done(other.museum.buyMuseumTickets(anOrder()))
    await other.museum.listSpecialEvents({ startDate: date }, { page: 1, limit: 100 })
  })

  /** Reads through the other node after a write through the first one. The other node applies the write a moment later. */
  const readAfter = async <Written, Read>(
    table: string,
    write: (museum: Museum) => Promise<Written>,
    read: (museum: Museum, written: Written) => Promise<Read>,
  ): Promise<Read> => {
    const { result } = await other.whileBehind(table, async () => {
      const written = await write(one.museum)
      const reading = read(other.museum, written)
      reading.catch(() => undefined)
      // Gives a read that does not wait the time to see the old state.
      await sleep(300)
      return { result: reading }
    })
    return result
  }

  it('finds a ticket that was sold a moment ago, and its image', async () => {
    const code = await readAfter(
      'museum_ticket',
      (museum) => done(museum.buyMuseumTickets(anOrder())),
      (museum, sold) => done(museum.getTicketCode(sold.ticketId)),
    )
    expect(await readInMemoryTicket(code.image)).not.toBe('')
  })

  it('has no image of a ticket that was cancelled a moment ago', async () => {
    const image = readAfter(
      'museum_ticket',
      (museum) => done(museum.cancelTicket(ticket.ticketId, undefined, actor)),
      (museum) => orRefusal(museum.getTicketCode(ticket.ticketId)),
    )
    expect(await image).toBe('ticket-cancelled')
  })

  it('finds an event that was created a moment ago', async () => {
    const found = await readAfter(
      'audit_entry',
      (museum) => done(museum.createSpecialEvent(aSpecialEventDraft(), { actor })),
      async (museum, { eventId }) => ({ eventId, found: await done(museum.getSpecialEvent(eventId)) }),
    )
    expect(found.found.eventId).toBe(found.eventId)
  })

  it('lists an event that was created a moment ago', async () => {
    const [created, page] = await readAfter(
      'audit_entry',
      (museum) => done(museum.createSpecialEvent(aSpecialEventDraft(), { actor })),
      async (museum, { eventId }) =>
        [eventId, await museum.listSpecialEvents({ startDate: date }, { page: 1, limit: 1_000 })] as const,
    )
    expect(page.items.map(({ eventId }) => eventId)).toContain(created)
  })

  it('returns the revision that a change of a moment ago made', async () => {
    const changes = { name: EventName('Another night') }
    const [changed, read] = await readAfter(
      'audit_entry',
      (museum) => done(museum.updateSpecialEvent(event.eventId, changes, actor)),
      async (museum, updated) => [updated, await done(museum.getSpecialEvent(event.eventId))] as const,
    )
    expect(read).toEqual(changed)
  })

  it('does not find an event that was deleted a moment ago, and sells no ticket for it', async () => {
    const outcomes = await readAfter(
      'audit_entry',
      (museum) => done(museum.deleteSpecialEvent(event.eventId, actor)),
      (museum) =>
        Promise.all([
          orRefusal(museum.getSpecialEvent(event.eventId)),
          orRefusal(museum.buyMuseumTickets(orderOf(event))),
          orRefusal(museum.getTicketCode(ticket.ticketId)),
        ]),
    )
    expect(outcomes).toEqual(['event-not-found', 'event-not-found', 'ticket-cancelled'])
  })

  it('sells tickets at the price that was set a moment ago, alone and in groups', async () => {
    const price = { price: aSpecialEventDraft({}).price }
    const changed = { price: (price.price + 500) as typeof price.price }
    const sold = await readAfter(
      'audit_entry',
      (museum) => done(museum.updateSpecialEvent(event.eventId, changed, actor)),
      (museum) => Promise.all(Array.from({ length: 4 }, () => done(museum.buyMuseumTickets(orderOf(event))))),
    )
    expect(sold.map((each) => each.price)).toEqual(sold.map(() => changed.price))
  })

  it('sells a ticket for an event that was created a moment ago', async () => {
    const sold = readAfter(
      'audit_entry',
      (museum) => done(museum.createSpecialEvent(aSpecialEventDraft(), { actor })),
      (museum, created) => orRefusal(museum.buyMuseumTickets(orderOf(created))),
    )
    expect(await sold).toMatchObject({ ticketType: 'event', state: 'valid' })
  })

  it('sells a ticket for a date that was added a moment ago', async () => {
    const changes = { dates: someDates(date, later) }
    const sold = readAfter(
      'audit_entry',
      (museum) => done(museum.updateSpecialEvent(event.eventId, changes, actor)),
      (museum) => orRefusal(museum.buyMuseumTickets(orderOf(event, { ticketDate: later }))),
    )
    expect(await sold).toMatchObject({ ticketDate: later, state: 'valid' })
  })

  it('returns the hours of a day that was closed a moment ago, and sells no ticket for it', async () => {
    const change = { date: CalendarDate('2030-07-05'), hours: 'closed' } as const
    await done(other.museum.buyMuseumTickets(anOrder({ ticketDate: change.date })))
    const [schedule, purchase] = await readAfter(
      'audit_entry',
      (museum) => done(setHours(museum, change, actor, { despiteTickets: true })),
      (museum) =>
        Promise.all([
          museum.getSchedule(change.date, change.date),
          orRefusal(museum.buyMuseumTickets(anOrder({ ticketDate: change.date }))),
        ]),
    )
    expect(schedule.exceptions.get(change.date)).toBe('closed')
    expect(purchase).toBe('museum-closed')
  })

  it('returns the capacity that was set a moment ago, and what is sold', async () => {
    const availability = readAfter(
      'audit_entry',
      (museum) => done(museum.setEventCapacity(event.eventId, Capacity(10), actor)),
      (museum) => done(museum.getEventAvailability(event.eventId)),
    )
    expect((await availability)[0]).toMatchObject({ date, capacity: 10, sold: 2 })
  })

  it('does not admit a ticket that was admitted a moment ago', async () => {
    const { image } = await done(one.museum.getTicketCode(ticket.ticketId))
    const scan = { code: ScannedCode(await readInMemoryTicket(image)), gate: Gate('North') }
    const outcome = readAfter(
      'scan',
      (museum) => done(museum.admitTicket(scan, actor)),
      (museum) => done(museum.admitTicket(scan, actor)),
    )
    expect(await outcome).toMatchObject({ isAdmitted: false, reason: 'already-admitted' })
  })

  it('replays the response of a moment ago to a request with the same idempotency key', async () => {
    const render = ({ ticketId }: Ticket) => ticketId
    const once = { idempotencyKey: ticket.ticketId, fingerprint: 'f', render }
    const buy = (museum: Museum) => museum.buyMuseumTickets(orderOf(event), { actor, once })
    const [first, second] = await readAfter('museum_ticket', buy, async (museum, answer) => [answer, await buy(museum)])
    expect(second).toEqual({ ...first, replayed: true })
  })

  it('finds a user that was added a moment ago', async () => {
    const username = `user-${ticket.ticketId}`
    const found = await other.whileBehind('audit_entry', async () => {
      await one.repositories.users.add(
        { username, role: 'admin', isEnabled: true, passwordHash: 'hash' },
        anAuditEntry(),
      )
      const reading = other.repositories.users.find(username)
      await sleep(300)
      return { reading }
    })
    expect(await found.reading).toMatchObject({ username })
  })

  it('accepts the code of a ticket that was sold with a ticket key of a moment ago', async () => {
    const outcome = await readAfter(
      'audit_entry',
      async (museum) => {
        await done(museum.rotateTicketKey(actor))
        const sold = await done(museum.buyMuseumTickets(orderOf(event)))
        return readInMemoryTicket((await done(museum.getTicketCode(sold.ticketId))).image)
      },
      (museum, code) => done(museum.admitTicket({ code: ScannedCode(code) }, actor)),
    )
    expect(outcome).toMatchObject({ isAdmitted: true })
  })
})
