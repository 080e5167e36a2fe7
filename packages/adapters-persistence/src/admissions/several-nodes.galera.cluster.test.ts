import { beforeEach, describe, expect, it } from '@jest/globals'
import { aSale, aNewScan, addScan, anAuditEntry } from '@museum/testing'
import { ConfirmationCode, ScanId, type Ticket, TicketId, refuse } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { pausingAfter } from '../../test/pausing-after.ts'
import { type ServerOnNode, useNodes } from '../../test/use-nodes.ts'

type PreparedScan = ReturnType<typeof aNewScan>
const event = aSpecialEvent()
const entryOf = () => anAuditEntry()
const range = (length: number) => Array.from({ length }, (_, n) => n)
const ticketId = (n: number) => TicketId(exampleId(1_000 + n))
/** The n-th scan, of the ticket of this number. */
const scanOf = (ticket: number, n: number, but: Parameters<typeof aNewScan>[1] = {}) =>
  aNewScan(n, { ticketId: ticketId(ticket), ...but })
const answer = (n: number) => ({ scanId: ScanId(exampleId(9_000)), request: String(n) })
const admittedBy = ({ admissionId }: PreparedScan) => expect.objectContaining({ isAdmitted: true, admissionId })
const refusedAs = (reason: string) => expect.objectContaining({ isAdmitted: false, reason })
const isAdmitted = (outcome: object) => 'admissionId' in outcome
/** Refuses to cancel an admitted ticket, as the use case does. */
const findRefusal = ({ state }: Ticket) => (state === 'admitted' ? refuse('admitted', 'It is admitted.') : undefined)

