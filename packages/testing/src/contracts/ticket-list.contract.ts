import {
  AdmissionId,
  CalendarDate,
  CancellationReason,
  ConfirmationCode,
  Email,
  EntryTimes,
  EventId,
  EventName,
  SpecialEvent,
  type Ticket,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { aNewScan, addScan } from '../in-memory/a-new-scan.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { TicketFilter } from '@museum/application'
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
const soldTo = (email: string, ticket: Ticket): Ticket => ({
  ...ticket,
  purchaser: { email: Email.stored(email) },
})
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const findRefusal = () => undefined
const entryOf = () => anAuditEntry()

/** E-mail addresses, each in all forms by which a search must find it. */
export const addressForms: readonly (readonly [string, ...string[]])[] = [
  ['ada@example.org', 'ADA@EXAMPLE.ORG', 'Ada@Example.Org'],
  ['zoë@example.org', 'ZOË@EXAMPLE.ORG', 'Zoë@example.org', 'zoe\u0308@example.org', 'ZOE\u0308@example.org'],
  ['ünal@example.org', 'ÜNAL@example.org', 'Ünal@Example.org', 'u\u0308nal@example.org'],
  // Combining marks in another order.
  ['li\u1ec7u@example.org', 'lie\u0302\u0323u@example.org', 'lie\u0323\u0302u@example.org', 'LI\u1ec6U@example.org'],
  ['\ud55c@example.org', '\u1112\u1161\u11ab@example.org'],
  ['straße@example.org', 'STRAẞE@example.org', 'Straße@example.org'],
  ['дарья@пример.рф', 'ДАРЬЯ@ПРИМЕР.РФ'],
  ['й@пример.рф', 'И\u0306@пример.рф'],
  // The lower case of Σ is ς at the end of a word.
  ['νίκος@example.org', 'νίκοσ@example.org', 'ΝΊΚΟΣ@example.org', 'νι\u0301κοσ@example.org'],
  ['ada@νήσος.gr', 'ada@νήσοσ.gr', 'ADA@ΝΉΣΟΣ.GR'],
  ['ᾠδή@example.org', 'ᾨδή@example.org', 'ὠ\u0345δη\u0301@example.org'],
  ['ırmak@example.org', 'ıRMAK@example.org'],
  // The lower case of İ is an i and a combining dot above.
  ['İpek@example.org', 'i\u0307pek@example.org', 'İPEK@EXAMPLE.ORG', 'I\u0307pek@example.org'],
  // A Kelvin sign and an Angstrom sign.
  ['kim@example.org', '\u212AIM@example.org', 'KIM@example.org'],
  ['åse@example.org', '\u212Bse@example.org', 'A\u030Ase@example.org'],
  // A browser's field for an e-mail address sends the ASCII form of a domain.
  [
    'kasse@bücher.example',
    'kasse@xn--bcher-kva.example',
    'KASSE@XN--BCHER-KVA.EXAMPLE',
    'kasse@BÜCHER.example',
    'kasse@bu\u0308cher.example',
    'kasse@bücher.example.',
    'kasse@bücher。example',
    'kasse@ｂü\u00adcher.example',
  ],
  ['zoe\u0308@xn--straenfest-83a.example', 'ZOË@straßenfest.example', 'zoë@STRAẞENFEST.example'],
  // Chromium's field sends the ASCII form of νήσοσ.gr for νήσος.gr.
  ['kim@νήσος.gr', 'kim@xn--jxa3ahmd.gr', 'kim@xn--jxa3ahpb.gr'],
  // Labels that are the ASCII form of no text.
  ['ada@xn--bcher-kv!.xn--a.example', 'ADA@XN--BCHER-KV!.XN--A.EXAMPLE'],
  // Addresses that the current rules of a purchase refuse.
  ['a;=1,b|<c>"d"@example.org', 'A;=1,B|<C>"D"@example.org'],
]

/** The tests of the searches and the counts that every `TicketRepository` must pass. Run them once per adapter. */
export const ticketListContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `finding and counting tickets in ${adapter}`, open, ({ it, servers }) => {
    const addEvent = () => servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const setDates = (...dates: string[]) =>
      servers.other.specialEvents.update(
        eventId,
        (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
        entryOf,
      )
    /** Adds tickets at the same time, on two servers. */
    const addAll = async (tickets: readonly Ticket[]) => {
      const add = (ticket: Ticket, n: number) => sellAlone(servers[n % 2 === 0 ? 'one' : 'other'].tickets, ticket)
      expect(await Promise.all(tickets.map(add))).toEqual(tickets)
    }
    const list = (filter: TicketFilter, page = 1, limit = 100) => servers.other.tickets.list(filter, { page, limit })

    it('finds the ticket with a confirmation code, and no other', async () => {
      await addEvent()
      await addAll([eventTicket(1), generalTicket(2)])
      for (const ticket of [eventTicket(1), generalTicket(2)]) {
        const { confirmationCode } = ticket
        expect(await servers.other.tickets.findByConfirmationCode(confirmationCode)).toEqual(ticket)
        expect(await list({ confirmationCodes: [confirmationCode] })).toEqual({ items: [ticket], total: 1 })
      }
      for (const text of ['ticket-event-000003-xxxxx', 'TICKET-EVENT-000001-XXXXX', 'ticket-event-%', '']) {
        const confirmationCode = ConfirmationCode(text)
        expect(await servers.one.tickets.findByConfirmationCode(confirmationCode)).toBeUndefined()
        expect(await list({ confirmationCodes: [confirmationCode] })).toEqual({ items: [], total: 0 })
      }
    })

    it('finds the tickets of a purchaser of any type, page by page, in ascending order of their identifiers', async () => {
      await addEvent()
      const own = range(0, 7).map((n) =>
        soldTo('ada@example.org', n % 2 === 0 ? eventTicket(10 + n, second) : generalTicket(10 + n)),
      )
      const others = ['ada@example.com', 'da@example.org', 'ada@example.orgg', '%', 'ada@exampl_.org'].map((email, n) =>
        soldTo(email.includes('@') ? email : `${email}@example.org`, generalTicket(n)),
      )
      await addAll([...others, ...own.toReversed()])
      const email = Email('ada@example.org')
      expect(await list({ email })).toEqual({ items: own, total: 7 })
      expect(await list({ email }, 1, 3)).toEqual({ items: own.slice(0, 3), total: 7 })
      expect(await list({ email }, 3, 3)).toEqual({ items: own.slice(6), total: 7 })
      expect(await list({ email }, 1, 7)).toEqual({ items: own, total: 7 })
      expect(await list({ email }, 2, 7)).toEqual({ items: [], total: 7 })
      expect(await list({ email }, 999_999_999, 100)).toEqual({ items: [], total: 7 })
      for (const [n, after] of own.entries())
        expect(await servers.other.tickets.list({ email }, { after, limit: 3 })).toEqual({
          items: own.slice(n + 1, n + 4),
        })
      expect(await list({ email: Email('no@example.org') }, 2, 7)).toEqual({ items: [], total: 0 })
    })

    it('finds a ticket that was sold without an address by its code, and by no address', async () => {
      const { purchaser: _, ...ticket } = generalTicket(1)
      await addAll([ticket, generalTicket(2)])
      for (const codes of [
        [ticket.confirmationCode],
        [ConfirmationCode('code-of-no-ticket'), ticket.confirmationCode],
      ] as const)
        expect(await list({ confirmationCodes: codes })).toEqual({ items: [ticket], total: 1 })
      expect(await list({ email: generalTicket(2).purchaser!.email })).toEqual({ items: [generalTicket(2)], total: 1 })
    })

    for (const all of addressForms)
      it(`finds the tickets of ${all[0]} without regard to case, Unicode normalization and the form of its domain, however it was written`, async () => {
        const tickets = all.map((email, n) => soldTo(email, generalTicket(n)))
        await addAll(tickets)
        for (const email of all)
          expect(await list({ email: Email.stored(email) })).toEqual({ items: tickets, total: all.length })
      })

    it('distinguishes letters that differ by more than their case and their normalization, also in domains', async () => {
      const emails = [
        'irmak',
        'ırmak',
        'İrmak',
        'strasse',
        'straße',
        'unal',
        'ünal',
        'ｕnal',
        'fiona',
        'ﬁona',
        'ada',
        'ada.',
        'ādа',
      ]
      const domains = ['straße.example', 'strasse.example', 'xn--bcher-kva.example', 'bucher.example', 'xn--.example']
      const addresses = [...emails.map((email) => `${email}@example.org`), ...domains.map((domain) => `ada@${domain}`)]
      const tickets = addresses.map((email, n) => soldTo(email, generalTicket(n)))
      await addAll(tickets)
      for (const [n, email] of addresses.entries())
        expect(await list({ email: Email.stored(email) })).toEqual({ items: [tickets[n]], total: 1 })
    })

    it('finds the tickets of an address of the greatest length, whose lower case is twice as long', async () => {
      const email = `${'İ'.repeat(252)}@İ`
      const [alike, other] = [email.toLowerCase().slice(0, 254), `${'İ'.repeat(251)}I@İ`]
      const tickets = [soldTo(email, generalTicket(1)), soldTo(other, generalTicket(2))]
      await addAll(tickets)
      expect(alike).toHaveLength(254)
      expect((await list({ email: Email(email) })).items).toEqual([tickets[0]])
      expect((await list({ email: Email(other) })).items).toEqual([tickets[1]])
    })

    it('finds the tickets for a date of an event, page by page, and no others', async () => {
      const another = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await addEvent()
      await servers.one.specialEvents.add(another, anAuditEntry())
      const own = range(0, 5).map((n) => eventTicket(10 + n))
      const ofAnother = { ...eventTicket(21), event: { ...eventTicket(21).event, eventId: another.eventId } }
      await addAll([...own.toReversed(), ofAnother, eventTicket(22, second), generalTicket(23)])
      expect(await list({ eventId, date: first })).toEqual({ items: own, total: 5 })
      expect(await list({ eventId, date: first }, 2, 2)).toEqual({ items: own.slice(2, 4), total: 5 })
      expect(await list({ eventId, date: second })).toEqual({ items: [eventTicket(22, second)], total: 1 })
      expect(await list({ eventId: another.eventId, date: first })).toEqual({ items: [ofAnother], total: 1 })
      expect(await list({ eventId, date: CalendarDate('2030-05-19') })).toEqual({ items: [], total: 0 })
      expect(await list({ eventId: EventId(exampleId(3)), date: first })).toEqual({ items: [], total: 0 })
    })

    it('finds the tickets of a deleted event and of a removed date, cancelled, and of each date that was added again', async () => {
      await addEvent()
      await addAll([eventTicket(1), eventTicket(2, second)])
      await setDates('2030-05-18')
      await setDates('2030-05-17', '2030-05-18')
      const again = { ...eventTicket(3), occurrenceNumber: 3 }
      await addAll([again])
      const cancelled = { ...eventTicket(1), state: 'cancelled' }
      expect(await list({ eventId, date: first })).toEqual({ items: [cancelled, again], total: 2 })
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await list({ eventId, date: first })).toEqual({
        items: [cancelled, { ...again, state: 'cancelled' }],
        total: 2,
      })
      const email = Email('visitor@example.org')
      expect((await list({ email })).items.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
      const { confirmationCode } = again
      expect(await servers.one.tickets.findByConfirmationCode(confirmationCode)).toMatchObject({ state: 'cancelled' })
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await list({ eventId, date: first })).toEqual({ items: [cancelled, again], total: 2 })
    })

    it('reads and counts each ticket once after its date was removed and added again twice, with a ticket for each occurrence', async () => {
      await addEvent()
      const ofSecond = eventTicket(4, second)
      const ofFirst = [1, 3, 5].map((occurrenceNumber, n) => anEventTicket({ ...numbered(1 + n), occurrenceNumber }))
      await addAll([ofSecond])
      for (const [n, ticket] of ofFirst.entries()) {
        await addAll([ticket])
        if (n === 1) await addScan(servers.one.admissions, aNewScan(1, { ticketId: ticket.ticketId }))
        if (n === 2) break
        await setDates('2030-05-18')
        await setDates('2030-05-17', '2030-05-18')
      }
      const expectOnce = async (...states: readonly Ticket['state'][]) => {
        const all = [...ofFirst, ofSecond].map(({ ticketId }, n) => [ticketId, states[n]])
        const stated = (tickets: readonly (Ticket | undefined)[]) =>
          tickets.map((ticket) => [ticket?.ticketId, ticket?.state])
        const { tickets } = servers.other
        const each = [...ofFirst, ofSecond]
        expect(stated(await Promise.all(each.map(({ ticketId }) => tickets.find(ticketId))))).toEqual(all)
        expect(
          stated(
            await Promise.all(each.map(({ confirmationCode }) => tickets.findByConfirmationCode(confirmationCode))),
          ),
        ).toEqual(all)
        const { email } = ofSecond.purchaser!
        for (const [filter, listed] of [
          [{ email }, all],
          [{ eventId, date: first }, all.slice(0, 3)],
        ] as const) {
          const { items, total } = await list(filter)
          expect([stated(items), total]).toEqual([listed, listed.length])
        }
        expect(stated((await tickets.ofEvent(eventId, undefined, 9)).map(({ ticket }) => ticket))).toEqual(all)
        const count = (state: Ticket['state']) => states.slice(0, 3).filter((other) => other === state).length
        expect(await tickets.countValid(first)).toEqual({ date: first, general: 0, event: count('valid') })
        const { name: eventName } = aSpecialEvent()
        const [sold, admitted] = [count('valid') + count('admitted'), count('admitted')]
        expect(await tickets.countAttendance(first)).toEqual([
          { ticketType: 'event', eventId, eventName, sold, admitted },
        ])
      }
      await expectOnce('cancelled', 'admitted', 'valid', 'valid')
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      await expectOnce('cancelled', 'admitted', 'cancelled', 'cancelled')
      await servers.one.specialEvents.restore(eventId, entryOf)
      await expectOnce('cancelled', 'admitted', 'valid', 'valid')
    })

    it('counts the tickets of a date by entry time, where some have one', async () => {
      const { revision } = await servers.one.museumHours.schedule(first, first)
      await addEvent()
      await addAll([generalTicket(1), eventTicket(2)])
      const entryTimes = { ...EntryTimes.none, rule: { every: 60, lastEntry: 60 } }
      await servers.one.museumHours.replaceEntryTimes(entryTimes, revision, anAuditEntry())
      const [ten, eleven] = [TimeOfDay('10:00'), TimeOfDay('11:00')]
      await addAll([eleven, ten, ten].map((entryTime, n) => Object.assign(generalTicket(3 + n), { entryTime })))
      await addScan(servers.one.admissions, aNewScan(1, { ticketId: numbered(4).ticketId }))
      const counts = await servers.other.tickets.countAttendance(first)
      expect(counts.find(({ ticketType }) => ticketType === 'general')).toEqual({
        ticketType: 'general',
        sold: 4,
        admitted: 1,
        entryTimes: [
          { entryTime: null, sold: 1, admitted: 0 },
          { entryTime: ten, sold: 2, admitted: 1 },
          { entryTime: eleven, sold: 1, admitted: 0 },
        ],
      })
      const { name: eventName } = aSpecialEvent()
      expect(counts.find(({ ticketType }) => ticketType === 'event')).toEqual({
        ticketType: 'event',
        eventId,
        eventName,
        sold: 1,
        admitted: 0,
      })
    })

    it('returns the tickets of an event, page by page, by date and identifier, and no others', async () => {
      const another = aSpecialEvent({ eventId: EventId(exampleId(2)) })
      await addEvent()
      await servers.one.specialEvents.add(another, anAuditEntry())
      const own = [eventTicket(14), eventTicket(16), eventTicket(17), eventTicket(11, second), eventTicket(15, second)]
      const ofAnother = { ...eventTicket(13), event: { ...eventTicket(13).event, eventId: another.eventId } }
      await addAll([...own.toReversed(), ofAnother, generalTicket(12)])
      const page = async (after: number | undefined, limit: number) => {
        const position = after === undefined ? undefined : own[after]
        return (await servers.other.tickets.ofEvent(eventId, position, limit)).map(({ ticket }) =>
          own.indexOf(own.find(({ ticketId }) => ticketId === ticket.ticketId)!),
        )
      }
      expect(await servers.other.tickets.ofEvent(eventId, undefined, 9)).toEqual(own.map((ticket) => ({ ticket })))
      expect(await page(undefined, 2)).toEqual([0, 1])
      expect(await page(1, 2)).toEqual([2, 3])
      expect(await page(2, 9)).toEqual([3, 4])
      expect(await page(4, 9)).toEqual([])
      expect(await servers.other.tickets.ofEvent(EventId(exampleId(3)), undefined, 9)).toEqual([])
    })

    it('returns the tickets of a deleted event with the time and the kind of each cancellation, and the reason of an individual one', async () => {
      await addEvent()
      const [returned, lost, deleted, admitted] = [1, 2, 3, 4].map((n) => eventTicket(n, n === 2 ? second : first))
      await addAll([returned!, lost!, deleted!, admitted!])
      const admissionId = AdmissionId(exampleId(900))
      const scan = aNewScan(1, { ticketId: admitted!.ticketId, admissionId })
      await addScan(servers.one.admissions, scan)
      const reason = CancellationReason('Returned')
      await servers.one.tickets.cancel(returned!.ticketId, findRefusal, () => anAuditEntry(), reason)
      await setDates('2030-05-17')
      const found = async () => {
        const tickets = await servers.other.tickets.ofEvent(eventId, undefined, 9)
        return tickets.map(({ ticket: { ticketId, state }, cancellation }) =>
          cancellation === undefined ? [ticketId, state] : [ticketId, state, cancellation.cause, cancellation.reason],
        )
      }
      const [byItself, ofDate] = [
        [returned!.ticketId, 'cancelled', 'ticket', 'Returned'],
        [lost!.ticketId, 'cancelled', 'date', undefined],
      ]
      expect(await found()).toEqual([byItself, [deleted!.ticketId, 'valid'], [admitted!.ticketId, 'admitted'], ofDate])
      const tickets = await servers.other.tickets.ofEvent(eventId, undefined, 9)
      expect(tickets.map(({ cancellation }) => typeof cancellation?.at)).toEqual([
        'number',
        'undefined',
        'undefined',
        'number',
      ])
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await found()).toEqual([
        byItself,
        [deleted!.ticketId, 'cancelled', 'event', undefined],
        [admitted!.ticketId, 'admitted'],
        ofDate,
      ])
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await found()).toEqual([byItself, [deleted!.ticketId, 'valid'], [admitted!.ticketId, 'admitted'], ofDate])
    })

    it('counts the valid and the admitted tickets of a date for general entry and each event, with its current name', async () => {
      const another = aSpecialEvent({ eventId: EventId(exampleId(2)), name: EventName('Another') })
      await addEvent()
      await servers.one.specialEvents.add(another, anAuditEntry())
      const ofAnother = { ...eventTicket(7), event: { ...eventTicket(7).event, eventId: another.eventId } }
      const ofFirst = [1, 2, 3].map((n) => eventTicket(n))
      const general = [4, 5, 6].map((n) => generalTicket(n))
      await addAll([...ofFirst, ...general, ofAnother, eventTicket(8, second), generalTicket(9, second)])
      /** The counts of general entry, the event and the other event. */
      const counted = async (date = first, name = aSpecialEvent().name, server: 'one' | 'other' = 'other') => {
        const counts = await servers[server].tickets.countAttendance(date)
        const found = [
          counts.find(({ ticketType }) => ticketType === 'general'),
          ...[aSpecialEvent({ name }), another].map((event) =>
            counts.find((each) => each.ticketType === 'event' && each.eventId === event.eventId),
          ),
        ]
        // None is listed twice.
        expect(found.filter((each) => each !== undefined)).toHaveLength(counts.length)
        const shown = found.map((each) => each && [each.sold, each.admitted])
        for (const [n, eventName] of [name, another.name].entries())
          if (found[n + 1]) expect(found[n + 1]).toMatchObject({ ticketType: 'event', eventName })
        return shown
      }
      const admit = async (n: number) => {
        const scan = aNewScan(n, { ticketId: numbered(n).ticketId })
        expect(await addScan(servers.one.admissions, scan)).toMatchObject({ isAdmitted: true })
        return scan.admissionId
      }
      const cancel = (n: number) => servers.other.tickets.cancel(numbered(n).ticketId, findRefusal, entryOf)
      const ofSecond = [[1, 0], [1, 0], undefined]
      expect(await counted()).toEqual([
        [3, 0],
        [3, 0],
        [1, 0],
      ])
      expect(await counted(second)).toEqual(ofSecond)
      expect(await servers.one.tickets.countAttendance(CalendarDate('2030-05-19'))).toEqual([])
      const admission = await admit(1)
      await admit(4)
      expect(await counted()).toEqual([
        [3, 1],
        [3, 1],
        [1, 0],
      ])
      for (const n of [2, 5, 7]) await cancel(n)
      expect(await counted()).toEqual([[2, 1], [2, 1], undefined])

      // Of the event's tickets for this date, one is admitted, one cancelled, and one valid until the date is removed.
      await setDates('2030-05-18')
      expect(await counted()).toEqual([[2, 1], [1, 1], undefined])
      await setDates('2030-05-17', '2030-05-18')
      await addAll([{ ...eventTicket(10), occurrenceNumber: 3 }])
      expect(await counted()).toEqual([[2, 1], [2, 1], undefined])
      expect(await counted(second)).toEqual(ofSecond)
      const renamed = EventName('Renamed')
      await servers.one.specialEvents.update(eventId, (event) => SpecialEvent.update(event, { name: renamed }), entryOf)
      const ofRenamed = {
        ...eventTicket(11),
        event: { ...eventTicket(11).event, name: renamed },
        occurrenceNumber: 3,
      }
      expect(await sellAlone(servers.one.tickets, ofRenamed)).toEqual(ofRenamed)
      expect(await counted(first, renamed)).toEqual([[2, 1], [3, 1], undefined])
      await servers.one.specialEvents.remove(eventId, findRefusal, entryOf)
      expect(await counted(first, renamed)).toEqual([[2, 1], [1, 1], undefined])
      expect(await counted(second, renamed, 'one')).toEqual([[1, 0], undefined, undefined])
      await servers.one.admissions.revert(admission, entryOf)
      expect(await counted(first, renamed)).toEqual([[2, 1], undefined, undefined])
      await servers.one.specialEvents.restore(eventId, entryOf)
      expect(await counted(first, renamed)).toEqual([[2, 1], [2, 0], undefined])
      expect(await counted(second, renamed, 'one')).toEqual(ofSecond)
    })
  })
