import {
  AdmissionId,
  CalendarDate,
  Capacity,
  ConfirmationCode,
  Instant,
  SpecialEvent,
  Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { addScan } from '../in-memory/a-new-scan.ts'
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
const generalTicket = (n: number) => aGeneralTicket(numbered(n))
const findRefusal = () => undefined
const servers = ['one', 'other'] as const

/** The tests of the cancellation that every `TicketRepository` must pass. Run them once per adapter. */
export const ticketCancellationContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `cancelling a ticket in ${adapter}`, open, ({ it, servers: opened }) => {
    const about = ({ ticketId }: Pick<Ticket, 'ticketId'>) => ({ kind: 'ticket', id: ticketId }) as const
    const cancel = (ticket: Ticket, server: 'one' | 'other' = 'one') =>
      opened[server].tickets.cancel(ticket.ticketId, Ticket.cancellationRefusal, ({ state }) =>
        anAuditEntry({
          operation: 'cancelTicket',
          subject: about(ticket),
          before: { state },
          after: { state: 'cancelled' },
        }),
      )
    const scan = (ticket: Ticket, n: number, server: 'one' | 'other' = 'one') =>
      addScan(opened[server].admissions, {
        admissionId: AdmissionId(exampleId(5000 + n)),
        at: Instant(Date.UTC(2030, 4, 17, 10)),
        date: first,
        ticketId: ticket.ticketId,
        scannedBy: 'scanner',
        isOffline: false,
      })
    const entriesAbout = async (ticket: Ticket) =>
      (await opened.one.audit.list({ about: about(ticket) }, { page: 1, limit: 100 })).items
    const cancelled = (ticket: Ticket) => ({ ...ticket, state: 'cancelled' })
    /** Sells the event's tickets under a capacity. */
    const sellUnderCapacity = async (...tickets: readonly Ticket[]) => {
      await opened.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      await opened.one.capacities.setForEvent(eventId, Capacity(10), () => anAuditEntry())
      for (const ticket of tickets) expect(await sellAlone(opened.one.tickets, ticket)).toEqual(ticket)
    }
    const setDates = (...dates: string[]) =>
      opened.other.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        () => anAuditEntry(),
      )
    const soldOn = async (date: CalendarDate) => {
      const places = await opened.other.capacities.availabilityOfEvent(eventId)
      if (isRefusal(places)) throw new Error(JSON.stringify(places))
      return places.find((each) => each.date === date)?.sold
    }

    it('takes effect once, with one audit entry and one place given back, when 8 cancellations run at once on two servers', async () => {
      const [ticket, kept] = [eventTicket(1), eventTicket(2)]
      await sellUnderCapacity(ticket, kept)
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => cancel(ticket, servers[n % 2])))
      expect(outcomes).toEqual(Array.from({ length: 8 }, () => cancelled(ticket)))
      expect(await opened.other.tickets.find(ticket.ticketId)).toEqual(cancelled(ticket))
      expect(await opened.other.tickets.find(kept.ticketId)).toEqual(kept)
      expect(await soldOn(first)).toBe(1)
      expect(await entriesAbout(ticket)).toMatchObject([
        { operation: 'cancelTicket', before: { state: 'valid' }, after: { state: 'cancelled' } },
      ])
      expect(await entriesAbout(kept)).toEqual([])
    })

    it('takes effect for a ticket for general entry, and for one without a capacity', async () => {
      await opened.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      for (const ticket of [generalTicket(1), eventTicket(2)]) {
        await sellAlone(opened.one.tickets, ticket)
        expect(await cancel(ticket, 'other')).toEqual(cancelled(ticket))
        expect(await cancel(ticket)).toEqual(cancelled(ticket))
        expect(await opened.one.tickets.find(ticket.ticketId)).toEqual(cancelled(ticket))
        expect(await entriesAbout(ticket)).toHaveLength(1)
      }
    })

    it('changes nothing when findRefusal refuses it', async () => {
      const ticket = eventTicket(1)
      await sellUnderCapacity(ticket)
      const refusal = { refusal: 'ticket-admitted', because: 'It was used.' } as const
      const asked: Ticket[] = []
      const outcome = await opened.one.tickets.cancel(
        ticket.ticketId,
        (current) => {
          asked.push(current)
          return refusal
        },
        () => anAuditEntry({ subject: about(ticket) }),
      )
      expect(outcome).toEqual(refusal)
      expect(asked).toEqual([ticket])
      expect(await opened.other.tickets.find(ticket.ticketId)).toEqual(ticket)
      expect(await soldOn(first)).toBe(1)
      expect(await entriesAbout(ticket)).toEqual([])
      expect((await opened.one.ticketRevocations.list(first, Instant(0))).tickets).toEqual([])
    })

    it('does not call findRefusal, and writes no entry, for a ticket that is already cancelled individually', async () => {
      const ticket = eventTicket(1)
      await sellUnderCapacity(ticket)
      await cancel(ticket)
      const outcome = await opened.other.tickets.cancel(
        ticket.ticketId,
        () => ({ refusal: 'ticket-admitted', because: '' }) as const,
        () => anAuditEntry({ subject: about(ticket) }),
      )
      expect(outcome).toEqual(cancelled(ticket))
      expect(await entriesAbout(ticket)).toHaveLength(1)
      expect(await soldOn(first)).toBe(0)
    })

    it('returns ticket-not-found for a ticket that does not exist', async () => {
      expect(await cancel(eventTicket(1))).toEqual(Ticket.notFound(eventTicket(1).ticketId))
    })

    it('stores nothing when the audit entry cannot be made', async () => {
      const ticket = eventTicket(1)
      await sellUnderCapacity(ticket)
      const failing = opened.one.tickets.cancel(ticket.ticketId, findRefusal, () => {
        throw new Error('no entry')
      })
      await expect(failing).rejects.toThrow('no entry')
      expect(await opened.other.tickets.find(ticket.ticketId)).toEqual(ticket)
      expect(await soldOn(first)).toBe(1)
      expect((await opened.one.ticketRevocations.list(first, Instant(0))).tickets).toEqual([])
    })

    it('cancels individually a ticket of a removed date or a deleted event, so that no restoration makes it valid', async () => {
      const [ofDate, ofEvent, kept] = [eventTicket(1), eventTicket(2, second), eventTicket(3, second)]
      await sellUnderCapacity(ofDate, ofEvent, kept)
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      expect(await cancel(ofDate)).toEqual(cancelled(ofDate))
      await opened.one.specialEvents.remove(eventId, findRefusal, () => anAuditEntry())
      for (const server of servers) expect(await cancel(ofEvent, server)).toEqual(cancelled(ofEvent))
      for (const ticket of [ofDate, ofEvent])
        expect(await entriesAbout(ticket)).toMatchObject([
          { before: { state: 'cancelled' }, after: { state: 'cancelled' } },
        ])
      await opened.one.specialEvents.restore(eventId, () => anAuditEntry())
      expect(await opened.other.tickets.find(ofEvent.ticketId)).toEqual(cancelled(ofEvent))
      expect(await opened.other.tickets.find(kept.ticketId)).toEqual(kept)
      expect(await soldOn(first)).toBe(0)
      expect(await soldOn(second)).toBe(1)
    })

    it('gives a place back to the occurrence of its ticket, and to no other, however its date and its event were removed meanwhile', async () => {
      const old = [1, 2, 3, 4].map((n) => eventTicket(n))
      await sellUnderCapacity(...old, eventTicket(5, second))
      await setDates('2030-05-18')
      await cancel(old[0]!)
      await setDates('2030-05-17', '2030-05-18')
      const again = [6, 7, 8].map((n) => anEventTicket({ ...numbered(n), occurrenceNumber: 3 }))
      for (const ticket of again) expect(await sellAlone(opened.one.tickets, ticket)).toEqual(ticket)
      await cancel(old[1]!)
      expect(await soldOn(first)).toBe(3)
      await cancel(again[0]!)
      expect(await soldOn(first)).toBe(2)
      await opened.one.specialEvents.remove(eventId, findRefusal, () => anAuditEntry())
      for (const ticket of [old[2]!, again[1]!]) await cancel(ticket, 'other')
      await opened.one.specialEvents.restore(eventId, () => anAuditEntry())
      expect([await soldOn(first), await soldOn(second)]).toEqual([1, 1])
      await cancel(old[3]!)
      expect(await soldOn(first)).toBe(1)
      for (const ticket of [...old, ...again]) await cancel(ticket)
      expect([await soldOn(first), await soldOn(second)]).toEqual([0, 1])
    })

    it('is refused for an admitted ticket, until its admission is reverted', async () => {
      const ticket = eventTicket(1)
      await sellUnderCapacity(ticket)
      await scan(ticket, 1)
      expect(await cancel(ticket, 'other')).toMatchObject({ refusal: 'ticket-admitted' })
      expect(await opened.one.tickets.find(ticket.ticketId)).toMatchObject({ state: 'admitted' })
      expect(await soldOn(first)).toBe(1)
      expect(await entriesAbout(ticket)).toEqual([])
      await opened.one.admissions.revert(AdmissionId(exampleId(5001)), () => anAuditEntry())
      expect(await cancel(ticket, 'other')).toEqual(cancelled(ticket))
      expect(await scan(ticket, 2)).toMatchObject({ isAdmitted: false, reason: 'cancelled' })
      expect(await soldOn(first)).toBe(0)
    })

    it('and a scan at the same time never both succeed', async () => {
      const tickets = Array.from({ length: 24 }, (_, n) => eventTicket(n))
      await opened.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      for (const [n, ticket] of tickets.entries()) {
        await sellAlone(opened.one.tickets, ticket)
        const [cancellation, admission] = await Promise.all(
          n % 2 === 0
            ? [cancel(ticket), scan(ticket, n, 'other')]
            : [scan(ticket, n, 'other'), cancel(ticket)].toReversed(),
        )
        const isCancelled = !isRefusal(cancellation)
        expect(admission).toMatchObject({ isAdmitted: !isCancelled })
        expect(await opened.other.tickets.find(ticket.ticketId)).toMatchObject({
          state: isCancelled ? 'cancelled' : 'admitted',
        })
        expect(await entriesAbout(ticket)).toHaveLength(isCancelled ? 1 : 0)
        const { tickets: revoked } = await opened.one.ticketRevocations.list(first, Instant(0))
        expect(revoked.includes(ticket.ticketId)).toBe(isCancelled)
      }
    })
  })
