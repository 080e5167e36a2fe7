import { CalendarDate, ConfirmationCode, EventId, Instant, SpecialEvent, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
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
const findRefusal = () => undefined
const entryOf = () => anAuditEntry()

/**
 * The tests that every `TicketRevocationRepository` must pass, together with the repositories of the same store. Run them once
 * per adapter.
 */
export const ticketRevocationRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the ticket revocation repository in ${adapter}`, open, ({ it, servers }) => {
    const list = (date: CalendarDate, since = 0) => servers.other.ticketRevocations.list(date, Instant(since))
    const addEvent = (event = aSpecialEvent()) => servers.one.specialEvents.add(event, anAuditEntry())
    const setDates = (...dates: string[]) =>
      servers.one.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        entryOf,
      )
    const remove = (id = eventId) => servers.one.specialEvents.remove(id, findRefusal, entryOf)
    const restore = (id = eventId) => servers.one.specialEvents.restore(id, entryOf)
    const sell = async (...tickets: readonly Ticket[]) => {
      for (const ticket of tickets) expect(await sellAlone(servers.one.tickets, ticket)).toEqual(ticket)
    }
    const cancel = (ticket: Ticket) => servers.one.tickets.cancel(ticket.ticketId, findRefusal, entryOf)
    const occurrence = (date: CalendarDate, number: number, ofEvent = eventId) => ({ eventId: ofEvent, date, number })
    const idsOf = (...tickets: readonly Ticket[]) => tickets.map(({ ticketId }) => ticketId)

    it('has no revocations and no moment while nothing is revoked', async () => {
      await addEvent()
      await sell(eventTicket(1), generalTicket(2))
      expect(await list(CalendarDate('1970-01-01'))).toEqual({ tickets: [], occurrences: [] })
    })

    it('has the tickets that were cancelled individually from a date on, in ascending order', async () => {
      await addEvent()
      const [one, two, three, four] = [
        eventTicket(1, second),
        generalTicket(2),
        eventTicket(3),
        generalTicket(4),
      ] as const
      await sell(one, two, three, four)
      for (const ticket of [three, one, two, two]) await cancel(ticket)
      expect(await list(first)).toMatchObject({ tickets: idsOf(one, two, three), occurrences: [] })
      expect(await list(CalendarDate('1970-01-01'))).toMatchObject({ tickets: idsOf(one, two, three) })
      expect(await list(second)).toMatchObject({ tickets: idsOf(one) })
      expect(await list(CalendarDate('2030-05-19'))).toEqual({ tickets: [], occurrences: [] })
    })

    it('has the removed occurrences from a date on, in ascending order of date, event and number', async () => {
      const other = EventId(exampleId(2))
      await addEvent()
      await addEvent(aSpecialEvent({ eventId: other }))
      await remove(other)
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      await setDates('2030-05-19')
      const occurrences = [
        occurrence(first, 1),
        occurrence(first, 3),
        occurrence(first, 1, other),
        occurrence(second, 1),
        occurrence(second, 1, other),
      ]
      expect(await list(first)).toMatchObject({ tickets: [], occurrences })
      expect(await list(second)).toMatchObject({ occurrences: occurrences.slice(3) })
      expect(await list(CalendarDate('2030-05-19'))).toEqual({ tickets: [], occurrences: [] })
    })

    it('lists neither the tickets of a removed occurrence nor the occurrence of a cancelled ticket', async () => {
      await addEvent()
      await sell(eventTicket(1), eventTicket(2))
      await cancel(eventTicket(1))
      expect(await list(first)).toMatchObject({ tickets: idsOf(eventTicket(1)), occurrences: [] })
      await setDates('2030-05-18')
      expect(await list(first)).toMatchObject({
        tickets: idsOf(eventTicket(1)),
        occurrences: [occurrence(first, 1)],
      })
    })

    it('withdraws the occurrences of a deleted event when it is restored, but no occurrence that an update removed, and no ticket', async () => {
      await addEvent()
      await sell(eventTicket(1, second))
      await cancel(eventTicket(1, second))
      await setDates('2030-05-18')
      await remove()
      expect(await list(first)).toMatchObject({ occurrences: [occurrence(first, 1), occurrence(second, 1)] })
      await restore()
      expect(await list(first)).toMatchObject({
        tickets: idsOf(eventTicket(1, second)),
        occurrences: [occurrence(first, 1)],
      })
      await remove()
      expect(await list(second)).toMatchObject({ occurrences: [occurrence(second, 1)] })
    })

    it('has the revocations since a moment, which may repeat those of the same second', async () => {
      await addEvent()
      await sell(eventTicket(1), generalTicket(2), generalTicket(3, second))
      await cancel(eventTicket(1))
      await setDates('2030-05-18')
      const before = (await list(first)).latest!
      // A minute passes.
      await servers.age(60)
      await cancel(generalTicket(2))
      await cancel(generalTicket(3, second))
      await remove()
      const all = await list(first)
      expect(all).toMatchObject({
        tickets: idsOf(eventTicket(1), generalTicket(2), generalTicket(3, second)),
        occurrences: [occurrence(first, 1), occurrence(second, 1)],
      })
      const latest = all.latest!
      const isNew = { tickets: idsOf(generalTicket(2), generalTicket(3, second)), occurrences: [occurrence(second, 1)] }
      expect(await list(first, latest - 30_000)).toEqual({ ...isNew, latest })
      expect((await list(first, latest)).latest).toBe(latest)
      expect(await list(second, latest - 30_000)).toMatchObject({ ...isNew, tickets: idsOf(generalTicket(3, second)) })
      expect(await list(first, latest - 90_000)).toEqual(all)
      expect(await list(first, latest + 1_000)).toEqual({ tickets: [], occurrences: [] })
      expect(before).toBeGreaterThanOrEqual(0)
    })

    it('has the moment of the latest revocation, of a ticket or of an occurrence, or a moment within the same second', async () => {
      await addEvent()
      await sell(generalTicket(1))
      await cancel(generalTicket(1))
      const ofTicket = (await list(first)).latest!
      await servers.age(60)
      await setDates('2030-05-18')
      const ofOccurrence = (await list(first)).latest!
      expect(await list(first, ofOccurrence - 30_000)).toEqual({
        tickets: [],
        occurrences: [occurrence(first, 1)],
        latest: ofOccurrence,
      })
      await servers.age(60)
      await sell(generalTicket(2))
      await cancel(generalTicket(2))
      const last = await list(first)
      expect(last.latest).toBeGreaterThanOrEqual(ofTicket)
      expect(await list(first, last.latest! - 30_000)).toMatchObject({
        tickets: idsOf(generalTicket(2)),
        occurrences: [],
      })
      expect(await list(first, last.latest! - 90_000)).toMatchObject({
        tickets: idsOf(generalTicket(2)),
        occurrences: [occurrence(first, 1)],
      })
    })
  })
