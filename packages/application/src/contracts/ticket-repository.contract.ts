import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventId,
  EventLocation,
  EventName,
  Phone,
  Price,
  type Ticket,
  TicketId,
  eventNotFound,
  isRefusal,
  refusedForThatDate,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/domain/examples'
import type { OpenAdapters } from './home.ts'
import { openedForEachTest } from './opened.ts'

const keep = () => undefined
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
/** The n-th ticket to the example's event. */
const ticketTo = (ticketDate: CalendarDate, n: number) =>
  anEventTicket({
    ticketId: TicketId(exampleId(1000 + n)),
    confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
    ticketDate,
  })

/** What any repository of tickets must do. Run it once per adapter. */
export const ticketRepositoryContract = (home: string, open: OpenAdapters) =>
  describe(`tickets kept in ${home}`, () => {
    const at = openedForEachTest(open)
    const stateOf = async ({ ticketId }: Ticket) => (await at.one.tickets.find(ticketId))?.state

    it('gives back exactly what was sold, also to another server', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      const general = aGeneralTicket({ price: Price(9_999_999_999), currency: Currency('JPY') })
      const event = anEventTicket({
        event: { ...aSpecialEvent(), name: EventName('As it was called 🦣'), location: EventLocation('As it was') },
        purchaser: { email: Email('Élodie+Ünal@例え.jp'), phone: Phone('+1(234)-567-8910') },
      })
      const { eventId, name, location } = event.event
      for (const ticket of [general, { ...event, event: { eventId, name, location } }]) {
        expect(await at.one.tickets.add(ticket)).toEqual(ticket)
        expect(await at.one.tickets.find(ticket.ticketId)).toEqual(ticket)
        expect(await at.other.tickets.find(ticket.ticketId)).toEqual(ticket)
      }
    })

    it('does not find what was never sold', async () => {
      expect(await at.one.tickets.find(aGeneralTicket().ticketId)).toBeUndefined()
    })

    it('sells no ticket to an event that does not exist', async () => {
      const ticket = anEventTicket()
      expect(await at.one.tickets.add(ticket)).toEqual(eventNotFound(ticket.event.eventId))
      expect(await at.one.tickets.find(ticket.ticketId)).toBeUndefined()
    })

    it('sells no ticket for a date that the event does not have', async () => {
      await at.one.specialEvents.add(aSpecialEvent({ dates: someDates('2030-05-18') }))
      const ticket = ticketTo(first, 1)
      expect(await at.one.tickets.add(ticket)).toEqual(refusedForThatDate(first))
      expect(await at.one.tickets.find(ticket.ticketId)).toBeUndefined()
    })

    it('stores a ticket once that is added again, since nobody heard how it went', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      for (const ticket of [aGeneralTicket(), ticketTo(first, 1)]) {
        expect(await at.one.tickets.add(ticket)).toEqual(ticket)
        expect(await at.other.tickets.add(ticket)).toEqual(ticket)
        expect(await at.one.tickets.find(ticket.ticketId)).toEqual(ticket)
      }
      await at.one.specialEvents.remove(aSpecialEvent().eventId, keep)
      expect(await at.one.tickets.add(ticketTo(first, 1))).toEqual(ticketTo(first, 1))
      expect(await stateOf(ticketTo(first, 1))).toBe('cancelled')
    })

    it('never lets two tickets share a confirmation code', async () => {
      const [ticket, twin] = [aGeneralTicket(), aGeneralTicket({ ticketId: TicketId(exampleId(7)) })]
      await at.one.tickets.add(ticket)
      expect(await at.other.tickets.add(twin)).toMatchObject({ refusal: 'confirmation-code-taken' })
      expect(await at.one.tickets.find(twin.ticketId)).toBeUndefined()
      await at.one.specialEvents.add(aSpecialEvent())
      const { confirmationCode } = ticket
      expect(await at.one.tickets.add(anEventTicket({ confirmationCode }))).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
    })

    it('cancels the tickets of an event that is removed, and keeps them', async () => {
      const other = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await at.one.specialEvents.add(aSpecialEvent())
      await at.one.specialEvents.add(other)
      const sold = [ticketTo(first, 1), ticketTo(second, 2)]
      const { eventId, name, location } = other
      const others = [aGeneralTicket(), { ...ticketTo(first, 3), event: { eventId, name, location } }]
      for (const ticket of [...sold, ...others]) await at.one.tickets.add(ticket)
      await at.one.specialEvents.remove(aSpecialEvent().eventId, keep)
      for (const ticket of sold)
        expect(await at.one.tickets.find(ticket.ticketId)).toEqual({ ...ticket, state: 'cancelled' })
      for (const ticket of others) expect(await at.one.tickets.find(ticket.ticketId)).toEqual(ticket)
    })

    it('cancels the tickets of a date that is taken from an event, and no others', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      const [gone, stays] = [ticketTo(first, 1), ticketTo(second, 2)]
      for (const ticket of [gone, stays]) await at.one.tickets.add(ticket)
      await at.one.specialEvents.update(aSpecialEvent().eventId, (event) => ({
        ...event,
        name: EventName('Renamed'),
        dates: someDates('2030-05-18', '2030-05-19'),
      }))
      expect(await at.one.tickets.find(gone.ticketId)).toEqual({ ...gone, state: 'cancelled' })
      expect(await at.one.tickets.find(stays.ticketId)).toEqual(stays)
    })

    it('leaves a cancelled ticket cancelled when its date comes back', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      const ticket = ticketTo(first, 1)
      await at.one.tickets.add(ticket)
      const setDates = (...dates: string[]) =>
        at.one.specialEvents.update(aSpecialEvent().eventId, (event) => ({ ...event, dates: someDates(...dates) }))
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      expect(await stateOf(ticket)).toBe('cancelled')
    })

    it.each([
      ['the deletion of its event', () => at.other.specialEvents.remove(aSpecialEvent().eventId, keep)],
      [
        'the removal of its date',
        () =>
          at.other.specialEvents.update(aSpecialEvent().eventId, (event) => ({
            ...event,
            dates: someDates('2030-05-18'),
          })),
      ],
    ])('never leaves a valid ticket behind when a purchase races %s', async (_, cancel) => {
      for (let round = 0; round < 12; round += 1) {
        await at.one.specialEvents.remove(aSpecialEvent().eventId, keep)
        await at.one.specialEvents.add(aSpecialEvent())
        const buyers = Array.from({ length: 8 }, (_, n) => ticketTo(first, round * 100 + n))
        const buy = (ticket: Ticket, n: number) => at[n % 2 === 0 ? 'one' : 'other'].tickets.add(ticket)
        // The canceller sets out in the middle of the queue.
        const early = buyers.slice(0, 4).map(buy)
        const cancelled = cancel()
        const late = buyers.slice(4).map(buy)
        const outcomes = await Promise.all([...early, ...late])
        expect(isRefusal(await cancelled)).toBe(false)
        for (const [n, ticket] of buyers.entries())
          expect(await stateOf(ticket)).toBe(isRefusal(outcomes[n]) ? undefined : 'cancelled')
      }
    })

    it('sells every ticket when two servers sell at once', async () => {
      await at.one.specialEvents.add(aSpecialEvent())
      const tickets = Array.from({ length: 60 }, (_, n) => ticketTo(n % 3 === 0 ? second : first, n))
      const outcomes = await Promise.all(
        tickets.map((ticket, n) => at[n % 2 === 0 ? 'one' : 'other'].tickets.add(ticket)),
      )
      expect(outcomes).toEqual(tickets)
      for (const ticket of tickets) expect(await stateOf(ticket)).toBe('valid')
    })
  })