describe('of two transactions about one ticket on two nodes of a cluster', () => {
  const { servers, open, agree } = useNodes()
  let one: ServerOnNode
  beforeEach(async () => {
    ;[one] = servers()
    await one.repositories.specialEvents.add(event, anAuditEntry())
    for (const n of range(8))
      await one.repositories.tickets.sell(
        ...aSale(anEventTicket({ ticketId: ticketId(n), confirmationCode: ConfirmationCode(`ticket-code-${n}`) })),
      )
    await agree()
  })
  /** Runs `paused` on the second node up to its update of the ticket, then `meanwhile`, then the rest of it. */
  const race = async <Paused, Meanwhile>(
    paused: (server: ServerOnNode) => Promise<Paused>,
    meanwhile: () => Promise<Meanwhile>,
  ): Promise<readonly [Paused, Meanwhile]> => {
    const { tracer, paused: isUpdated, resume } = pausingAfter(/^update `museum_ticket`/)
    const first = paused(open(1, { tracer }))
    await isUpdated
    const second = await meanwhile()
    resume()
    return [await first, second]
  }
  /** Expects the same on every node: the admission and the state of a ticket, and the log, the latest scans first. */
  const expectOnEveryNode = async (
    ticket: number,
    admission: PreparedScan | undefined,
    state: string,
    log: object[],
  ) => {
    await agree()
    for (const server of servers()) {
      const found = await server.repositories.tickets.find(ticketId(ticket))
      expect([found?.state, found?.admission?.admissionId]).toEqual([state, admission?.admissionId])
      expect((await server.repositories.admissions.list({}, { page: 1, limit: 100 })).items).toMatchObject(log)
    }
  }

  it('one scan admits it, and the other is decided again', async () => {
    const [here, there] = [scanOf(0, 1), scanOf(0, 2)]
    const outcomes = await race(
      ({ repositories: { admissions } }) => addScan(admissions, here),
      () => addScan(one.repositories.admissions, there),
    )
    expect(outcomes).toEqual([refusedAs('already-admitted'), admittedBy(there)])
    await expectOnEveryNode(0, there, 'admitted', [
      { admissionId: there.admissionId },
      { admissionId: here.admissionId, reason: 'already-admitted' },
    ])
  })

  it('a scan does not admit it when it is cancelled', async () => {
    const outcomes = await race(
      ({ repositories: { admissions } }) => addScan(admissions, scanOf(0, 1)),
      () => one.repositories.tickets.cancel(ticketId(0), findRefusal, entryOf),
    )
    expect(outcomes).toEqual([refusedAs('cancelled'), expect.objectContaining({ state: 'cancelled' })])
    await expectOnEveryNode(0, undefined, 'cancelled', [{ reason: 'cancelled' }])
  })

  it('a cancellation is refused when it is admitted', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { tickets } }) => tickets.cancel(ticketId(0), findRefusal, entryOf),
      () => addScan(one.repositories.admissions, scan),
    )
    expect(outcomes).toEqual([expect.objectContaining({ refusal: 'admitted' }), admittedBy(scan)])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
  })

  it('one of two cancellations cancels it, and both return it', async () => {
    const cancel = (server: ServerOnNode) => server.repositories.tickets.cancel(ticketId(0), findRefusal, entryOf)
    const outcomes = await race(cancel, () => cancel(one))
    expect(outcomes).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
    await expectOnEveryNode(0, undefined, 'cancelled', [])
    expect(await one.database.kysely.selectFrom('ticket_cancellation').selectAll().execute()).toHaveLength(1)
    // The audit entry of the cancellation.
    expect(await one.database.kysely.selectFrom('audit_entry').select('audit_id').execute()).toHaveLength(2)
  })

  it('one of two reverts of an admission succeeds', async () => {
    const scan = scanOf(0, 1)
    await addScan(one.repositories.admissions, scan)
    await agree()
    const revert = (server: ServerOnNode) => server.repositories.admissions.revert(scan.admissionId, entryOf)
    const outcomes = await race(revert, () => revert(one))
    expect(outcomes).toMatchObject([{ refusal: 'admission-not-found' }, { admissionId: scan.admissionId }])
    await expectOnEveryNode(0, undefined, 'valid', [{ admissionId: scan.admissionId, reason: 'reverted' }])
  })

  it('a scan that replaces its admission is decided again when that is reverted', async () => {
    const [scan, earlier] = [scanOf(0, 2), scanOf(0, 1, { isOffline: true })]
    await addScan(one.repositories.admissions, scan)
    await agree()
    const outcomes = await race(
      ({ repositories: { admissions } }) => addScan(admissions, earlier),
      () => one.repositories.admissions.revert(scan.admissionId, entryOf),
    )
    expect(outcomes).toEqual([admittedBy(earlier), expect.objectContaining({ admissionId: scan.admissionId })])
    await expectOnEveryNode(0, earlier, 'admitted', [
      { admissionId: scan.admissionId, reason: 'reverted' },
      { admissionId: earlier.admissionId },
    ])
  })

  it('a scan admits it while its event is deleted, and it stays admitted', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { admissions } }) => addScan(admissions, scan),
      () => one.repositories.specialEvents.remove(event.eventId, () => undefined, entryOf),
    )
    expect(outcomes).toEqual([admittedBy(scan), expect.objectContaining({ eventId: event.eventId })])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
  })

  it('the erasure of its data and a scan are both stored', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { purchaserData } }) =>
        purchaserData.erase({ email: anEventTicket().purchaser!.email }, entryOf),
      () => addScan(one.repositories.admissions, scan),
    )
    expect(outcomes).toEqual([expect.objectContaining({ tickets: 8 }), admittedBy(scan)])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
    for (const n of range(8)) expect((await one.repositories.tickets.find(ticketId(n)))?.purchaser).toBeUndefined()
  })

  it('one stores a scanId, also when the scans are of two tickets', async () => {
    const [here, there] = [scanOf(0, 1, answer(1)), scanOf(1, 2, answer(2))]
    const outcomes = await race(
      ({ repositories: { admissions } }) => addScan(admissions, here),
      () => addScan(one.repositories.admissions, there),
    )
    expect(outcomes).toEqual([expect.objectContaining(answer(2)), admittedBy(there)])
    await expectOnEveryNode(0, undefined, 'valid', [{ admissionId: there.admissionId }])
  })

  it('the scans of a group are added, and one is refused, when another node has admitted its ticket', async () => {
    const scans = range(8).map((n) => scanOf(n, n))
    const there = scanOf(3, 20)
    const { tracer, paused, resume } = pausingAfter(/^update `museum_ticket`/)
    const server = open(1, { tracer })
    const adding = Promise.all(scans.map((scan) => addScan(server.repositories.admissions, scan)))
    await paused
    expect(await addScan(one.repositories.admissions, there)).toEqual(admittedBy(there))
    resume()
    expect(await adding).toEqual(scans.map((scan, n) => (n === 3 ? refusedAs('already-admitted') : admittedBy(scan))))
    await expectOnEveryNode(
      3,
      there,
      'admitted',
      [there, ...scans.toReversed()].map(({ admissionId }) => ({ admissionId })),
    )
  })

  it('every ticket has one admission when all are scanned on three nodes at once', async () => {
    const scans = servers().map((_, node) => range(8).map((n) => scanOf(n, 100 * node + n)))
    const all = scans.flat()
    const outcomes = await Promise.all(
      servers().flatMap(({ repositories: { admissions } }, node) =>
        scans[node]!.map((scan) => addScan(admissions, scan)),
      ),
    )
    const admitting = all.filter((_, n) => isAdmitted(outcomes[n]!))
    expect(admitting.map((scan) => scan.ticketId).toSorted()).toEqual(range(8).map(ticketId))
    expect(outcomes.filter((outcome) => !isAdmitted(outcome))).toEqual(
      range(16).map(() => refusedAs('already-admitted')),
    )
    for (const scan of admitting)
      expect((await one.repositories.tickets.find(scan.ticketId!))?.admission?.admissionId).toBe(scan.admissionId)
  })
})
