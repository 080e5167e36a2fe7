import { changeHours } from '../in-memory/change-hours.ts'
import {
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventId,
  EventLocation,
  EventName,
  Instant,
  Phone,
  Price,
  PriceCategoryId,
  PriceCategoryName,
  SpecialEvent,
  type SpecialEventChanges,
  type Ticket,
  TicketId,
  TicketKeyId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import type { OpenAdapters } from './adapters.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { aSale, sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const findRefusal = () => undefined
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
})
/** The n-th ticket to the example's event. */
const ticketTo = (ticketDate: CalendarDate, n: number) => anEventTicket({ ...numbered(n), ticketDate })

/** The tests that every `TicketRepository` must pass. Run them once per adapter. */
export const ticketRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the ticket repository in ${adapter}`, open, ({ it, servers }) => {
    const update = (changes: SpecialEventChanges) =>
      servers.one.specialEvents.update(
        aSpecialEvent().eventId,
        (event) => SpecialEvent.update(event, changes),
        () => anAuditEntry(),
      )
    const setDates = (...dates: string[]) => update({ dates: someDates(...dates) })
    const stateOf = async ({ ticketId }: Ticket) => (await servers.one.tickets.find(ticketId))?.state

    it('returns exactly the ticket that was added, also on another server', async () => {
      const [name, location] = [EventName('Élan 🦣'), EventLocation('Hall 🏛️')]
      await servers.one.specialEvents.add(aSpecialEvent({ name, location }), anAuditEntry())
      const general = aGeneralTicket({ price: Price(9_999_999_999), currency: Currency('JPY') })
      const event = anEventTicket({
        event: { eventId: aSpecialEvent().eventId, name, location },
        purchaser: { email: Email('Élodie+Ünal@例え.jp'), phone: Phone('+1(234)-567-8910') },
        soldAt: Instant(Number.MAX_SAFE_INTEGER),
        soldBy: `box office 🗝️ ${'é'.repeat(240)}`,
        signingKey: TicketKeyId(255),
      })
      const { soldBy: _, ...withoutSeller } = aGeneralTicket(numbered(8))
      const { purchaser: __, ...withoutPurchaser } = aGeneralTicket(numbered(9))
      const name60 = PriceCategoryName('児童・生徒 👩‍👧 '.padEnd(60, 'ß'))
      const reduced = anEventTicket({
        ...numbered(10),
        event: event.event,
        price: Price(0),
        priceCategory: { priceCategory: PriceCategoryId('c'.repeat(30)), name: name60 },
      })
      for (const ticket of [general, event, withoutSeller, withoutPurchaser, reduced]) {
        expect(await sellAlone(servers.one.tickets, ticket)).toEqual(ticket)
        expect(await servers.one.tickets.find(ticket.ticketId)).toEqual(ticket)
        expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(ticket)
      }
    })

    it('finds no ticket that was never added', async () => {
      expect(await servers.one.tickets.find(aGeneralTicket().ticketId)).toBeUndefined()
    })

    it('offers no event, and stores nothing, when the event of a ticket does not exist', async () => {
      const ticket = anEventTicket()
      expect(await sellAlone(servers.one.tickets, ticket)).toMatchObject({ refusal: 'event-not-found' })
      expect(await servers.one.tickets.find(ticket.ticketId)).toBeUndefined()
    })

    it('offers no places, and stores nothing, when the event does not have the date of the ticket', async () => {
      await servers.one.specialEvents.add(aSpecialEvent({ dates: someDates('2030-05-18') }), anAuditEntry())
      const ticket = ticketTo(first, 1)
      expect(await sellAlone(servers.one.tickets, ticket)).toMatchObject({ refusal: 'validation-failed' })
      expect(await servers.one.tickets.find(ticket.ticketId)).toBeUndefined()
    })

    it('offers the occurrence that the event has now when the date was removed and added again', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      const ticket = ticketTo(first, 1)
      expect(await sellAlone(servers.one.tickets, ticket)).toMatchObject({ refusal: 'validation-failed' })
      expect(await servers.one.tickets.find(ticket.ticketId)).toBeUndefined()
      const current = { ...ticket, occurrenceNumber: 3 }
      expect(await sellAlone(servers.one.tickets, current)).toEqual(current)
      expect(await stateOf(current)).toBe('valid')
    })

    it('lets a sale be decided on the event as it is, also when another server has changed it since the last sale', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const sellAtPrice = (n: number) => {
        const [wanted, decide] = aSale(ticketTo(first, n))
        return servers.other.tickets.sell(wanted, (offered) => {
          const sale = decide(offered)
          return isRefusal(sale) ? sale : { tickets: [{ ...sale.tickets[0], price: offered[0]!.event!.price }] }
        })
      }
      expect(await sellAtPrice(1)).toMatchObject([{ price: aSpecialEvent().price }])
      await update({ price: Price(1_991) })
      const outcomes = [await sellAtPrice(2), ...(await Promise.all([3, 4, 5].map(sellAtPrice)))]
      for (const outcome of outcomes) expect(outcome).toMatchObject([{ price: 1_991 }])
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      for (const outcome of [await sellAtPrice(6), ...(await Promise.all([7, 8].map(sellAtPrice)))])
        expect(outcome).toMatchObject({ refusal: 'validation-failed' })
      await servers.one.specialEvents.remove(aSpecialEvent().eventId, findRefusal, () => anAuditEntry())
      for (const outcome of [await sellAtPrice(6), ...(await Promise.all([7, 8].map(sellAtPrice)))])
        expect(outcome).toMatchObject({ refusal: 'event-not-found' })
      for (const n of [6, 7, 8]) expect(await servers.one.tickets.find(ticketTo(first, n).ticketId)).toBeUndefined()
    })

    it('lets a sale be decided on the hours as they are, also when another server has changed them since the last sale', async () => {
      const sell = (n: number) => sellAlone(servers.other.tickets, aGeneralTicket(numbered(n)))
      expect(isRefusal(await sell(1))).toBe(false)
      await changeHours(servers.one.museumHours, { date: first, hours: 'closed' })
      for (const outcome of [await sell(2), ...(await Promise.all([3, 4].map(sell)))])
        expect(outcome).toMatchObject({ refusal: 'museum-closed' })
      await changeHours(servers.one.museumHours, { date: first, hours: 'as-the-week' })
      for (const outcome of [await sell(5), ...(await Promise.all([6, 7].map(sell)))])
        expect(isRefusal(outcome)).toBe(false)
    })

    it('keeps the name, the location and the price that an event had when the ticket was sold', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const ticket = ticketTo(first, 1)
      await sellAlone(servers.one.tickets, ticket)
      await update({ name: EventName('Renamed'), location: EventLocation('Elsewhere'), price: Price(1) })
      expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    it('stores a ticket once when it is added again', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      for (const ticket of [aGeneralTicket(), ticketTo(first, 1)]) {
        expect(await sellAlone(servers.one.tickets, ticket)).toEqual(ticket)
        expect(await sellAlone(servers.other.tickets, ticket)).toEqual(ticket)
        expect(await servers.one.tickets.find(ticket.ticketId)).toEqual(ticket)
      }
    })

    it('returns confirmation-code-taken when another ticket has the code, and stores nothing', async () => {
      const [ticket, ticketWithSameCode] = [aGeneralTicket(), aGeneralTicket({ ticketId: TicketId(exampleId(7)) })]
      await sellAlone(servers.one.tickets, ticket)
      expect(await sellAlone(servers.other.tickets, ticketWithSameCode)).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
      expect(await servers.one.tickets.find(ticketWithSameCode.ticketId)).toBeUndefined()
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const { confirmationCode } = ticket
      expect(await sellAlone(servers.one.tickets, anEventTicket({ confirmationCode }))).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
    })

    it('cancels the tickets of an event that is deleted, and keeps them', async () => {
      const other = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      await servers.one.specialEvents.add(other, anAuditEntry())
      const sold = [ticketTo(first, 1), ticketTo(second, 2)]
      const { eventId, name, location } = other
      const others = [aGeneralTicket(), { ...ticketTo(first, 3), event: { eventId, name, location } }]
      for (const ticket of [...sold, ...others]) await sellAlone(servers.one.tickets, ticket)
      await servers.one.specialEvents.remove(aSpecialEvent().eventId, findRefusal, () => anAuditEntry())
      for (const ticket of sold)
        expect(await servers.one.tickets.find(ticket.ticketId)).toEqual({ ...ticket, state: 'cancelled' })
      for (const ticket of others) expect(await servers.one.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    it('cancels the tickets of a date that an event loses, and no others', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const [removed, kept] = [ticketTo(first, 1), ticketTo(second, 2)]
      for (const ticket of [removed, kept]) await sellAlone(servers.one.tickets, ticket)
      await update({ name: EventName('Renamed'), dates: someDates('2030-05-18', '2030-05-19') })
      expect(await servers.one.tickets.find(removed.ticketId)).toEqual({ ...removed, state: 'cancelled' })
      expect(await servers.one.tickets.find(kept.ticketId)).toEqual(kept)
    })

    it('leaves a cancelled ticket cancelled when its date is added again', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const ticket = ticketTo(first, 1)
      await sellAlone(servers.one.tickets, ticket)
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      expect(await stateOf(ticket)).toBe('cancelled')
    })

    it('cancels nothing when dates are added, repeated or reordered, or when other members change', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const tickets = [ticketTo(first, 1), ticketTo(second, 2)]
      for (const ticket of tickets) await sellAlone(servers.one.tickets, ticket)
      await setDates('2030-05-01', '2030-05-17', '2030-05-18', '2030-06-01')
      await setDates('2030-06-01', '2030-05-18', '2030-05-17', '2030-05-01', '2030-05-18')
      await update({ name: EventName('Renamed') })
      await setDates('2030-05-17', '2030-05-18')
      for (const ticket of tickets) expect(await servers.one.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    for (const [what, cancel] of [
      [
        'the deletion of its event',
        (eventId: EventId) => servers.other.specialEvents.remove(eventId, findRefusal, () => anAuditEntry()),
      ],
      [
        'the removal of its date',
        (eventId: EventId) =>
          servers.other.specialEvents.update(
            eventId,
            (event) => SpecialEvent.update(event, { dates: someDates('2030-05-18') }),
            () => anAuditEntry(),
          ),
      ],
    ] as const)
      it(`leaves no valid ticket when purchases race ${what}`, async () => {
        for (let round = 1; round <= 12; round += 1) {
          const event = aSpecialEvent({ eventId: EventId(exampleId(round)) })
          await servers.one.specialEvents.add(event, anAuditEntry())
          const { eventId, name, location } = event
          const tickets = Array.from({ length: 8 }, (_ticket, n) => ({
            ...ticketTo(first, round * 100 + n),
            event: { eventId, name, location },
          }))
          const buy = (ticket: Ticket, n: number) => sellAlone(servers[n % 2 === 0 ? 'one' : 'other'].tickets, ticket)
          // The deletion or removal begins in the middle of the purchases.
          const early = tickets.slice(0, 4).map(buy)
          const cancellation = cancel(eventId)
          const late = tickets.slice(4).map(buy)
          const outcomes = await Promise.all([...early, ...late])
          expect(isRefusal(await cancellation)).toBe(false)
          for (const [n, ticket] of tickets.entries())
            expect(await stateOf(ticket)).toBe(isRefusal(outcomes[n]) ? undefined : 'cancelled')
        }
      })

    it('stores every ticket when two servers sell at once', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const tickets = Array.from({ length: 60 }, (_, n) => ticketTo(n % 3 === 0 ? second : first, n))
      const outcomes = await Promise.all(
        tickets.map((ticket, n) => sellAlone(servers[n % 2 === 0 ? 'one' : 'other'].tickets, ticket)),
      )
      expect(outcomes).toEqual(tickets)
      for (const ticket of tickets) expect(await stateOf(ticket)).toBe('valid')
    })

    const remove = (eventId = aSpecialEvent().eventId) =>
      servers.one.specialEvents.remove(eventId, findRefusal, () => anAuditEntry())
    const restore = (eventId = aSpecialEvent().eventId) =>
      servers.other.specialEvents.restore(eventId, () => anAuditEntry())

    it('makes only those tickets valid again, when an event is restored, that its deletion cancelled', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      const [ofRemovedDate, kept] = [ticketTo(first, 1), ticketTo(second, 2)]
      const cancelled: Ticket = { ...ticketTo(second, 3), state: 'cancelled' }
      for (const ticket of [ofRemovedDate, kept, cancelled]) await sellAlone(servers.one.tickets, ticket)
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      const ofNewDate = { ...ticketTo(first, 4), occurrenceNumber: 3 }
      await sellAlone(servers.one.tickets, ofNewDate)
      const states = async () => Promise.all([ofRemovedDate, kept, cancelled, ofNewDate].map(stateOf))
      expect(await states()).toEqual(['cancelled', 'valid', 'cancelled', 'valid'])
      for (let round = 1; round <= 2; round += 1) {
        await remove()
        expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
        await restore()
        expect(await states()).toEqual(['cancelled', 'valid', 'cancelled', 'valid'])
      }
      for (const ticket of [kept, ofNewDate]) expect(await servers.other.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    it('stores tickets for a restored event', async () => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      await remove()
      expect(await sellAlone(servers.one.tickets, ticketTo(first, 1))).toMatchObject({ refusal: 'event-not-found' })
      await restore()
      expect(await sellAlone(servers.one.tickets, ticketTo(first, 1))).toEqual(ticketTo(first, 1))
      expect(await stateOf(ticketTo(first, 1))).toBe('valid')
    })

    it('has a valid ticket for every successful purchase when purchases race the deletion and the restoration of their event', async () => {
      for (let round = 1; round <= 12; round += 1) {
        const event = aSpecialEvent({ eventId: EventId(exampleId(round)) })
        await servers.one.specialEvents.add(event, anAuditEntry())
        const { eventId, name, location } = event
        const tickets = Array.from({ length: 12 }, (_ticket, n) => ({
          ...ticketTo(first, round * 100 + n),
          event: { eventId, name, location },
        }))
        const buy = (ticket: Ticket, n: number) => sellAlone(servers[n % 2 === 0 ? 'one' : 'other'].tickets, ticket)
        const early = tickets.slice(0, 4).map(buy)
        const removal = remove(eventId)
        const during = tickets.slice(4, 8).map(buy)
        const restoration = restore(eventId)
        const late = tickets.slice(8).map(buy)
        const outcomes = await Promise.all([...early, ...during, ...late])
        expect([await removal, await restoration].filter(isRefusal)).toEqual([])
        // The restoration may have run before the deletion.
        await restore(eventId)
        for (const [n, ticket] of tickets.entries())
          expect(await stateOf(ticket)).toBe(isRefusal(outcomes[n]) ? undefined : 'valid')
      }
    })

    it('counts the valid tickets of a date by type, and finds the next date with tickets', async () => {
      const other = aSpecialEvent({ eventId: EventId(exampleId(2)), dates: someDates('2030-05-17', '2030-05-19') })
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      await servers.one.specialEvents.add(other, anAuditEntry())
      const { eventId, name, location } = other
      const general = (ticketDate: string, n: number) =>
        aGeneralTicket({ ...numbered(n), ticketDate: CalendarDate(ticketDate) })
      const cancelled = <T extends Ticket>(ticket: T): T => ({ ...ticket, state: 'cancelled' })
      const tickets: Ticket[] = [
        general('2030-05-16', 1),
        general('2030-05-17', 2),
        general('2030-05-17', 3),
        cancelled(general('2030-05-17', 4)),
        cancelled(general('2030-05-15', 5)),
        ticketTo(first, 11),
        ticketTo(second, 12),
        cancelled(ticketTo(second, 13)),
        { ...ticketTo(first, 14), event: { eventId, name, location } },
        { ...ticketTo(CalendarDate('2030-05-19'), 15), event: { eventId, name, location } },
      ]
      for (const ticket of tickets) expect(await sellAlone(servers.one.tickets, ticket)).toEqual(ticket)
      const count = async (date: string) => {
        const counted = await servers.other.tickets.countValid(CalendarDate(date))
        expect(counted.date).toBe(date)
        return [counted.general, counted.event]
      }
      const next = (date: string) => servers.other.tickets.nextDate(CalendarDate(date))
      expect(await Promise.all(['2030-05-14', '2030-05-15', '2030-05-16', '2030-05-17'].map(count))).toEqual([
        [0, 0],
        [0, 0],
        [1, 0],
        [2, 2],
      ])
      expect(await Promise.all(['2030-05-18', '2030-05-19', '2030-05-20'].map(count))).toEqual([
        [0, 1],
        [0, 1],
        [0, 0],
      ])
      expect(['2030-05-15', '2030-05-16']).toContain(await next('1970-01-01'))
      for (const date of ['2030-05-16', '2030-05-17', '2030-05-18', '2030-05-19']) expect(await next(date)).toBe(date)
      expect(await next('2030-05-20')).toBeUndefined()

      await remove(eventId)
      await setDates('2030-05-17')
      expect(await Promise.all(['2030-05-17', '2030-05-18', '2030-05-19'].map(count))).toEqual([
        [2, 1],
        [0, 0],
        [0, 0],
      ])
      await setDates('2030-05-17', '2030-05-18')
      await restore(eventId)
      expect(await Promise.all(['2030-05-17', '2030-05-18', '2030-05-19'].map(count))).toEqual([
        [2, 2],
        [0, 0],
        [0, 1],
      ])
    })

    it('counts no tickets where there are none', async () => {
      expect(await servers.one.tickets.countValid(first)).toEqual({ date: first, general: 0, event: 0 })
      expect(await servers.one.tickets.nextDate(CalendarDate('1970-01-01'))).toBeUndefined()
    })
  })
