import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EventId,
  EventName,
  type PlaceLimit,
  SpecialEvent,
  type Ticket,
  TicketId,
  TicketKeyId,
  eventNotFound,
  isRefusal,
  ticketNotFound,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, anOrder, exampleId, someDates } from '@museum/domain/examples'
import { inMemoryPorts } from '../in-memory/a-museum.ts'
import { anActor, anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { openMuseum } from '../museum.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const { eventId } = aSpecialEvent()
const today = CalendarDate('2030-05-01')
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
const eventTicket = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const generalTicket = (n: number, ticketDate = first) => aGeneralTicket({ ...numbered(n), ticketDate })
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const noPlaceLeft = expect.objectContaining({ refusal: 'no-place-left' })
const contextChanged = expect.objectContaining({ refusal: 'purchase-context-changed' })
const permit = () => undefined
const entryOf = () => anAuditEntry()

/**
 * The tests that every `CapacityRepository` must pass, together with the repositories of the same store. Run them once per
 * adapter.
 */
export const capacityRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the capacity repository in ${adapter}`, open, ({ describe, it, servers }) => {
    const setForEvent = (places: number | null, server: 'one' | 'other' = 'one') =>
      servers[server].capacities.setForEvent(eventId, places === null ? null : Capacity(places), entryOf)
    const setForGeneralEntry = (places: number | null, server: 'one' | 'other' = 'one') =>
      servers[server].capacities.setForGeneralEntry(places === null ? null : Capacity(places), today, entryOf)
    const addEvent = () => servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const setDates = (...dates: string[]) =>
      servers.other.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        entryOf,
      )
    const eventLimit = async () => (await servers.one.specialEvents.find(eventId))?.limit
    const soldForEvent = async (server: 'one' | 'other' = 'one') => {
      const sold = await servers[server].capacities.soldForEvent(eventId)
      if (isRefusal(sold)) throw new Error(JSON.stringify(sold))
      return Object.fromEntries(sold.dates.map(({ date, sold: tickets }) => [date, tickets]))
    }
    const soldOn = async (...dates: readonly CalendarDate[]) => {
      const sold = await servers.other.capacities.soldForGeneralEntry(dates)
      return sold.dates.map(({ sold: tickets }) => tickets)
    }
    const sell = (ticket: Ticket, limit: PlaceLimit | undefined, server: 'one' | 'other' = 'one') =>
      servers[server].tickets.add(ticket, limit)

    for (const { what, set, limitNow, ticket, sold } of [
      {
        what: 'an event',
        set: setForEvent,
        limitNow: eventLimit,
        ticket: eventTicket,
        sold: async () => (await soldForEvent())[first],
      },
      {
        what: 'general entry',
        set: setForGeneralEntry,
        limitNow: () => servers.other.capacities.generalEntryLimit(),
        ticket: generalTicket,
        sold: async () => (await soldOn(first))[0],
      },
    ])
      describe(`for ${what}`, () => {
        const sellAll = (tickets: readonly Ticket[], limit: PlaceLimit | undefined) =>
          Promise.all(tickets.map((each, n) => sell(each, limit, n % 2 === 0 ? 'one' : 'other')))

        it('has no limit until a capacity is set', async () => {
          await addEvent()
          expect(await limitNow()).toBeUndefined()
          expect(await sold()).toBe(0)
          for (const n of [1, 2, 3]) expect(await sell(ticket(n), undefined)).toEqual(ticket(n))
          expect(await sold()).toBe(3)
        })

        it('stores a capacity, also zero, and removes it, each with an audit entry of the change', async () => {
          await addEvent()
          const befores: unknown[] = []
          const { total: entriesBefore } = await servers.one.audit.list({}, { page: 1, limit: 1 })
          const setAndNote = async (places: number | null) => {
            const capacity = places === null ? null : Capacity(places)
            const note = (before: Capacity | null) => {
              befores.push(before)
              return anAuditEntry()
            }
            return ticket(1).ticketType === 'event'
              ? servers.one.capacities.setForEvent(eventId, capacity, note)
              : servers.one.capacities.setForGeneralEntry(capacity, today, note)
          }
          for (const [places, isChanged] of [
            [null, false],
            [120, true],
            [120, false],
            [0, true],
            [1_000_000, true],
            [null, true],
          ] as const) {
            expect(await setAndNote(places)).toEqual({ capacity: places, isChanged })
            expect((await limitNow())?.capacity).toBe(places ?? undefined)
          }
          expect(befores).toEqual([null, 120, 0, 1_000_000])
          const { total } = await servers.other.audit.list({}, { page: 1, limit: 1 })
          expect(total! - entriesBefore!).toBe(4)
        })

        it('gives each change of a capacity another number, also when it is set again', async () => {
          await addEvent()
          const numbers = []
          for (const places of [1, 2, 1, null, 1]) {
            await set(places)
            numbers.push((await limitNow())?.number)
          }
          const defined = numbers.filter((number) => number !== undefined)
          expect(defined).toHaveLength(4)
          expect(new Set(defined).size).toBe(4)
          expect(defined).toEqual(defined.toSorted((a, b) => a - b))
        })

        it('sells as many tickets as it allows, one by one', async () => {
          await addEvent()
          await set(2)
          const limit = await limitNow()
          expect(await sell(ticket(1), limit)).toEqual(ticket(1))
          expect(await sell(ticket(2), limit, 'other')).toEqual(ticket(2))
          expect(await sell(ticket(3), limit)).toEqual(noPlaceLeft)
          expect(await servers.other.tickets.find(ticket(3).ticketId)).toBeUndefined()
          expect(await sold()).toBe(2)
        })

        it('stores the key under which a ticket is sold, of one ticket and of several at the same time', async () => {
          await addEvent()
          await set(4)
          const limit = await limitNow()
          const underKey = (each: Ticket): Ticket => ({ ...each, signingKey: TicketKeyId(7) })
          const tickets = range(1, 5).map((n) => underKey(ticket(n)))
          expect(await sell(tickets[0]!, limit)).toEqual(tickets[0])
          expect(await Promise.all(tickets.slice(1).map((each) => sell(each, limit)))).toEqual(tickets.slice(1))
          for (const each of tickets) expect(await servers.other.tickets.find(each.ticketId)).toEqual(each)
        })

        it('sells the first of the tickets that are added at the same time, as far as there are places', async () => {
          await addEvent()
          await set(5)
          const limit = await limitNow()
          const tickets = range(1, 9).map((n) => ticket(n))
          const outcomes = await Promise.all(tickets.map((each) => sell(each, limit)))
          expect(outcomes).toEqual([...tickets.slice(0, 5), noPlaceLeft, noPlaceLeft, noPlaceLeft])
          expect(await sold()).toBe(5)
        })

        it('sells nothing with a capacity of zero', async () => {
          await addEvent()
          await set(0)
          expect(await sell(ticket(1), await limitNow())).toEqual(noPlaceLeft)
          expect(await sold()).toBe(0)
        })

        it('limits each date by itself', async () => {
          await addEvent()
          await set(1)
          const limit = await limitNow()
          expect(await sell(ticket(1), limit)).toEqual(ticket(1))
          expect(await sell(ticket(2, second), limit)).toEqual(ticket(2, second))
          expect(await sell(ticket(3, second), limit)).toEqual(noPlaceLeft)
        })

        it('stores no ticket under another limit than the one in force', async () => {
          await addEvent()
          await set(10)
          const earlier = await limitNow()
          await set(20)
          const limit = await limitNow()
          // Several for each server, which adds them together.
          const [one, ...others] = range(1, 8).map((n) => ticket(n))
          for (const outdated of [undefined, earlier]) {
            expect(await sell(one!, outdated)).toEqual(contextChanged)
            expect(await sellAll(others, outdated)).toEqual(others.map(() => contextChanged))
          }
          expect(await sell(one!, limit)).toEqual(one)
          await set(null)
          expect(await sell(others[0]!, limit)).toEqual(contextChanged)
          expect(await sellAll(others, limit)).toEqual(others.map(() => contextChanged))
          expect(await sellAll(others, undefined)).toEqual(others)
          expect(await sold()).toBe(7)
        })

        it('counts the tickets that were sold before the capacity was set, and between two capacities', async () => {
          await addEvent()
          await sellAll([ticket(1), ticket(2)], undefined)
          await set(3)
          expect(await sold()).toBe(2)
          expect(await sell(ticket(3), await limitNow())).toEqual(ticket(3))
          await set(null)
          await sellAll([ticket(4), ticket(5)], undefined)
          await set(6)
          expect(await sold()).toBe(5)
          const limit = await limitNow()
          const outcomes = await sellAll([ticket(6), ticket(7)], limit)
          expect(outcomes).toContainEqual(expect.objectContaining({ state: 'valid' }))
          expect(outcomes).toContainEqual(noPlaceLeft)
          expect(await sold()).toBe(6)
        })

        it('can be lowered below what is sold, which cancels nothing, and raised again', async () => {
          await addEvent()
          await set(3)
          await sellAll([ticket(1), ticket(2), ticket(3)], await limitNow())
          await set(1)
          expect(await sold()).toBe(3)
          expect(await sell(ticket(4), await limitNow())).toEqual(noPlaceLeft)
          for (const n of [1, 2, 3]) expect((await servers.one.tickets.find(ticket(n).ticketId))?.state).toBe('valid')
          await set(4)
          expect(await sell(ticket(4), await limitNow())).toEqual(ticket(4))
          expect(await sell(ticket(5), await limitNow())).toEqual(noPlaceLeft)
        })

        it('counts a ticket once that is added again, and returns it although no place is left', async () => {
          await addEvent()
          await set(2)
          const limit = await limitNow()
          for (const server of ['one', 'other'] as const)
            expect(await sell(ticket(1), limit, server)).toEqual(ticket(1))
          const again = await Promise.all([ticket(1), ticket(2), ticket(1)].map((each) => sell(each, limit)))
          expect(again).toEqual([ticket(1), ticket(2), ticket(1)])
          expect(await sold()).toBe(2)
          expect(await sell(ticket(1), limit)).toEqual(ticket(1))
          expect(await Promise.all([ticket(1), ticket(2), ticket(3)].map((each) => sell(each, limit)))).toEqual([
            ticket(1),
            ticket(2),
            noPlaceLeft,
          ])
        })

        it('does not count a ticket that is not stored', async () => {
          await addEvent()
          await set(3)
          const limit = await limitNow()
          await sell(ticket(1), limit)
          const taken = { ...ticket(2), confirmationCode: ticket(1).confirmationCode }
          expect(await sell(taken, limit)).toMatchObject({ refusal: 'confirmation-code-taken' })
          expect(await Promise.all([taken, ticket(3)].map((each) => sell(each, limit)))).toEqual([
            expect.objectContaining({ refusal: 'confirmation-code-taken' }),
            ticket(3),
          ])
          expect(await sold()).toBe(2)
          if (ticket(1).ticketType === 'event') {
            await servers.other.specialEvents.update(
              eventId,
              (event) => SpecialEvent.update(event, { name: EventName('Renamed') }),
              entryOf,
            )
            expect(await sell(ticket(4), limit)).toEqual(contextChanged)
            expect(await sellAll([ticket(4), ticket(5), ticket(6)], limit)).toEqual([4, 5, 6].map(() => contextChanged))
          } else {
            await servers.one.museumHours.change({ date: first, hours: 'closed' }, entryOf)
            expect(await sell(ticket(4), limit)).toEqual(contextChanged)
            expect(await sellAll([ticket(4), ticket(5), ticket(6)], limit)).toEqual([4, 5, 6].map(() => contextChanged))
          }
          expect(await sold()).toBe(2)
        })

        it('counts a ticket with a record once, and neither is stored without a place', async () => {
          await addEvent()
          await set(1)
          const limit = await limitNow()
          const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
          const { tickets, idempotencyRecords } = servers.one
          expect(await tickets.addWithRecord(ticket(1), record, limit)).toEqual(ticket(1))
          expect(await servers.other.tickets.addWithRecord(ticket(1), record, limit)).toEqual(ticket(1))
          expect(await sold()).toBe(1)
          const another = { ...record, idempotencyKey: 'b' }
          expect(await tickets.addWithRecord(ticket(2), another, limit)).toEqual(noPlaceLeft)
          expect(await tickets.addWithRecord(ticket(2), another, undefined)).toEqual(contextChanged)
          expect(await idempotencyRecords.find('admin', 'b')).toBeUndefined()
          await set(2)
          expect(await tickets.addWithRecord(ticket(2), another, await limitNow())).toEqual(ticket(2))
          expect(await sold()).toBe(2)
        })

        it('gets a place back exactly once when a ticket is cancelled, however often', async () => {
          await addEvent()
          await set(2)
          const limit = await limitNow()
          await sellAll([ticket(1), ticket(2)], limit)
          const { ticketId } = ticket(1)
          const cancelled = { ...ticket(1), state: 'cancelled' }
          const cancellations = range(0, 8).map((n) =>
            servers[n % 2 === 0 ? 'one' : 'other'].tickets.cancel(ticketId, permit, entryOf),
          )
          expect(await Promise.all(cancellations)).toEqual(range(0, 8).map(() => cancelled))
          expect(await servers.one.tickets.find(ticketId)).toEqual(cancelled)
          expect(await sold()).toBe(1)
          expect(await sellAll([ticket(3)], limit)).toEqual([ticket(3)])
          expect(await sellAll([ticket(4)], limit)).toEqual([noPlaceLeft])
          expect(await servers.one.tickets.cancel(TicketId(exampleId(999)), permit, entryOf)).toEqual(
            ticketNotFound(TicketId(exampleId(999))),
          )
        })

        it('does not count tickets that were cancelled before the capacity was set', async () => {
          await addEvent()
          await sellAll([ticket(1), ticket(2)], undefined)
          await servers.one.tickets.cancel(ticket(1).ticketId, permit, entryOf)
          expect(await sold()).toBe(1)
          await set(2)
          expect(await sold()).toBe(1)
          await servers.other.tickets.cancel(ticket(2).ticketId, permit, entryOf)
          expect(await sold()).toBe(0)
        })
      })

    it('has no capacity and no sold tickets of an event that does not exist', async () => {
      expect(await setForEvent(1)).toEqual(eventNotFound(eventId))
      expect(await servers.one.capacities.soldForEvent(eventId)).toEqual(eventNotFound(eventId))
      await addEvent()
      await servers.one.specialEvents.remove(eventId, permit, entryOf)
      expect(await setForEvent(1)).toEqual(eventNotFound(eventId))
      expect(await servers.one.capacities.soldForEvent(eventId)).toEqual(eventNotFound(eventId))
    })

    it('counts the tickets of each date of an event and of general entry separately', async () => {
      await addEvent()
      await servers.one.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(2)) }), anAuditEntry())
      for (const capacity of [null, 10]) {
        await setForEvent(capacity)
        await setForGeneralEntry(capacity)
        const [limit, generalLimit] = [await eventLimit(), await servers.one.capacities.generalEntryLimit()]
        const from = capacity ?? 0
        await sell(eventTicket(from + 1), limit)
        await sell(eventTicket(from + 2, second), limit)
        await sell(eventTicket(from + 3, second), limit)
        await sell(generalTicket(from + 4), generalLimit)
      }
      expect(await soldForEvent()).toEqual({ [first]: 2, [second]: 4 })
      expect(await soldOn(first, second, CalendarDate('2030-05-19'))).toEqual([2, 0, 0])
      expect(await servers.one.capacities.soldForEvent(EventId(exampleId(2)))).toEqual({
        limit: undefined,
        dates: [
          { date: first, sold: 0 },
          { date: second, sold: 0 },
        ],
      })
      expect(await servers.one.capacities.soldForGeneralEntry([])).toMatchObject({ dates: [] })
    })

    it('starts at zero for a date that is added, also again', async () => {
      await addEvent()
      await setForEvent(1)
      await sell(eventTicket(1), await eventLimit())
      await setDates('2030-05-18', '2030-06-01')
      expect(await soldForEvent()).toEqual({ [second]: 0, '2030-06-01': 0 })
      await setDates('2030-05-17', '2030-05-18')
      expect(await soldForEvent()).toEqual({ [first]: 0, [second]: 0 })
      const again = { ...eventTicket(2), occurrenceNumber: 3 }
      expect(await sell(again, await eventLimit())).toEqual(again)
      expect(await sell({ ...eventTicket(3), occurrenceNumber: 3 }, await eventLimit())).toEqual(noPlaceLeft)
      // A cancellation for the earlier occurrence gives no place of the present one back.
      await servers.one.tickets.cancel(eventTicket(1).ticketId, permit, entryOf)
      expect(await soldForEvent()).toEqual({ [first]: 1, [second]: 0 })
    })

    it('keeps the limit and what was sold when an event is changed, or deleted and restored', async () => {
      await addEvent()
      await setForEvent(3)
      const limit = await eventLimit()
      for (const n of [1, 2]) await sell(eventTicket(n), limit)
      await servers.one.specialEvents.remove(eventId, permit, entryOf)
      await servers.other.tickets.cancel(eventTicket(1).ticketId, permit, entryOf)
      expect(await sell(eventTicket(3), limit)).toEqual(contextChanged)
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await eventLimit()).toEqual(limit)
      expect(await soldForEvent()).toEqual({ [first]: 1, [second]: 0 })
      expect(await Promise.all([3, 4, 5].map((n) => sell(eventTicket(n), limit)))).toEqual([
        eventTicket(3),
        eventTicket(4),
        noPlaceLeft,
      ])
      expect(await soldForEvent('other')).toEqual({ [first]: 3, [second]: 0 })
    })

    /** Other work goes on while this read runs. */
    const aTurn = () => servers.other.tickets.find(TicketId(exampleId(999)))
    /** Two servers with one source of identifiers. */
    const museums = () => {
      const ports = inMemoryPorts()
      return [openMuseum({ ...ports, ...servers.one }), openMuseum({ ...ports, ...servers.other })] as const
    }
    const validOf = async (outcomes: readonly (Ticket | Readonly<{ refusal: string }>)[]) => {
      const sold = outcomes.filter((outcome) => !isRefusal(outcome)) as Ticket[]
      const found = await Promise.all(sold.map(({ ticketId }) => servers.one.tickets.find(ticketId)))
      expect(found).not.toContain(undefined)
      return found.filter((ticket) => ticket?.state === 'valid').length
    }
    const eventOrder = anOrder({ ticketType: 'event', eventId, ticketDate: first })

    for (const [what, order, set, sold] of [
      ['an event', eventOrder, setForEvent, async () => (await soldForEvent())[first]],
      ['general entry', anOrder(), setForGeneralEntry, async () => (await soldOn(first))[0]],
    ] as const) {
      it(`sells 50 places of ${what} to 400 buyers on two servers while tickets are cancelled, and none more`, async () => {
        await addEvent()
        await set(50)
        const both = museums()
        const cancelled: unknown[] = []
        const outcomes = await Promise.all(
          range(0, 400).map(async (n) => {
            // The buyers come in several groups.
            for (let turn = 0; turn < n % 9; turn += 1) await aTurn()
            const ticket = await both[n % 2]!.buyMuseumTickets(order)
            if (!isRefusal(ticket) && n % 5 === 0) {
              cancelled.push(
                await servers[n % 2 === 0 ? 'other' : 'one'].tickets.cancel(ticket.ticketId, permit, entryOf),
              )
            }
            return ticket
          }),
        )
        const refusals = outcomes.filter((outcome) => isRefusal(outcome))
        expect(new Set(refusals.map(({ refusal }) => refusal))).toEqual(new Set(['sold-out']))
        expect(outcomes.length - refusals.length).toBeGreaterThanOrEqual(50)
        // Places that were given back after the last buyer had come are sold now.
        const valid = await validOf(outcomes)
        expect(valid).toBeLessThanOrEqual(50)
        expect(await sold()).toBe(valid)
        const late = await Promise.all(range(0, 60).map((n) => both[n % 2]!.buyMuseumTickets(order)))
        expect(await validOf([...outcomes, ...late])).toBe(50)
        expect(await sold()).toBe(50)
      })

      it(`counts what is sold of ${what} while capacities are set, and sells none more`, async () => {
        await addEvent()
        const both = museums()
        const outcomes: Awaited<ReturnType<(typeof both)[0]['buyMuseumTickets']>>[] = []
        const sale = { isOpen: true }
        const buyer = async (n: number) => {
          while (sale.isOpen) {
            const outcome = await both[n % 2]!.buyMuseumTickets(order)
            outcomes.push(outcome)
            await aTurn()
          }
        }
        const buyers = range(0, 20).map(buyer)
        const bought = () => outcomes.filter((outcome) => !isRefusal(outcome)).length
        const until = async (count: number) => {
          while (bought() < count) await aTurn()
        }
        await until(60)
        for (const further of [5, 30]) {
          await set(null)
          await until(bought() + 30)
          const capacity = bought() + further
          await set(capacity)
          // More may have been sold before the limit was in force.
          const soldThen = (await sold())!
          for (let turn = 0; turn < 30; turn += 1) await aTurn()
          expect(await sold()).toBeLessThanOrEqual(Math.max(capacity, soldThen))
          await set(Math.max(capacity, soldThen) + 10, 'other')
          await until(Math.max(capacity, soldThen) + 10)
        }
        sale.isOpen = false
        await Promise.all(buyers)
        expect(await sold()).toBe(bought())
        expect(await validOf(outcomes)).toBe(bought())
        expect(outcomes.filter(isRefusal).filter(({ refusal }) => refusal !== 'sold-out')).toEqual([])
      })
    }

    it('counts what is sold while an event is deleted and restored', async () => {
      await addEvent()
      await setForEvent(100)
      const both = museums()
      const outcomes = await Promise.all([
        ...range(0, 60).map(async (n) => {
          for (let turn = 0; turn < n % 12; turn += 1) await aTurn()
          return both[n % 2]!.buyMuseumTickets(eventOrder)
        }),
        both[0].deleteSpecialEvent(eventId, anActor).then(() => eventNotFound(eventId)),
      ])
      await both[1].restoreSpecialEvent(eventId, anActor)
      const valid = await validOf(outcomes as Ticket[])
      expect(await soldForEvent()).toEqual({ [first]: valid, [second]: 0 })
    })
  })
