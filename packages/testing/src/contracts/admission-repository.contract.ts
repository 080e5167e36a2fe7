import {
  CalendarDate,
  ConfirmationCode,
  EntryTimes,
  Gate,
  Instant,
  OrderId,
  ScanId,
  type ScanRefusalReason,
  ScannedCode,
  SpecialEvent,
  Ticket,
  TicketId,
  TimeOfDay,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '../examples/index.ts'
import { type LoggedScan, type ScanFilter, ScanOutcome, ScannedTicket } from '@museum/application'
import { aMuseum } from '../in-memory/a-museum.ts'
import { aNewScan, addScan } from '../in-memory/a-new-scan.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { sellAlone } from '../in-memory/a-sale.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const firstPage = { page: 1, limit: 100 }
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1_000 + n)),
  confirmationCode: ConfirmationCode(`ticket-${String(n).padStart(6, '0')}-xxxxx`),
})
const ticket = (n: number) => aGeneralTicket(numbered(n))
const [ticketId, otherTicketId] = [ticket(0).ticketId, ticket(1).ticketId]
const scanId = (n: number) => ScanId(exampleId(9_000 + n))
const [north, south] = [Gate('North door'), Gate('South door')]
const range = (length: number) => Array.from({ length }, (_, n) => n)
const serverOf = (n: number) => (n % 2 === 0 ? 'one' : 'other')
const admittedBy = ({ admissionId }: PreparedScan) => expect.objectContaining({ isAdmitted: true, admissionId })
const refusedAs = (reason: ScanRefusalReason) => expect.objectContaining({ isAdmitted: false, reason })
const isAdmitted = (outcome: unknown) => 'admissionId' in (outcome as object)
/** Whether it is the response to an earlier scan with the same scanId. */
const isEarlier = (outcome: unknown) => 'scanId' in (outcome as object)
const admissionNotFound = expect.objectContaining({ refusal: 'admission-not-found' })
const entryOf = () => anAuditEntry({ operation: 'revertAdmission', subject: { kind: 'ticket', id: ticketId } })

type PreparedScan = ReturnType<typeof aNewScan>
/** The n-th scan of the first ticket, which admits its holder. */
const scan = (n: number, but: Parameters<typeof aNewScan>[1] = {}) => aNewScan(n, { ticketId, ...but })
/** The members of a scan whose response is stored. */
const answer = (id: ScanId, request: string) => ({ scanId: id, request })

/** The row of a scan in the log. */
const logged = ({
  reason,
  admissionId,
  at,
  date,
  gate,
  scannedBy,
  isOffline,
  ticketId: scanned,
}: PreparedScan): LoggedScan => ({
  admissionId,
  at,
  date,
  scannedBy,
  isOffline,
  ...(gate !== undefined && { gate }),
  ...(scanned !== undefined && { ticketId: scanned }),
  ...(reason !== undefined && { reason }),
  isEntry: reason === undefined || (isOffline && reason === 'already-admitted'),
})

