import { changeHours } from '../in-memory/change-hours.ts'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EntryTimes,
  EventId,
  EventLocation,
  EventName,
  type MuseumClock,
  Price,
  Quantity,
  SpecialEvent,
  Ticket,
  TicketId,
  TicketKeyId,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, anOrder, exampleId, someDates } from '../examples/index.ts'
import { inMemoryPorts } from '../in-memory/a-museum.ts'
import { anActor, anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { createMuseum } from '@museum/application'
import type { OpenAdapters } from './adapters.ts'
import { availabilityOfGeneralEntry } from '../in-memory/availability-of-general-entry.ts'
import { sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const { eventId } = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
const eventTicket = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const generalTicket = (n: number, ticketDate = first) => aGeneralTicket({ ...numbered(n), ticketDate })
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const soldOut = expect.objectContaining({ refusal: 'sold-out' })
const findRefusal = () => undefined
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
      servers[server].capacities.setForGeneralEntry(places === null ? null : Capacity(places), entryOf)
    const addEvent = () => servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const setDates = (...dates: string[]) =>
      servers.other.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        entryOf,
      )
    const [eleven, three, five] = [TimeOfDay('11:00'), TimeOfDay('15:00'), TimeOfDay('17:00')]
    const setSessions = (capacity: number | null, ...times: readonly TimeOfDay[]) =>
      servers.one.specialEvents.update(
        eventId,
        (event) =>
          SpecialEvent.setEntryTimes(event, {
            rule: times.length === 0 ? null : { times, length: 60 },
            capacity: capacity === null ? null : Capacity(capacity),
          }),
        entryOf,
      )
    const eventCapacity = async () => (await servers.one.specialEvents.find(eventId))?.capacity ?? null
    const soldForEvent = async (server: 'one' | 'other' = 'one') => {
      const places = await servers[server].capacities.availabilityOfEvent(eventId)
      if (isRefusal(places)) throw new Error(JSON.stringify(places))
      return Object.fromEntries(places.map(({ date, sold }) => [date, sold]))
    }
    const soldOn = async (...dates: readonly CalendarDate[]) => {
      const places = await availabilityOfGeneralEntry(servers.other.capacities, dates)
      return places.map(({ sold }) => sold)
    }
    const sell = (ticket: Ticket, server: 'one' | 'other' = 'one') => sellAlone(servers[server].tickets, ticket)

    for (const { what, set, capacityNow, ticket, sold } of [
      {
        what: 'an event',
        set: setForEvent,
        capacityNow: eventCapacity,
        ticket: eventTicket,
        sold: async () => (await soldForEvent())[first],
      },
      {
        what: 'general entry',
        set: setForGeneralEntry,
        capacityNow: () => servers.other.capacities.generalEntryCapacity(),
        ticket: generalTicket,
        sold: async () => (await soldOn(first))[0],
      },
    ])
      describe(`for ${what}`, () => {
        const sellAll = (tickets: readonly Ticket[]) =>
          Promise.all(tickets.map((each, n) => sell(each, n % 2 === 0 ? 'one' : 'other')))

        it('is not limited until a capacity is set', async () => {
          await addEvent()
          expect(await capacityNow()).toBe(null)
          expect(await sold()).toBe(0)
          for (const n of [1, 2, 3]) expect(await sell(ticket(n))).toEqual(ticket(n))
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
              : servers.one.capacities.setForGeneralEntry(capacity, note)
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
            expect(await capacityNow()).toBe(places)
          }
          expect(befores).toEqual([null, 120, 0, 1_000_000])
          const { total } = await servers.other.audit.list({}, { page: 1, limit: 1 })
          expect(total! - entriesBefore!).toBe(4)
        })

        it('sells as many tickets as it allows, one by one', async () => {
          await addEvent()
          await set(2)
          expect(await sell(ticket(1))).toEqual(ticket(1))
          expect(await sell(ticket(2), 'other')).toEqual(ticket(2))
          expect(await sell(ticket(3))).toEqual(soldOut)
          expect(await servers.other.tickets.find(ticket(3).ticketId)).toBeUndefined()
          expect(await sold()).toBe(2)
        })

        it('stores the ticket key of one ticket, and of several that are sold at the same time', async () => {
          await addEvent()
          await set(4)
          const underKey = (each: Ticket): Ticket => ({ ...each, signingKey: TicketKeyId(7) })
          const tickets = range(1, 5).map((n) => underKey(ticket(n)))
          expect(await sell(tickets[0]!)).toEqual(tickets[0])
          expect(await Promise.all(tickets.slice(1).map((each) => sell(each)))).toEqual(tickets.slice(1))
          for (const each of tickets) expect(await servers.other.tickets.find(each.ticketId)).toEqual(each)
        })

        it('sells the first of the tickets that are added at the same time, while there are places', async () => {
          await addEvent()
          await set(5)
          const tickets = range(1, 9).map((n) => ticket(n))
          const outcomes = await Promise.all(tickets.map((each) => sell(each)))
          expect(outcomes).toEqual([...tickets.slice(0, 5), soldOut, soldOut, soldOut])
          expect(await sold()).toBe(5)
        })

        it('sells nothing with a capacity of zero', async () => {
          await addEvent()
          await set(0)
          expect(await sell(ticket(1))).toEqual(soldOut)
          expect(await sold()).toBe(0)
        })

        it('applies to each date separately', async () => {
          await addEvent()
          await set(1)
          expect(await sell(ticket(1))).toEqual(ticket(1))
          expect(await sell(ticket(2, second))).toEqual(ticket(2, second))
          expect(await sell(ticket(3, second))).toEqual(soldOut)
        })

        it('counts the tickets that were sold before the capacity was set, and between two capacities', async () => {
          await addEvent()
          await sellAll([ticket(1), ticket(2)])
          await set(3)
          expect(await sold()).toBe(2)
          expect(await sell(ticket(3))).toEqual(ticket(3))
          await set(null)
          await sellAll([ticket(4), ticket(5)])
          await set(6)
          expect(await sold()).toBe(5)
          const outcomes = await sellAll([ticket(6), ticket(7)])
          expect(outcomes).toContainEqual(expect.objectContaining({ state: 'valid' }))
          expect(outcomes).toContainEqual(soldOut)
          expect(await sold()).toBe(6)
        })

        it('can be lowered below the number of sold tickets, which cancels nothing, and raised again', async () => {
          await addEvent()
          await set(3)
          await sellAll([ticket(1), ticket(2), ticket(3)])
          await set(1)
          expect(await sold()).toBe(3)
          expect(await sell(ticket(4))).toEqual(soldOut)
          for (const n of [1, 2, 3]) expect((await servers.one.tickets.find(ticket(n).ticketId))?.state).toBe('valid')
          await set(4)
          expect(await sell(ticket(4))).toEqual(ticket(4))
          expect(await sell(ticket(5))).toEqual(soldOut)
        })

        it('counts a ticket once when it is added again, and returns it although no place is left', async () => {
          await addEvent()
          await set(2)
          for (const server of ['one', 'other'] as const) expect(await sell(ticket(1), server)).toEqual(ticket(1))
          const again = await Promise.all([ticket(1), ticket(2), ticket(1)].map((each) => sell(each)))
          expect(again).toEqual([ticket(1), ticket(2), ticket(1)])
          expect(await sold()).toBe(2)
          expect(await sell(ticket(1))).toEqual(ticket(1))
          expect(await Promise.all([ticket(1), ticket(2), ticket(3)].map((each) => sell(each)))).toEqual([
            ticket(1),
            ticket(2),
            soldOut,
          ])
        })

        it('does not count a ticket that is not stored', async () => {
          await addEvent()
          await set(3)
          await sell(ticket(1))
          const taken = { ...ticket(2), confirmationCode: ticket(1).confirmationCode }
          expect(await sell(taken)).toMatchObject({ refusal: 'confirmation-code-taken' })
          expect(await Promise.all([taken, ticket(3)].map((each) => sell(each)))).toEqual([
            expect.objectContaining({ refusal: 'confirmation-code-taken' }),
            ticket(3),
          ])
          expect(await sold()).toBe(2)
          const isEvent = ticket(1).ticketType === 'event'
          if (isEvent) await setDates('2030-05-18')
          else await changeHours(servers.one.museumHours, { date: first, hours: 'closed' }, entryOf)
          const refused = expect.objectContaining({ refusal: isEvent ? 'validation-failed' : 'museum-closed' })
          expect(await sell(ticket(4))).toEqual(refused)
          expect(await sellAll([ticket(4), ticket(5), ticket(6)])).toEqual([refused, refused, refused])
          expect(await sold()).toBe(isEvent ? undefined : 2)
        })

        it('counts a ticket with a record once, and stores neither of them when no place is left', async () => {
          await addEvent()
          await set(1)
          const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
          const { tickets, idempotencyRecords } = servers.one
          expect(await sellAlone(tickets, ticket(1), { record })).toEqual(ticket(1))
          expect(await sellAlone(servers.other.tickets, ticket(1), { record })).toEqual(ticket(1))
          expect(await sold()).toBe(1)
          const another = { ...record, idempotencyKey: 'b' }
          expect(await sellAlone(tickets, ticket(2), { record: another })).toEqual(soldOut)
          expect(await idempotencyRecords.find('admin', 'b')).toBeUndefined()
          await set(2)
          expect(await sellAlone(tickets, ticket(2), { record: another })).toEqual(ticket(2))
          expect(await sold()).toBe(2)
        })

        it('gets a place back exactly once when a ticket is cancelled, also when the cancellation is repeated', async () => {
          await addEvent()
          await set(2)
          await sellAll([ticket(1), ticket(2)])
          const { ticketId } = ticket(1)
          const cancelled = { ...ticket(1), state: 'cancelled' }
          const cancellations = range(0, 8).map((n) =>
            servers[n % 2 === 0 ? 'one' : 'other'].tickets.cancel(ticketId, findRefusal, entryOf),
          )
          expect(await Promise.all(cancellations)).toEqual(range(0, 8).map(() => cancelled))
          expect(await servers.one.tickets.find(ticketId)).toEqual(cancelled)
          expect(await sold()).toBe(1)
          expect(await sellAll([ticket(3)])).toEqual([ticket(3)])
          expect(await sellAll([ticket(4)])).toEqual([soldOut])
          expect(await servers.one.tickets.cancel(TicketId(exampleId(999)), findRefusal, entryOf)).toEqual(
            Ticket.notFound(TicketId(exampleId(999))),
          )
        })

        it('does not count tickets that were cancelled before the capacity was set', async () => {
          await addEvent()
          await sellAll([ticket(1), ticket(2)])
          await servers.one.tickets.cancel(ticket(1).ticketId, findRefusal, entryOf)
          expect(await sold()).toBe(1)
          await set(2)
          expect(await sold()).toBe(1)
          await servers.other.tickets.cancel(ticket(2).ticketId, findRefusal, entryOf)
          expect(await sold()).toBe(0)
        })
      })

    it('has no capacity and no sold tickets of an event that does not exist', async () => {
      expect(await setForEvent(1)).toEqual(SpecialEvent.notFound(eventId))
      expect(await servers.one.capacities.availabilityOfEvent(eventId)).toEqual(SpecialEvent.notFound(eventId))
      await addEvent()
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await setForEvent(1)).toEqual(SpecialEvent.notFound(eventId))
      expect(await servers.one.capacities.availabilityOfEvent(eventId)).toEqual(SpecialEvent.notFound(eventId))
    })

    it('counts the tickets of each date of an event and of general entry separately', async () => {
      await addEvent()
      await servers.one.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(2)) }), anAuditEntry())
      for (const capacity of [null, 10]) {
        await setForEvent(capacity)
        await setForGeneralEntry(capacity)
        const from = capacity ?? 0
        await sell(eventTicket(from + 1))
        await sell(eventTicket(from + 2, second))
        await sell(eventTicket(from + 3, second))
        await sell(generalTicket(from + 4))
      }
      expect(await soldForEvent()).toEqual({ [first]: 2, [second]: 4 })
      expect(await soldOn(first, second, CalendarDate('2030-05-19'))).toEqual([2, 0, 0])
      const unlimited = { capacity: null, sold: 0, available: null }
      expect(await servers.one.capacities.availabilityOfEvent(EventId(exampleId(2)))).toEqual([
        { date: first, ...unlimited },
        { date: second, ...unlimited },
      ])
    })

    describe('for entry times', () => {
      const [ten, eleven] = [TimeOfDay('10:00'), TimeOfDay('11:00')]
      const setEntryTimes = async (capacity: number | null, server: 'one' | 'other' = 'one') => {
        const { revision } = await servers[server].museumHours.schedule(first, first)
        const rule = { every: 60, lastEntry: 60 }
        const entryTimes = { ...EntryTimes.none, rule, capacity: capacity === null ? null : Capacity(capacity) }
        expect(await servers[server].museumHours.replaceEntryTimes(entryTimes, revision, anAuditEntry())).toBe(true)
      }
      const timedTicket = (n: number, entryTime = ten, ticketDate = first): Ticket => ({
        ...generalTicket(n, ticketDate),
        entryTime,
      })
      const takenByTime = async (date = first) =>
        (await servers.other.capacities.placesOfGeneralEntry({ startDate: date, endDate: date })).taken.get(date)
      const isSold = (outcome: unknown) => !isRefusal(outcome)

      it('counts the tickets of each entry time, and of those without one, by their date', async () => {
        await sell(generalTicket(1))
        await setEntryTimes(null)
        for (const ticket of [timedTicket(2), timedTicket(3), timedTicket(4, eleven), timedTicket(5, ten, second)])
          expect(await sell(ticket)).toEqual(ticket)
        expect(await takenByTime()).toEqual(
          new Map([
            [undefined, { sold: 1 }],
            [ten, { sold: 2 }],
            [eleven, { sold: 1 }],
          ]),
        )
        const { taken } = await servers.one.capacities.placesOfGeneralEntry({ startDate: second, endDate: second })
        expect([...taken.keys()]).toEqual([second])
        expect(await servers.other.tickets.find(timedTicket(4).ticketId)).toEqual(timedTicket(4, eleven))
      })

      it('sells as many tickets as an entry time has places, whatever the capacity of the day is', async () => {
        await setForGeneralEntry(1)
        await setEntryTimes(3)
        const wanted = range(1, 21).map((n) => timedTicket(n, n % 2 === 0 ? ten : eleven))
        const outcomes = await Promise.all(wanted.map((ticket, n) => sell(ticket, n % 3 === 0 ? 'one' : 'other')))
        expect(outcomes.filter(isSold)).toHaveLength(6)
        expect(outcomes.filter((outcome) => !isSold(outcome))).toEqual(Array.from({ length: 14 }, () => soldOut))
        expect(await takenByTime()).toEqual(
          new Map([
            [ten, { sold: 3 }],
            [eleven, { sold: 3 }],
          ]),
        )
      })

      it('offers no entry time that the date does not have, and none without a rule', async () => {
        const refused = expect.objectContaining({ refusal: 'museum-closed' })
        expect(await sell(timedTicket(1))).toEqual(refused)
        await setEntryTimes(null)
        expect(await sell(timedTicket(2, TimeOfDay('10:30')))).toEqual(refused)
        expect(await sell(generalTicket(3))).toEqual(refused)
        expect(await takenByTime()).toBeUndefined()
      })

      it('is in force for the next sale, also through another server that has sold before', async () => {
        await setEntryTimes(1)
        expect(isSold(await sell(timedTicket(1), 'other'))).toBe(true)
        expect(await sell(timedTicket(2), 'other')).toEqual(soldOut)
        await setEntryTimes(2)
        expect(isSold(await sell(timedTicket(3), 'other'))).toBe(true)
        await setEntryTimes(1)
        expect(await sell(timedTicket(4), 'other')).toEqual(soldOut)
        expect(await sell(timedTicket(5, eleven), 'other')).toEqual(timedTicket(5, eleven))
      })

      it('gives the place of a cancelled ticket back to its entry time', async () => {
        await setEntryTimes(1)
        for (const ticket of [timedTicket(1), timedTicket(2, eleven)]) await sell(ticket)
        for (const server of ['one', 'other'] as const)
          await servers[server].tickets.cancel(timedTicket(1).ticketId, findRefusal, entryOf)
        expect((await takenByTime())?.get(eleven)).toEqual({ sold: 1 })
        const again = await Promise.all([sell(timedTicket(3)), sell(timedTicket(4), 'other')])
        expect(again.filter(isSold)).toHaveLength(1)
        expect((await takenByTime())?.get(ten)).toEqual({ sold: 1 })
      })
    })

    describe('for the sessions of an event', () => {
      const timed = (n: number, entryTime: TimeOfDay, ticketDate = first): Ticket => ({
        ...eventTicket(n, ticketDate),
        entryTime,
      })
      const placesOn = async (date = first, clock?: MuseumClock) => {
        const dates = await servers.other.capacities.availabilityOfEvent(eventId, { ...(clock && { clock }) })
        if (isRefusal(dates)) throw new Error(dates.because)
        return dates.find((each) => each.date === date)!
      }
      const isSold = (outcome: unknown) => !isRefusal(outcome)

      it('sells as many tickets as each session has places on each date, and has their places', async () => {
        await addEvent()
        await setForEvent(1)
        await setSessions(3, eleven, three)
        const wanted = range(1, 21).map((n) => timed(n, n % 2 === 0 ? eleven : three))
        const outcomes = await Promise.all(wanted.map((ticket, n) => sell(ticket, n % 3 === 0 ? 'one' : 'other')))
        expect(outcomes.filter(isSold)).toHaveLength(6)
        expect(await sell(timed(30, eleven, second))).toEqual(timed(30, eleven, second))
        const full = { capacity: 3, sold: 3, available: 0 }
        expect(await placesOn()).toEqual({
          date: first,
          capacity: 6,
          sold: 6,
          available: 0,
          entryTimes: [
            { entryTime: eleven, ...full },
            { entryTime: three, ...full },
          ],
        })
        expect(await placesOn(second)).toMatchObject({ capacity: 6, sold: 1, available: 5 })
        const [row] = await servers.one.capacities.availabilityOfEvents({ startDate: first, endDate: first })
        expect(row).toMatchObject(await placesOn())
      })

      it('leaves out the sessions that have ended by the clock', async () => {
        await addEvent()
        await setSessions(3, eleven, three)
        const clock = { today: first, timeOfDay: TimeOfDay('15:00') }
        expect((await placesOn(first, clock)).entryTimes).toMatchObject([{ entryTime: three }])
        expect((await placesOn(second, clock)).entryTimes).toHaveLength(2)
      })

      it('counts tickets of sessions that the event has no more, and of those without one', async () => {
        await addEvent()
        await sell(eventTicket(1))
        await setSessions(2, eleven, three)
        await sell(timed(2, eleven))
        await setSessions(2, three, five)
        expect(await sell(timed(3, eleven))).toMatchObject({ refusal: 'validation-failed' })
        expect(await sell(eventTicket(4))).toMatchObject({ refusal: 'validation-failed' })
        expect(await placesOn()).toMatchObject({ capacity: 4, sold: 2, available: 4 })
        await setForEvent(5)
        await setSessions(null)
        expect(await placesOn()).toEqual({ date: first, capacity: 5, sold: 2, available: 4 })
        expect(await sell(eventTicket(5))).toEqual(eventTicket(5))
      })

      it('gives the place of a cancelled ticket back to its session, also after a deletion and a restoration', async () => {
        await addEvent()
        await setSessions(1, eleven, three)
        for (const ticket of [timed(1, eleven), timed(2, three)]) await sell(ticket)
        await servers.other.tickets.cancel(timed(1, eleven).ticketId, findRefusal, entryOf)
        expect((await placesOn()).entryTimes).toMatchObject([{ available: 1 }, { available: 0 }])
        await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
        expect(await sell(timed(3, eleven))).toMatchObject({ refusal: 'event-not-found' })
        await servers.other.tickets.cancel(timed(2, three).ticketId, findRefusal, entryOf)
        await servers.one.specialEvents.restore(eventId, entryOf)
        expect((await placesOn()).entryTimes).toMatchObject([{ available: 1 }, { available: 1 }])
        expect(await sell(timed(4, three))).toEqual(timed(4, three))
      })
    })

    it('has the places of all events on the dates of a period, in the order of the dates and the eventIds', async () => {
      const third = CalendarDate('2030-05-19')
      const other = aSpecialEvent({
        eventId: EventId(exampleId(2)),
        name: EventName('Tour'),
        location: EventLocation('Garden'),
        price: Price(500),
        dates: someDates(first, third),
      })
      const places = (startDate: CalendarDate, endDate: CalendarDate, limit?: number) =>
        servers.other.capacities.availabilityOfEvents({ startDate, endDate, ...(limit !== undefined && { limit }) })
      expect(await places(first, third)).toEqual([])
      await servers.one.specialEvents.add(other, anAuditEntry())
      await addEvent()
      await setForEvent(3)
      for (const n of [1, 2]) await sell(eventTicket(n))
      await sell(eventTicket(3, second))
      await sell(generalTicket(4))
      const { name, location, price } = aSpecialEvent()
      const ofNight = { event: { eventId, revision: 1, name, location, price }, capacity: 3 }
      const ofTour = {
        event: { eventId: other.eventId, revision: 1, name: other.name, location: other.location, price: other.price },
        capacity: null,
        sold: 0,
        available: null,
      }
      const [onFirst, onSecond] = [
        [
          { date: first, ...ofNight, sold: 2, available: 1 },
          { date: first, ...ofTour },
        ],
        [{ date: second, ...ofNight, sold: 1, available: 2 }],
      ]
      expect(await places(first, third)).toEqual([...onFirst, ...onSecond, { date: third, ...ofTour }])
      expect(await places(first, third, 2)).toEqual(onFirst)
      expect(await places(first, first)).toEqual(onFirst)
      expect(await places(second, second)).toEqual(onSecond)
      expect(await places(CalendarDate('2030-05-20'), CalendarDate.last)).toEqual([])
      expect(await places(CalendarDate('1970-01-01'), CalendarDate('2030-05-16'))).toEqual([])
      await setDates('2030-05-18')
      await servers.one.specialEvents.remove(other.eventId, findRefusal, entryOf)
      const changed = { ...onSecond[0]!, event: { ...ofNight.event, revision: 2 } }
      expect(await places(first, third)).toEqual([changed])
      await servers.one.tickets.cancel(eventTicket(3, second).ticketId, findRefusal, entryOf)
      expect(await places(first, third)).toEqual([{ ...changed, sold: 0, available: 3 }])
    })

    it('starts at zero for a date that is added, or removed and added again', async () => {
      await addEvent()
      await setForEvent(1)
      await sell(eventTicket(1))
      await setDates('2030-05-18', '2030-06-01')
      expect(await soldForEvent()).toEqual({ [second]: 0, '2030-06-01': 0 })
      await setDates('2030-05-17', '2030-05-18')
      expect(await soldForEvent()).toEqual({ [first]: 0, [second]: 0 })
      const again = { ...eventTicket(2), occurrenceNumber: 3 }
      expect(await sell(again)).toEqual(again)
      expect(await sell({ ...eventTicket(3), occurrenceNumber: 3 })).toEqual(soldOut)
      // The cancellation of a ticket for the earlier occurrence does not give back a place of the current one.
      await servers.one.tickets.cancel(eventTicket(1).ticketId, findRefusal, entryOf)
      expect(await soldForEvent()).toEqual({ [first]: 1, [second]: 0 })
    })

    it('keeps the capacity and the number of sold tickets when an event is changed, or deleted and restored', async () => {
      await addEvent()
      await setForEvent(3)
      for (const n of [1, 2]) await sell(eventTicket(n))
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      await servers.other.tickets.cancel(eventTicket(1).ticketId, findRefusal, entryOf)
      expect(await sell(eventTicket(3))).toMatchObject({ refusal: 'event-not-found' })
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await eventCapacity()).toBe(3)
      expect(await soldForEvent()).toEqual({ [first]: 1, [second]: 0 })
      expect(await Promise.all([3, 4, 5].map((n) => sell(eventTicket(n))))).toEqual([
        eventTicket(3),
        eventTicket(4),
        soldOut,
      ])
      expect(await soldForEvent('other')).toEqual({ [first]: 3, [second]: 0 })
    })

    /** A read during which other work goes on. */
    const aTurn = () => servers.other.tickets.find(TicketId(exampleId(999)))
    /** Two servers with one source of identifiers. */
    const museums = () => {
      const ports = inMemoryPorts()
      return [createMuseum({ ...ports, ...servers.one }), createMuseum({ ...ports, ...servers.other })] as const
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
      it(`sells exactly 50 places of ${what} to 400 buyers on two servers while tickets are cancelled`, async () => {
        await addEvent()
        await set(50)
        const both = museums()
        const cancelled: unknown[] = []
        const outcomes = await Promise.all(
          range(0, 400).map(async (n) => {
            // The buyers arrive in several groups.
            for (let turn = 0; turn < n % 9; turn += 1) await aTurn()
            const ticket = await both[n % 2]!.buyMuseumTickets(order)
            if (!isRefusal(ticket) && n % 5 === 0) {
              cancelled.push(
                await servers[n % 2 === 0 ? 'other' : 'one'].tickets.cancel(ticket.ticketId, findRefusal, entryOf),
              )
            }
            return ticket
          }),
        )
        const refusals = outcomes.filter((outcome) => isRefusal(outcome))
        expect(new Set(refusals.map(({ refusal }) => refusal))).toEqual(new Set(['sold-out']))
        expect(outcomes.length - refusals.length).toBeGreaterThanOrEqual(50)
        // Sells the places that were given back after the last buyer.
        const valid = await validOf(outcomes)
        expect(valid).toBeLessThanOrEqual(50)
        expect(await sold()).toBe(valid)
        const late = await Promise.all(range(0, 60).map((n) => both[n % 2]!.buyMuseumTickets(order)))
        expect(await validOf([...outcomes, ...late])).toBe(50)
        expect(await sold()).toBe(50)
      })

      it(`sells ${what} under the capacity that another server has just set, after it has sold such tickets before`, async () => {
        await addEvent()
        const [museum] = museums()
        for (const [places, ...expected] of [
          [null, 'sold', 'sold'],
          [2, 'sold-out'],
          [3, 'sold', 'sold-out'],
          [1, 'sold-out'],
          [null, 'sold'],
          [0, 'sold-out'],
          [5, 'sold', 'sold-out'],
        ] as const) {
          await set(places, 'other')
          for (const outcome of expected) {
            const bought = await museum.buyMuseumTickets(order)
            expect([places, isRefusal(bought) ? bought.refusal : 'sold']).toEqual([places, outcome])
          }
        }
        expect(await sold()).toBe(5)
      })

      it(`counts the sold tickets of ${what} while capacities are set, and sells none beyond them`, async () => {
        await addEvent()
        const both = museums()
        const outcomes: Awaited<ReturnType<(typeof both)[0]['buyMuseumTickets']>>[] = []
        const sale = { isOpen: true }
        const inProgress: Promise<unknown>[] = []
        const buyer = async (n: number) => {
          while (sale.isOpen) {
            const buying = both[n % 2]!.buyMuseumTickets(order)
            inProgress[n] = buying
            outcomes.push(await buying)
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
          // More may have been sold before the capacity was set. It is in force for every sale that begins from then on.
          await Promise.all(inProgress)
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

    it('sells the last places of days for which no ticket was sold yet, alone and in orders, at the same time on two servers', async () => {
      await setForGeneralEntry(6)
      const both = museums()
      const days = range(0, 8).map((n) => CalendarDate.plusDays(first, n))
      // One day has tickets already.
      const tickets = [await both[0].buyMuseumTickets(anOrder({ ticketDate: days[3]! }))]
      const some = (n: number) => range(0, 3).map((k) => days[(n + (n % 8 === 3 ? k : 8 - k)) % 8]!)
      const outcomes = await Promise.all(
        range(0, 128).map(async (n) => {
          const museum = both[n % 2]!
          if (n % 4 !== 3) return museum.buyMuseumTickets(anOrder({ ticketDate: days[n % 8]! }))
          const items = some(n).map((ticketDate) => ({
            ticketType: 'general' as const,
            ticketDate,
            quantity: Quantity(1),
          }))
          return museum.placeOrder({ items })
        }),
      )
      for (const outcome of outcomes)
        if (isRefusal(outcome)) expect(outcome.refusal).toBe('sold-out')
        else tickets.push(...('tickets' in outcome ? outcome.tickets : [outcome]))
      expect(tickets.length).toBeLessThanOrEqual(48)
      expect(await validOf(tickets)).toBe(tickets.length)
      const late = await Promise.all(
        days.flatMap((ticketDate) => range(0, 6).map((n) => both[n % 2]!.buyMuseumTickets(anOrder({ ticketDate })))),
      )
      expect(await validOf([...tickets, ...late])).toBe(48)
      expect(await soldOn(...days)).toEqual(days.map(() => 6))
    })

    const remove = () => servers.other.specialEvents.remove(eventId, findRefusal, entryOf)
    for (const [what, change, entryTime] of [
      ['the deletion of its event', remove, undefined],
      ['the removal of its date', () => setDates('2030-05-18'), undefined],
      ['the deletion of its event with sessions', remove, eleven],
      ['the removal of its session', () => setSessions(null, three), eleven],
      ['the first session of its event', () => setSessions(null, three), undefined],
    ] as const)
      it(`stores no ticket after the answer to ${what}, while many are sold on two servers`, async () => {
        await addEvent()
        const reset = () => (entryTime === undefined ? setSessions(null) : setSessions(null, entryTime, three))
        await reset()
        const both = museums()
        const stored = async () => (await servers.one.tickets.ofEvent(eventId, undefined, 100_000)).length
        const sale = { isOpen: true }
        const inProgress: Promise<unknown>[] = []
        const buyers = range(0, 16).map(async (n) => {
          while (sale.isOpen) {
            inProgress[n] = both[n % 2]!.buyMuseumTickets({ ...eventOrder, entryTime })
            await inProgress[n]
            await aTurn()
          }
        })
        try {
          for (let round = 1; round <= 5; round += 1) {
            const before = await stored()
            while ((await stored()) < before + 20) await aTurn()
            expect(isRefusal(await change())).toBe(false)
            const atAnswer = await stored()
            await Promise.all(inProgress)
            expect(await stored()).toBe(atAnswer)
            await servers.one.specialEvents.restore(eventId, entryOf)
            await setDates('2030-05-17', '2030-05-18')
            await reset()
          }
        } finally {
          sale.isOpen = false
          await Promise.all(buyers)
        }
      })

    it('counts the sold tickets while an event is deleted and restored', async () => {
      await addEvent()
      await setForEvent(100)
      const both = museums()
      const outcomes = await Promise.all([
        ...range(0, 60).map(async (n) => {
          for (let turn = 0; turn < n % 12; turn += 1) await aTurn()
          return both[n % 2]!.buyMuseumTickets(eventOrder)
        }),
        both[0].deleteSpecialEvent(eventId, anActor).then(() => SpecialEvent.notFound(eventId)),
      ])
      await both[1].restoreSpecialEvent(eventId, anActor)
      const valid = await validOf(outcomes as Ticket[])
      expect(await soldForEvent()).toEqual({ [first]: valid, [second]: 0 })
    })
  })