/** The tests that every `AdmissionRepository` must pass, together with the repositories of the same store. Run them once per adapter. */
export const admissionRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the admission repository in ${adapter}`, open, ({ describe, it, servers }) => {
    const add = (added: PreparedScan, server: 'one' | 'other' = 'one') => addScan(servers[server].admissions, added)
    const revert = ({ admissionId }: PreparedScan, server: 'one' | 'other' = 'one') =>
      servers[server].admissions.revert(admissionId, entryOf)
    const sell = async (...tickets: readonly Ticket[]) => {
      await servers.one.specialEvents.add(aSpecialEvent(), anAuditEntry())
      for (const each of tickets) expect(await sellAlone(servers.one.tickets, each)).toEqual(each)
    }
    /** Sells a ticket with an entry time, which the museum has only meanwhile. */
    const sellTimed = async (timed: Ticket & Readonly<{ entryTime: TimeOfDay }>) => {
      const { schedule, replaceEntryTimes } = servers.one.museumHours
      const { revision } = await schedule(CalendarDate.first, CalendarDate.first)
      const rule = { times: [timed.entryTime], length: 30 }
      await replaceEntryTimes({ ...EntryTimes.none, rule }, revision, anAuditEntry())
      expect(await sellAlone(servers.one.tickets, timed)).toEqual(timed)
      await replaceEntryTimes(EntryTimes.none, revision + 1, anAuditEntry())
    }
    const find = (id = ticketId) => servers.other.tickets.find(id)
    const cancel = (id = ticketId, server: 'one' | 'other' = 'one') =>
      servers[server].tickets.cancel(id, Ticket.cancellationRefusal, () => anAuditEntry())
    const list = async (filter: ScanFilter = {}) => (await servers.other.admissions.list(filter, firstPage)).items
    const audited = async () => (await servers.one.audit.list({ about: { kind: 'ticket' } }, firstPage)).items
    const admissionOf = ({ admissionId, at, gate }: PreparedScan) => ({
      admissionId,
      at,
      ...(gate !== undefined && { gate }),
    })
    /** The scans in the log that are the admission of the ticket. */
    const admissionsOf = async (id = ticketId) => list({ ticketId: id, isAdmitted: true })
    /** Expects that this scan, or none, is the admission of the ticket, on the ticket and in the log. */
    const expectAdmission = async (scanned: PreparedScan | undefined, id = ticketId) => {
      expect((await find(id))?.admission).toEqual(scanned && admissionOf(scanned))
      expect(await admissionsOf(id)).toEqual(scanned === undefined ? [] : [logged(scanned)])
    }

    describe('a scan that admits', () => {
      it('is stored with the admission of its ticket, exactly as it was given', async () => {
        await sell(ticket(0))
        const request = JSON.stringify([`🦣 é \\ ' " % _ \ud800 \u0000`, null, 'x'.repeat(1_000)])
        const scanned = scan(1, {
          at: Instant(Number.MAX_SAFE_INTEGER),
          gate: Gate(`${'🚪'.repeat(99)} `),
          scannedBy: `Ōmura 🗝️ ${'é'.repeat(200)} `,
          isOffline: true,
          ...answer(scanId(1), request),
        })
        const outcome = {
          isAdmitted: true,
          admissionId: scanned.admissionId,
          ticket: ScannedTicket.of(ticket(0)),
        } as const
        expect(await add(scanned)).toEqual(outcome)
        expect(await find()).toEqual({ ...ticket(0), state: 'admitted', admission: admissionOf(scanned) })
        expect(await list()).toEqual([logged(scanned)])
        expect(await servers.other.admissions.findResponse(scanId(1))).toEqual({ scanId: scanId(1), request, outcome })
        expect(await servers.other.admissions.findResponse(scanId(2))).toBeUndefined()
      })

      it('has the outcome that is decided on the state of its ticket when the scan is stored', async () => {
        await sell(anEventTicket())
        const { ticketId: id } = anEventTicket()
        const tickets: (Ticket | undefined)[] = []
        const outcome = {
          isAdmitted: false,
          reason: 'already-admitted',
          detail: `🦣 ' " \\`,
          ticket: ScannedTicket.of(anEventTicket()),
          first: { at: Instant(Number.MAX_SAFE_INTEGER), gate: null },
        } as const
        const addAs = (n: number, ofTicket: TicketId | undefined) => {
          const { ticketId: _, ...unnamed } = scan(n, answer(scanId(n), String(n)))
          return servers.one.admissions.add({ ...unnamed, ...(ofTicket && { ticketId: ofTicket }) }, (found) => {
            tickets[n] = found
            return outcome
          })
        }
        expect(await addAs(0, id)).toEqual(outcome)
        expect(await servers.other.admissions.findResponse(scanId(0))).toMatchObject({ outcome })
        await add(scan(10, { ticketId: id }))
        await addAs(1, id)
        await servers.one.admissions.revert(scan(10).admissionId, entryOf)
        await servers.one.specialEvents.remove(aSpecialEvent().eventId, () => undefined, entryOf)
        await addAs(2, id)
        await addAs(3, TicketId(exampleId(999)))
        await addAs(4, undefined)
        expect(tickets.map((found) => found?.state)).toEqual(['valid', 'admitted', 'cancelled', undefined, undefined])
        expect(tickets[0]).toEqual(anEventTicket())
      })

      it('is logged with the entry time of its ticket, and with whether it admitted only because it was to do so at any time', async () => {
        const entryTime = TimeOfDay('10:30')
        await sell(ticket(1))
        await sellTimed({ ...ticket(0), entryTime })
        await add(scan(1, { reason: 'too-early' }))
        const { admissionId, ...scanned } = scan(2)
        const outcome = { isAdmitted: true, admissionId, anyTime: true } as const
        await servers.one.admissions.add({ admissionId, ...scanned }, (found) => ({
          ...outcome,
          ticket: ScannedTicket.of(found!),
        }))
        await add(scan(3, { ticketId: otherTicketId }))
        const admitted = { ...logged(scan(2)), entryTime, anyTime: true }
        const early = { ...logged(scan(1, { reason: 'too-early' })), entryTime }
        expect(await list()).toEqual([logged(scan(3, { ticketId: otherTicketId })), admitted, early])
        expect(await revert(scan(2))).toEqual(admitted)
        expect(await list({ ticketId, isAdmitted: false })).toEqual([
          { ...admitted, reason: 'reverted', isEntry: false },
          early,
        ])
      })

      it('stands under the date of its ticket where that is the new date, and otherwise under the day of the gate', async () => {
        const newDate = CalendarDate('2030-05-18')
        await sell(ticket(0), aGeneralTicket({ ...numbered(1), ticketDate: newDate }))
        const ofNight = { newDate, at: Instant(Date.UTC(2030, 4, 18)) }
        await add(scan(1, ofNight))
        await add(scan(2, { ...ofNight, ticketId: otherTicketId }))
        await add(scan(3, { ...ofNight, ticketId: otherTicketId, reason: 'wrong-event' }))
        await add(scan(4, { ...ofNight, ticketId: undefined }))
        const { date: day } = scan(1)
        const dates = (await list()).map(({ admissionId, date }) => [admissionId, date])
        expect(new Map(dates as [string, CalendarDate][])).toEqual(
          new Map(
            (
              [
                [1, day],
                [2, newDate],
                [3, newDate],
                [4, day],
              ] as const
            ).map(([n, date]) => [scan(n).admissionId, date]),
          ),
        )
        expect((await servers.one.admissions.count(newDate)).admitted).toBe(1)
        const offline = scan(5, { ...ofNight, ticketId: otherTicketId, isOffline: true, reason: 'already-admitted' })
        await add(offline)
        expect(await list({ isConflict: true, date: day })).toEqual([])
        expect((await list({ isConflict: true, date: newDate })).map(({ admissionId }) => admissionId)).toContain(
          offline.admissionId,
        )
      })

      it('may have no gate and no stored response', async () => {
        await sell(ticket(0))
        expect(await add(scan(1, { at: Instant(0) }))).toEqual(admittedBy(scan(1)))
        expect((await find())?.admission).toEqual({ admissionId: scan(1).admissionId, at: 0 })
        expect(await list()).toEqual([logged(scan(1, { at: Instant(0) }))])
      })

      it('is one of forty scans of a ticket at two servers at the same time', async () => {
        await sell(ticket(0))
        const scans = range(40).map((n) => scan(n))
        const outcomes = await Promise.all(scans.map((each, n) => add(each, serverOf(n))))
        const admitted = scans.filter((_, n) => isAdmitted(outcomes[n]))
        expect(admitted).toHaveLength(1)
        const { at } = admitted[0]!
        const refused = { reason: 'already-admitted', first: { at, gate: null } }
        expect(outcomes.filter((each) => !isAdmitted(each))).toMatchObject(range(39).map(() => refused))
        await expectAdmission(admitted[0])
        expect(await list()).toHaveLength(40)
      })

      it('is one of several scans of each ticket when many tickets are scanned in different orders at the same time', async () => {
        const count = 24
        await sell(...range(count).map(ticket))
        const scansAt = (server: number) =>
          range(count)
            .map((n) => (server % 2 === 0 ? n : count - 1 - n))
            .map((n) => scan(server * 100 + n, numbered(n)))
        const scans = range(4).flatMap((server) => scansAt(server).map((each) => [each, serverOf(server)] as const))
        const outcomes = await Promise.all(scans.map(([each, server]) => add(each, server)))
        for (const n of range(count)) {
          const admitted = scans.filter(([each], k) => each.ticketId === ticket(n).ticketId && isAdmitted(outcomes[k]))
          expect(admitted).toHaveLength(1)
          await expectAdmission(admitted[0]![0], ticket(n).ticketId)
        }
        expect((await servers.one.admissions.list({}, firstPage)).total).toBe(4 * count)
      })

      it('is stored although other scans at the same time do not admit, or are not stored', async () => {
        const [first, second, third, fourth] = [ticket(2), ticket(3), ticket(4), ticket(5)]
        await sell(ticket(0), ticket(1), first, second, third, fourth)
        await cancel(otherTicketId)
        await add(scan(50, { ...answer(scanId(1), 'earlier') }))
        await add(scan(60, { ticketId: fourth.ticketId }))
        const added: readonly [PreparedScan, unknown][] = [
          [scan(51, { ticketId: first.ticketId }), admittedBy(scan(51))],
          [scan(52, { ticketId: otherTicketId }), refusedAs('cancelled')],
          [scan(53, { ticketId: TicketId(exampleId(999)) }), refusedAs('unknown-ticket')],
          [
            scan(54, { ticketId: second.ticketId, ...answer(scanId(1), 'later') }),
            expect.objectContaining(answer(scanId(1), 'earlier')),
          ],
          [scan(55, { ticketId: third.ticketId }), admittedBy(scan(55))],
          [scan(56, { reason: 'wrong-event' }), refusedAs('wrong-event')],
          [scan(57, { ticketId: fourth.ticketId, isOffline: true }), admittedBy(scan(57))],
        ]
        expect(await Promise.all(added.map(([each]) => add(each)))).toEqual(added.map(([, result]) => result))
        await expectAdmission(scan(51, { ticketId: first.ticketId }), first.ticketId)
        await expectAdmission(undefined, second.ticketId)
        await expectAdmission(scan(57, { ticketId: fourth.ticketId, isOffline: true }), fourth.ticketId)
        await expectAdmission(scan(55, { ticketId: third.ticketId }), third.ticketId)
        expect((await list()).map(({ admissionId, reason }) => [admissionId, reason])).toEqual(
          [
            [60, 'already-admitted'] as const,
            [57] as const,
            [56, 'wrong-event'] as const,
            [55] as const,
            [53, 'unknown-ticket'] as const,
            [52, 'cancelled'] as const,
            [51] as const,
            [50] as const,
          ].map(([n, reason]) => [scan(n).admissionId, reason]),
        )
      })

      it('and a cancellation at the same time never both succeed', async () => {
        const count = 24
        await sell(...range(count).map(ticket))
        const outcomes = await Promise.all(
          range(count).flatMap((n) => {
            const added = () => add(scan(n, numbered(n)), serverOf(n))
            const cancelled = () => cancel(ticket(n).ticketId, serverOf(n + 1))
            return n % 3 === 0 ? [cancelled(), added()] : [added(), cancelled()]
          }),
        )
        for (const n of range(count)) {
          const both = outcomes.slice(2 * n, 2 * n + 2)
          const admits = both.some(isAdmitted)
          expect(both).toContainEqual(
            admits ? expect.objectContaining({ refusal: 'ticket-admitted' }) : refusedAs('cancelled'),
          )
          expect(await find(ticket(n).ticketId)).toMatchObject({ state: admits ? 'admitted' : 'cancelled' })
          await expectAdmission(admits ? scan(n, numbered(n)) : undefined, ticket(n).ticketId)
        }
      })
    })

    describe('a scan of the tickets of an order', () => {
      const count = 6
      const numbers = range(count)
      /** The n-th press, with the code of one of the tickets. */
      const press = (n: number, scanned: number, but: Parameters<typeof aNewScan>[1] = {}) =>
        scan(100 * n, {
          ticketId: ticket(scanned).ticketId,
          otherTicketIds: numbers.filter((other) => other !== scanned).map((other) => ticket(other).ticketId),
          ...but,
        })
      const admittedTicketIds = (outcome: Awaited<ReturnType<typeof add>>) =>
        'press' in outcome && outcome.press ? outcome.press.admissions.map(({ ticketId: id }) => id) : []
      const rowsOf = async ({ admissionId }: PreparedScan) =>
        (await list()).filter(({ pressId }) => pressId === admissionId).toReversed()

      it('is stored with an admission for each ticket, which share its pressId, and one response', async () => {
        await sell(...numbers.map(ticket))
        await add(scan(1, { ticketId: ticket(1).ticketId }))
        await cancel(ticket(2).ticketId)
        const pressed = press(1, 4, { gate: north, ...answer(scanId(1), 'press') })
        const outcome = await add(pressed)
        const expected = [4, 0, 3, 5].map((n) => ticket(n).ticketId)
        expect(admittedTicketIds(outcome)).toEqual(expected)
        const rows = await rowsOf(pressed)
        expect(rows.map(({ ticketId: id }) => id)).toEqual(expected)
        expect(rows[0]!.admissionId).toBe(pressed.admissionId)
        expect(rows).toEqual(
          rows.map(({ admissionId, ticketId: id }) => ({
            ...logged({ ...pressed, admissionId, ticketId: id! }),
            pressId: pressed.admissionId,
          })),
        )
        for (const { admissionId, ticketId: id } of rows)
          expect(await find(id)).toMatchObject({ state: 'admitted', admission: { admissionId, gate: north } })
        expect(await find(ticket(2).ticketId)).toMatchObject({ state: 'cancelled' })
        expect((await find(ticket(1).ticketId))?.admission?.admissionId).toBe(scan(1).admissionId)
        expect(await servers.other.admissions.findResponse(scanId(1))).toEqual({
          ...answer(scanId(1), 'press'),
          outcome,
        })
        expect(await add(press(2, 0, answer(scanId(1), 'other')))).toEqual(
          expect.objectContaining(answer(scanId(1), 'press')),
        )
      })

      it('stands for each ticket under its date where that is the new date, and otherwise under the day of the gate', async () => {
        const newDate = CalendarDate('2030-05-18')
        await sell(ticket(0), aGeneralTicket({ ...numbered(1), ticketDate: newDate }))
        const pressed = press(1, 0, { newDate, otherTicketIds: [otherTicketId] })
        const clock = { date: newDate, timeOfDay: TimeOfDay('01:00'), dayEnds: TimeOfDay('03:00') }
        const otherAdmissionIds = [scan(101).admissionId]
        await servers.one.admissions.add(pressed, (found, others) =>
          ScanOutcome.of(
            found!,
            { ...pressed, ...clock, early: 15, late: null },
            { orderId: OrderId(exampleId(1)), others, otherAdmissionIds },
          ),
        )
        expect((await rowsOf(pressed)).map((row) => [row.ticketId, row.date])).toEqual([
          [ticketId, pressed.date],
          [otherTicketId, newDate],
        ])
      })

      it('is logged with the tickets that it admitted only because it was to do so at any time', async () => {
        const entryTime = TimeOfDay('10:30')
        await sell(ticket(0))
        await sellTimed({ ...ticket(1), entryTime })
        const pressed = press(1, 0, { otherTicketIds: [otherTicketId] })
        const clock = { timeOfDay: TimeOfDay('09:00'), dayEnds: TimeOfDay('00:00') }
        const rules = { ...pressed, ...clock, early: 15, late: null, anyTime: true }
        const otherAdmissionIds = [scan(101).admissionId]
        await servers.one.admissions.add(pressed, (found, others) =>
          ScanOutcome.of(found!, rules, { orderId: OrderId(exampleId(1)), others, otherAdmissionIds }),
        )
        expect((await rowsOf(pressed)).map((row) => [row.ticketId, row.entryTime, row.anyTime])).toEqual([
          [ticketId, undefined, undefined],
          [otherTicketId, entryTime, true],
        ])
      })

      it('is stored with the scanned ticket when none is admitted', async () => {
        await sell(...numbers.map(ticket))
        await add(press(1, 0))
        const again = press(2, 3)
        expect(await add(again)).toMatchObject({
          isAdmitted: false,
          reason: 'already-admitted',
          press: { admissions: [] },
        })
        expect(await rowsOf(again)).toEqual([
          { ...logged({ ...again, reason: 'already-admitted' }), pressId: again.admissionId },
        ])
      })

      it('admits each ticket once, beside other such scans and scans of its tickets at two servers', async () => {
        await sell(...numbers.map(ticket))
        // Each press covers half of the tickets, in another order than the next one.
        const partOf = (n: number) => [n, n + 1, n + 2].map((k) => ticket(k % count).ticketId)
        const presses = numbers.map((n) => {
          const [first, ...others] = n % 2 === 0 ? partOf(n) : partOf(n).toReversed()
          return press(n + 1, n, { ticketId: first!, otherTicketIds: others })
        })
        const scans = numbers.map((n) => scan(n, numbered(n)))
        const added = numbers.flatMap((n) => (n % 2 === 0 ? [scans[n]!, presses[n]!] : [presses[n]!, scans[n]!]))
        const outcomes = await Promise.all(added.map((each, n) => add(each, serverOf(n))))
        const ofPresses = outcomes.flatMap(admittedTicketIds)
        const ofScans = added.flatMap(({ ticketId: id, otherTicketIds }, n) =>
          otherTicketIds === undefined && isAdmitted(outcomes[n]) ? id! : [],
        )
        expect([...ofPresses, ...ofScans].toSorted()).toEqual(numbers.map((n) => ticket(n).ticketId))
        for (const outcome of outcomes)
          if ('press' in outcome && outcome.press) {
            const { admissions, refused } = outcome.press
            expect(admissions.length + refused.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(3)
          }
        const admissions = await list({ isAdmitted: true })
        expect(admissions.map(({ ticketId: id }) => id).toSorted()).toEqual(numbers.map((n) => ticket(n).ticketId))
        expect(admissions.filter(({ pressId }) => pressId !== undefined)).toHaveLength(ofPresses.length)
      })
    })

    describe('a scan that does not admit', () => {
      it('is stored, and changes no ticket', async () => {
        await sell(ticket(0))
        const scans = [
          scan(1, { reason: 'bad-signature', ticketId: undefined }),
          scan(2, { reason: 'unknown-ticket', ticketId: undefined, gate: north }),
          scan(3, { reason: 'wrong-date', ...answer(scanId(3), 'third') }),
        ]
        for (const each of scans) expect(await add(each)).toEqual(refusedAs(each.reason!))
        expect(await find()).toEqual(ticket(0))
        expect(await list()).toEqual(scans.map(logged).toReversed())
        expect(await servers.one.admissions.findResponse(scanId(3))).toMatchObject(answer(scanId(3), 'third'))
      })

      it('is stored together with other scans of the same ticket at the same time', async () => {
        await sell(ticket(0))
        await add(scan(100))
        const scans = range(30).map((n) => scan(n, { reason: 'already-admitted' }))
        const outcomes = await Promise.all(scans.map((each, n) => add(each, serverOf(n))))
        expect(outcomes).toEqual(scans.map(() => refusedAs('already-admitted')))
        expect((await servers.one.admissions.list({ ticketId }, firstPage)).total).toBe(31)
      })
    })

    describe('a scanId', () => {
      it('belongs to one scan: another one is not stored, and admits no ticket', async () => {
        await sell(ticket(0), ticket(1))
        const outcome = await add(scan(1, { ...answer(scanId(1), 'first') }))
        const kept = { ...answer(scanId(1), 'first'), outcome }
        for (const other of [
          scan(2, { ...answer(scanId(1), 'second'), ticketId: otherTicketId }),
          scan(3, { ...answer(scanId(1), 'third'), reason: 'wrong-date' }),
          scan(4, { ...answer(scanId(1), 'fourth') }),
        ])
          expect(await add(other, 'other')).toEqual(kept)
        await expectAdmission(undefined, otherTicketId)
        expect(await servers.other.admissions.findResponse(scanId(1))).toEqual(kept)
        expect(await list()).toHaveLength(1)
      })

      it('belongs to one of the scans that are added with it at the same time at two servers', async () => {
        const count = 24
        await sell(...range(count).map(ticket))
        const scans = range(count).map((n) =>
          scan(n, {
            ...numbered(n),
            ...answer(scanId(n % 3), String(n)),
            ...(n % 4 === 3 && { reason: 'wrong-date' }),
          }),
        )
        const outcomes = await Promise.all(scans.map((each, n) => add(each, serverOf(Math.floor(n / 3)))))
        for (const id of [0, 1, 2]) {
          const [stored, ...others] = range(count).filter((n) => n % 3 === id && !isEarlier(outcomes[n]))
          expect(others).toEqual([])
          const kept = { ...answer(scanId(id), String(stored)), outcome: outcomes[stored!] }
          expect(await servers.one.admissions.findResponse(scanId(id))).toEqual(kept)
        }
        for (const [n, each] of scans.entries()) {
          if (isEarlier(outcomes[n])) expect(outcomes[n]).toMatchObject({ scanId: scanId(n % 3) })
          await expectAdmission(isAdmitted(outcomes[n]) ? each : undefined, ticket(n).ticketId)
        }
        expect(await list()).toHaveLength(3)
      })
    })

    describe('an admission that is replaced', () => {
      it('becomes a scan with the reason already-admitted, and the response to it stays stored', async () => {
        await sell(ticket(0))
        const online = scan(2, { gate: north, ...answer(scanId(2), 'online') })
        const offline = scan(1, { gate: south, isOffline: true })
        const outcome = await add(online)
        expect(await add(offline, 'other')).toEqual(admittedBy(offline))
        await expectAdmission(offline)
        expect(await list()).toEqual([{ ...logged(online), reason: 'already-admitted' }, logged(offline)])
        expect(await servers.one.admissions.findResponse(scanId(2))).toEqual({
          ...answer(scanId(2), 'online'),
          outcome,
        })
        expect(await revert(online)).toEqual(admissionNotFound)
        expect(await servers.one.admissions.count(online.date)).toMatchObject({
          admitted: 1,
          refused: { 'already-admitted': 1 },
        })
      })

      const orders = [0, 1, 2, 3].flatMap((a) =>
        [0, 1, 2, 3].flatMap((b) => [0, 1, 2, 3].map((c) => [a, b, c, 6 - a - b - c])),
      )
      it('is the earliest of the offline scans of a ticket, in each order in which they arrive', async () => {
        for (const [k, order] of orders.filter((each) => new Set(each).size === 4).entries()) {
          const of = numbered(k)
          if (k === 0) await sell()
          await sellAlone(servers.one.tickets, aGeneralTicket(of))
          const offline = (n: number) => scan(k * 10 + n, { isOffline: true, ticketId: of.ticketId })
          for (const n of order) {
            await add(offline(n), serverOf(n))
          }
          await expectAdmission(offline(0), of.ticketId)
          const others = await list({ ticketId: of.ticketId, isAdmitted: false })
          expect(others).toEqual([3, 2, 1].map((n) => logged({ ...offline(n), reason: 'already-admitted' })))
        }
      })

      it('is the earliest of the offline scans of a ticket that arrive at two servers at the same time', async () => {
        await sell(ticket(0))
        const offline = range(12).map((n) => scan((n * 5) % 12, { isOffline: true, gate: Gate(`gate ${n % 3}`) }))
        await Promise.all(offline.map((each, n) => add(each, serverOf(n))))
        await expectAdmission(offline[0])
        expect(await servers.one.admissions.count(scan(0).date)).toMatchObject({
          admitted: 1,
          refused: { 'already-admitted': 11 },
        })
      })

      it('is the earliest also when they arrive with the latest first, and each scan gets a response', async () => {
        const sold = aGeneralTicket({
          ...numbered(0),
          confirmationCode: ConfirmationCode('ticket-general-abcdef-23456'),
        })
        await sell(sold)
        let ids = 0
        const [now, newId] = [() => Instant(Date.UTC(2030, 4, 17, 19)), () => exampleId(7_000 + (ids += 1))]
        const today = () => sold.ticketDate
        const museums = {
          one: aMuseum({ ...servers.one, now, newId, today }),
          other: aMuseum({ ...servers.other, now, newId, today }),
        }
        const moments = range(12).map((n) => Instant(now() - n * 1_000))
        const outcomes = await Promise.all(
          moments.map((scannedAt, n) =>
            museums[serverOf(n)].admitTicket(
              { code: ScannedCode(sold.confirmationCode), scannedAt, isOffline: true },
              { username: 'scanner' },
            ),
          ),
        )
        expect(outcomes.at(-1)).toMatchObject({ isAdmitted: true })
        expect((await find())?.admission?.at).toBe(moments.at(-1))
        expect((await list()).map(({ at, reason }) => [at, reason])).toEqual(
          moments.map((at, n) => [at, n === 11 ? undefined : 'already-admitted']),
        )
      })
    })

    describe('the scans', () => {
      it('are none at first', async () => {
        expect(await servers.one.admissions.list({}, firstPage)).toEqual({ items: [], total: 0 })
        expect(await servers.one.admissions.count(scan(0).date)).toEqual({ admitted: 0, refused: {}, gates: [] })
      })

      it('are listed with the latest first, and in one millisecond with the highest admissionId first', async () => {
        await sell(ticket(0))
        const times = [1_000, 3_000, 2_000, 3_000, 1_000, 3_000]
        for (const [n, milliseconds] of [...times.entries()].toReversed())
          await add(scan(n, { at: Instant(milliseconds), reason: 'wrong-date' }))
        const expected = [5, 3, 1, 2, 4, 0].map((n) => scan(n).admissionId)
        for (const filter of [{}, { ticketId }, { date: scan(0).date }, { isAdmitted: false }])
          expect((await list(filter)).map(({ admissionId }) => admissionId)).toEqual(expected)
      })

      const days = ['2030-05-16', '2030-05-17', '2030-05-18'].map(CalendarDate)
      const [wrongDate, unknown] = ['wrong-date', 'unknown-ticket'] as const
      /** Scans of two tickets, at three gates and none, on three days, with all outcomes. */
      const mixed = [
        scan(0, { date: days[0]!, gate: north }),
        scan(1, { date: days[1]!, gate: north, reason: wrongDate }),
        scan(2, { date: days[1]!, gate: south, ticketId: otherTicketId }),
        scan(3, { date: days[1]!, gate: Gate('north door'), reason: unknown, ticketId: undefined }),
        scan(4, { date: days[1]!, gate: Gate('North door '), reason: wrongDate }),
        scan(5, { date: days[1]!, reason: 'already-admitted' }),
        scan(6, { date: days[2]!, gate: south, reason: wrongDate, ticketId: otherTicketId }),
        scan(7, { date: days[1]!, gate: north, reason: wrongDate }),
        scan(8, { date: days[1]!, gate: north, reason: unknown, ticketId: undefined }),
      ]
      const addMixed = async () => {
        await sell(ticket(0), ticket(1))
        for (const [n, each] of mixed.entries()) await add(each, serverOf(n))
      }
      it('are limited by date, gate, ticket and outcome, and by all combinations', async () => {
        await addMixed()
        const numbers = async (filter: ScanFilter) => {
          const { items, total } = await servers.other.admissions.list(filter, firstPage)
          expect(total).toBe(items.length)
          return items.map(({ admissionId }) => mixed.findIndex((each) => each.admissionId === admissionId))
        }
        for (const date of [undefined, ...days])
          for (const gate of [undefined, north, south, Gate('north door'), Gate('North door '), Gate('East')])
            for (const id of [undefined, ticketId, otherTicketId, TicketId(exampleId(999))])
              for (const isAdmitted of [undefined, true, false]) {
                const expected = mixed.flatMap((each, n) =>
                  (date === undefined || each.date === date) &&
                  (gate === undefined || each.gate === gate) &&
                  (id === undefined || each.ticketId === id) &&
                  (isAdmitted === undefined || (each.reason === undefined) === isAdmitted)
                    ? [n]
                    : [],
                )
                expect([date, gate, id, isAdmitted, await numbers({ date, gate, ticketId: id, isAdmitted })]).toEqual([
                  date,
                  gate,
                  id,
                  isAdmitted,
                  expected.toReversed(),
                ])
              }
      })

      it('are listed in pages that neither repeat nor omit a scan, with the total', async () => {
        const scans = range(7).map((n) =>
          scan(n, { reason: wrongDate, gate: north, at: Instant(1_000 + Math.floor(n / 3)) }),
        )
        for (const each of [...scans, scan(99, { reason: wrongDate, gate: south })]) await add(each)
        const pages = []
        for (const page of [1, 2, 3, 4, 999_999_999])
          pages.push(await servers.other.admissions.list({ gate: north }, { page, limit: 3 }))
        expect(pages.map(({ items }) => items.map(({ admissionId }) => admissionId))).toEqual(
          [[6, 5, 4], [3, 2, 1], [0], [], []].map((numbers) => numbers.map((n) => scan(n).admissionId)),
        )
        expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7, 7])
      })

      it('of a date are counted by outcome and by gate, without those that were reverted', async () => {
        await addMixed()
        const reverted = scan(20, { date: days[1]!, gate: Gate('East') })
        expect(await revert(mixed[0]!)).toEqual(logged(mixed[0]!))
        await add(reverted)
        await revert(reverted)
        expect(await servers.other.admissions.count(days[1]!)).toEqual({
          admitted: 1,
          refused: { 'wrong-date': 3, 'unknown-ticket': 2, 'already-admitted': 1 },
          gates: [
            { gate: null, admitted: 0, refused: 1 },
            { gate: 'North door', admitted: 0, refused: 3 },
            { gate: 'North door ', admitted: 0, refused: 1 },
            { gate: 'South door', admitted: 1, refused: 0 },
            { gate: 'north door', admitted: 0, refused: 1 },
          ],
        })
        expect(await servers.other.admissions.count(days[0]!)).toEqual({ admitted: 0, refused: {}, gates: [] })
        expect(await servers.other.admissions.count(CalendarDate('2031-01-01'))).toEqual({
          admitted: 0,
          refused: {},
          gates: [],
        })
      })
    })

    describe('an entry', () => {
      const offline = (n: number, but: Parameters<typeof scan>[1] = {}) => scan(n, { isOffline: true, ...but })
      const entries = async (id: TicketId) => (await list({ ticketId: id })).map(({ isEntry }) => isEntry)

      it('is the admission, the admission that an offline scan replaced, and an offline scan of an admitted ticket', async () => {
        await sell(ticket(0))
        await add(scan(2))
        await add(scan(4))
        await add(offline(3), 'other')
        await add(offline(1), 'other')
        expect(await list()).toEqual([
          logged(scan(4, { reason: 'already-admitted' })),
          logged(offline(3, { reason: 'already-admitted' })),
          { ...logged(scan(2)), reason: 'already-admitted' },
          logged(offline(1)),
        ])
        expect(await entries(ticketId)).toEqual([false, true, true, true])
      })

      it('is no other scan that is refused, offline or not, and no admission that was reverted', async () => {
        await sell(ticket(0))
        await add(scan(5))
        await revert(scan(5))
        for (const [n, reason] of (['cancelled', 'wrong-date', 'wrong-event'] as const).entries())
          await add(offline(n, { reason }), serverOf(n))
        expect(await entries(ticketId)).toEqual([false, false, false, false])
      })

      it('is each scan of the tickets that are scanned offline at two servers at the same time', async () => {
        const count = 6
        await sell(...range(count).map(ticket))
        const scans = range(count).flatMap((n) => range(4).map((k) => offline(10 * n + k, numbered(n))))
        await Promise.all(scans.map((each, n) => add(each, serverOf(Math.floor(n / 2) + n))))
        const listed = await list({ isConflict: true })
        expect(listed.map(({ admissionId }) => admissionId)).toEqual(
          scans.toReversed().map(({ admissionId }) => admissionId),
        )
        expect(listed.every(({ isEntry }) => isEntry)).toBe(true)
      })
    })

    describe('the scans of tickets with which visitors entered twice', () => {
      const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
      /** The scans of seven tickets; those of the tickets 0, 2, 4 and 6 are conflicts, that of 6 on the second day. */
      const addConflicts = async () => {
        const offline = (n: number, of: number, date = first) => scan(n, { ...numbered(of), isOffline: true, date })
        await sell(...range(6).map(ticket), aGeneralTicket({ ...numbered(6), ticketDate: second }))
        // 0: two gates, of which the later scan arrives later, and a refused scan at a third one.
        await add(offline(1, 0))
        await add(offline(2, 0), 'other')
        await add(scan(3, numbered(0)))
        // 1: an admission, and refused scans.
        await add(scan(11, numbered(1)))
        await add(scan(12, numbered(1)))
        await add(scan(13, { ...numbered(1), isOffline: true, reason: 'cancelled' }))
        // 2: an online admission that an offline scan replaces.
        await add(scan(22, numbered(2)))
        await add(offline(21, 2), 'other')
        // 3: two entries, of which one is reverted.
        await add(offline(31, 3))
        await add(offline(32, 3))
        await revert(scan(31, numbered(3)))
        // 4: three entries, of which one is reverted.
        for (const n of [41, 42, 43]) await add(offline(n, 4))
        await revert(scan(41, numbered(4)))
        // 5: reverted, and admitted again.
        await add(scan(51, numbered(5)))
        await revert(scan(51, numbered(5)))
        await add(scan(52, numbered(5)))
        for (const n of [61, 62]) await add(offline(n, 6, second))
        await add(scan(99, { ticketId: undefined, reason: 'unknown-ticket' }))
      }
      const numbers = async (filter: ScanFilter) => {
        const { items, total } = await servers.other.admissions.list({ isConflict: true, ...filter }, firstPage)
        expect(total).toBe(items.length)
        return items.map(({ admissionId }) => range(100).find((n) => scan(n).admissionId === admissionId))
      }
      it('are all scans of these tickets, those that did not admit too', async () => {
        await addConflicts()
        expect(await numbers({})).toEqual([62, 61, 43, 42, 41, 22, 21, 3, 2, 1])
      })

      it('are limited by date, from a date on, and by the other filters', async () => {
        await addConflicts()
        expect(await numbers({ date: first })).toEqual([43, 42, 41, 22, 21, 3, 2, 1])
        expect(await numbers({ date: second })).toEqual([62, 61])
        expect(await numbers({ fromDate: first })).toEqual([62, 61, 43, 42, 41, 22, 21, 3, 2, 1])
        expect(await numbers({ fromDate: second })).toEqual([62, 61])
        expect(await numbers({ fromDate: CalendarDate('2030-05-19') })).toEqual([])
        expect(await numbers({ date: first, fromDate: second })).toEqual([])
        expect(await numbers({ ticketId: ticket(0).ticketId })).toEqual([3, 2, 1])
        expect(await numbers({ ticketId: ticket(1).ticketId })).toEqual([])
        expect(await numbers({ date: first, isAdmitted: true })).toEqual([21, 1])
        const secondPage = await servers.one.admissions.list({ isConflict: true }, { page: 2, limit: 4 })
        expect(secondPage.total).toBe(10)
        expect(secondPage.items.map(({ admissionId }) => admissionId)).toEqual(
          [41, 22, 21, 3].map((n) => scan(n).admissionId),
        )
      })
    })

    describe('the scans of a ticket with which visitors entered twice under two dates', () => {
      const [day, newDate] = [scan(1).date, CalendarDate('2030-05-18')]
      const ofNight = { newDate, at: Instant(Date.UTC(2030, 4, 18)) }
      const sellForNewDate = () => sell(aGeneralTicket({ ...numbered(0), ticketDate: newDate }))
      /** The numbers of the scans that are listed for the day, for the new date, and from that on. */
      const expectListed = async (...numbers: readonly (readonly number[])[]) => {
        const filters = [{ date: day }, { date: newDate }, { fromDate: newDate }, { date: CalendarDate('2030-05-16') }]
        const listed = await Promise.all(filters.map((filter) => list({ isConflict: true, ...filter })))
        expect(listed.map((rows) => rows.map(({ admissionId }) => admissionId))).toEqual(
          numbers.map((each) => each.map((n) => scan(n).admissionId)),
        )
      }

      it('are listed by their dates, when their admission was reverted', async () => {
        await sellForNewDate()
        await add(scan(1))
        await add(scan(2, { isOffline: true }))
        await add(scan(3, { ...ofNight, isOffline: true }))
        await expectListed([2, 1], [3], [3], [])
        await revert(scan(1))
        await expectListed([2, 1], [3], [3], [])
      })

      it('are listed by their dates, when an offline scan of the day before replaced their admission', async () => {
        await sellForNewDate()
        await add(scan(2, ofNight))
        expect(await add(scan(1, { isOffline: true }))).toEqual(admittedBy(scan(1)))
        await expectListed([1], [2], [2], [])
      })
    })

    describe('an admission that is reverted', () => {
      it('makes the ticket valid and gives the scan the reason reverted, with one audit entry', async () => {
        await sell(ticket(0))
        const scanned = scan(1, { gate: north, ...answer(scanId(1), 'first') })
        const outcome = await add(scanned)
        const entry = anAuditEntry({
          operation: 'revertAdmission',
          subject: { kind: 'ticket', id: ticketId },
          before: { gate: north },
        })
        const befores: LoggedScan[] = []
        const outcomeOfRevert = await servers.other.admissions.revert(scanned.admissionId, (before) => {
          befores.push(before)
          return entry
        })
        expect([outcomeOfRevert, befores.at(-1)]).toEqual([logged(scanned), logged(scanned)])
        expect(await find()).toEqual(ticket(0))
        expect(await list()).toEqual([{ ...logged(scanned), reason: 'reverted', isEntry: false }])
        expect(await audited()).toEqual([{ ...entry, auditId: expect.any(Number) }])
        expect(await servers.one.admissions.findResponse(scanId(1))).toEqual({ ...answer(scanId(1), 'first'), outcome })
        expect(await add(scan(2))).toEqual(admittedBy(scan(2)))
        await expectAdmission(scan(2))
      })

      it('is not found when it is unknown, did not admit, or was reverted before', async () => {
        await sell(ticket(0))
        await add(scan(1, { reason: 'wrong-date' }))
        await add(scan(2))
        expect(await revert(scan(2))).toEqual(logged(scan(2)))
        for (const n of [1, 2, 3]) expect(await revert(scan(n), 'other')).toEqual(admissionNotFound)
        expect(await audited()).toHaveLength(1)
        expect(await list()).toEqual([
          { ...logged(scan(2)), reason: 'reverted', isEntry: false },
          logged(scan(1, { reason: 'wrong-date' })),
        ])
      })

      it('stays when its audit entry cannot be made', async () => {
        await sell(ticket(0))
        await add(scan(1))
        const failing = async () =>
          servers.one.admissions.revert(scan(1).admissionId, () => {
            throw new Error('no entry')
          })
        await expect(failing()).rejects.toThrow('no entry')
        await expectAdmission(scan(1))
        expect(await audited()).toEqual([])
      })

      it('is reverted by one of the reverts at two servers at the same time', async () => {
        await sell(ticket(0))
        await add(scan(1))
        const outcomes = await Promise.all(range(12).map((n) => revert(scan(1), serverOf(n))))
        expect(outcomes.filter((each) => !isRefusal(each))).toEqual([logged(scan(1))])
        expect(outcomes.filter(isRefusal)).toEqual(range(11).map(() => admissionNotFound))
        expect(await audited()).toHaveLength(1)
      })

      it('lets at most one of the scans at the same time admit, unless an offline scan replaces it', async () => {
        const count = 8
        await sell(...range(count).map(ticket))
        for (const n of range(count)) await add(scan(50 + n, numbered(n)))
        const outcomes = await Promise.all(
          range(count).map((n) => {
            const later = range(4).map((k) => scan(100 + 10 * n + k, numbered(n)))
            const replacing = scan(n, { ...numbered(n), isOffline: true })
            return Promise.all([
              add(later[0]!, 'other'),
              add(replacing, serverOf(n)),
              revert(scan(50 + n), serverOf(n + 1)),
              ...later.slice(1).map((each, k) => add(each, serverOf(k))),
            ])
          }),
        )
        for (const [n, [first, replacing, reverted, ...others]] of outcomes.entries()) {
          // The earliest scan admits in each order.
          expect(replacing).toEqual(admittedBy(scan(n)))
          const isReverted = !isRefusal(reverted)
          const admittedLater = [first, ...others].filter(isAdmitted)
          expect(admittedLater.length).toBeLessThanOrEqual(isReverted ? 1 : 0)
          await expectAdmission(scan(n, { ...numbered(n), isOffline: true }), ticket(n).ticketId)
          const before = (await list({ ticketId: ticket(n).ticketId })).find(
            ({ admissionId }) => admissionId === scan(50 + n).admissionId,
          )
          expect(before?.reason).toBe(isReverted ? 'reverted' : 'already-admitted')
        }
      })
    })

    describe('an admitted ticket', () => {
      it('stays admitted when its event is deleted and restored, and cannot be cancelled', async () => {
        await sell(anEventTicket())
        const { ticketId: id } = anEventTicket()
        const { eventId } = aSpecialEvent()
        const scanned = scan(1, { ticketId: id })
        await add(scanned)
        const admitted = { ...anEventTicket(), state: 'admitted', admission: admissionOf(scanned) }
        await servers.one.specialEvents.remove(eventId, () => undefined, entryOf)
        expect(await find(id)).toEqual(admitted)
        await servers.one.specialEvents.restore(eventId, entryOf)
        expect(await find(id)).toEqual(admitted)
        expect(await cancel(id)).toMatchObject({ refusal: 'ticket-admitted' })
        await servers.one.specialEvents.update(
          eventId,
          (event) => SpecialEvent.update(event, { dates: someDates('2030-05-18') }),
          entryOf,
        )
        expect(await find(id)).toEqual(admitted)
      })

      it('has, after a revert, the state of its occurrence', async () => {
        await sell(anEventTicket())
        const { ticketId: id } = anEventTicket()
        const { eventId } = aSpecialEvent()
        await add(scan(1, { ticketId: id }))
        await servers.one.specialEvents.remove(eventId, () => undefined, entryOf)
        await revert(scan(1))
        expect(await find(id)).toEqual({ ...anEventTicket(), state: 'cancelled' })
        await servers.one.specialEvents.restore(eventId, entryOf)
        expect(await find(id)).toEqual(anEventTicket())
        expect(await cancel(id)).toMatchObject({ state: 'cancelled' })
        expect(await add(scan(2, { ticketId: id }))).toEqual(refusedAs('cancelled'))
      })

      it('is not counted as valid', async () => {
        await sell(ticket(0), ticket(1), anEventTicket())
        await add(scan(1))
        await add(scan(2, { ticketId: anEventTicket().ticketId }))
        const { ticketDate } = ticket(0)
        expect(await servers.other.tickets.countValid(ticketDate)).toEqual({ date: ticketDate, general: 1, event: 0 })
      })
    })
  })
