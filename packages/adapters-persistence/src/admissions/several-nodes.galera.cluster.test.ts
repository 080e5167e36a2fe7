import { beforeEach, describe, expect, it } from '@jest/globals'
import type { NewScan } from '@museum/application'
import { aNewScan, anAuditEntry } from '@museum/application/in-memory'
import { ConfirmationCode, ScanId, type Ticket, TicketId, refuse } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/domain/examples'
import { pausingAfter } from '../../test/pausing-after.ts'
import { type ServerOnNode, useNodes } from '../../test/use-nodes.ts'

const event = aSpecialEvent()
const entryOf = () => anAuditEntry()
const range = (length: number) => Array.from({ length }, (_, n) => n)
const ticketId = (n: number) => TicketId(exampleId(1_000 + n))
/** The n-th scan, of the ticket of this number. */
const scanOf = (ticket: number, n: number, but: Parameters<typeof aNewScan>[1] = {}) =>
  aNewScan(n, { ticketId: ticketId(ticket), ...but })
const answer = (n: number) => ({
  scanId: ScanId(exampleId(9_000)),
  request: String(n),
  outcome: { isAdmitted: false, reason: 'bad-signature', detail: 'No.' } as const,
})
const ticketChanged = expect.objectContaining({ refusal: 'ticket-changed' })
/** Refuses to cancel an admitted ticket, as the use case does. */
const permit = ({ state }: Ticket) => (state === 'admitted' ? refuse('admitted', 'It is admitted.') : undefined)

describe('of two transactions about one ticket on two nodes of a cluster', () => {
  const { servers, open, agree } = useNodes()
  let one: ServerOnNode
  beforeEach(async () => {
    ;[one] = servers()
    await one.repositories.specialEvents.add(event, anAuditEntry())
    for (const n of range(8))
      await one.repositories.tickets.add(
        anEventTicket({ ticketId: ticketId(n), confirmationCode: ConfirmationCode(`ticket-code-${n}`) }),
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
  const expectOnEveryNode = async (ticket: number, admission: NewScan | undefined, state: string, log: object[]) => {
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
      ({ repositories: { admissions } }) => admissions.add(here),
      () => one.repositories.admissions.add(there),
    )
    expect(outcomes).toEqual([ticketChanged, there])
    await expectOnEveryNode(0, there, 'admitted', [{ admissionId: there.admissionId }])
  })

  it('a scan does not admit it when it is cancelled', async () => {
    const outcomes = await race(
      ({ repositories: { admissions } }) => admissions.add(scanOf(0, 1)),
      () => one.repositories.tickets.cancel(ticketId(0), permit, entryOf),
    )
    expect(outcomes).toEqual([ticketChanged, expect.objectContaining({ state: 'cancelled' })])
    await expectOnEveryNode(0, undefined, 'cancelled', [])
  })

  it('a cancellation is refused when it is admitted', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { tickets } }) => tickets.cancel(ticketId(0), permit, entryOf),
      () => one.repositories.admissions.add(scan),
    )
    expect(outcomes).toEqual([expect.objectContaining({ refusal: 'admitted' }), scan])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
  })

  it('one of two cancellations cancels it, and both return it', async () => {
    const cancel = (server: ServerOnNode) => server.repositories.tickets.cancel(ticketId(0), permit, entryOf)
    const outcomes = await race(cancel, () => cancel(one))
    expect(outcomes).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
    await expectOnEveryNode(0, undefined, 'cancelled', [])
    expect(await one.database.kysely.selectFrom('ticket_cancellation').selectAll().execute()).toHaveLength(1)
    // The entry of the cancellation.
    expect(await one.database.kysely.selectFrom('audit_entry').select('audit_id').execute()).toHaveLength(2)
  })

  it('one of two reverts finds its admission', async () => {
    const scan = scanOf(0, 1)
    await one.repositories.admissions.add(scan)
    await agree()
    const revert = (server: ServerOnNode) => server.repositories.admissions.revert(scan.admissionId, entryOf)
    const outcomes = await race(revert, () => revert(one))
    expect(outcomes).toMatchObject([{ refusal: 'admission-not-found' }, { admissionId: scan.admissionId }])
    await expectOnEveryNode(0, undefined, 'valid', [{ admissionId: scan.admissionId, reason: 'reverted' }])
  })

  it('a scan that replaces its admission is decided again when that is reverted', async () => {
    const scan = scanOf(0, 2)
    await one.repositories.admissions.add(scan)
    await agree()
    const outcomes = await race(
      ({ repositories: { admissions } }) =>
        admissions.add(scanOf(0, 1, { isOffline: true, replaces: scan.admissionId })),
      () => one.repositories.admissions.revert(scan.admissionId, entryOf),
    )
    expect(outcomes).toEqual([ticketChanged, expect.objectContaining({ admissionId: scan.admissionId })])
    await expectOnEveryNode(0, undefined, 'valid', [{ admissionId: scan.admissionId, reason: 'reverted' }])
  })

  it('a scan admits it while its event is deleted, and it stays admitted', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { admissions } }) => admissions.add(scan),
      () => one.repositories.specialEvents.remove(event.eventId, () => undefined, entryOf),
    )
    expect(outcomes).toEqual([scan, expect.objectContaining({ eventId: event.eventId })])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
  })

  it('the erasure of its data and a scan are both stored', async () => {
    const scan = scanOf(0, 1)
    const outcomes = await race(
      ({ repositories: { purchaserData } }) =>
        purchaserData.erase({ email: anEventTicket().purchaser!.email }, entryOf),
      () => one.repositories.admissions.add(scan),
    )
    expect(outcomes).toEqual([expect.objectContaining({ tickets: 8 }), scan])
    await expectOnEveryNode(0, scan, 'admitted', [{ admissionId: scan.admissionId }])
    for (const n of range(8)) expect((await one.repositories.tickets.find(ticketId(n)))?.purchaser).toBeUndefined()
  })

  it('one stores a scanId, also when the scans are of two tickets', async () => {
    const [here, there] = [scanOf(0, 1, { answer: answer(1) }), scanOf(1, 2, { answer: answer(2) })]
    const outcomes = await race(
      ({ repositories: { admissions } }) => admissions.add(here),
      () => one.repositories.admissions.add(there),
    )
    expect(outcomes).toEqual([expect.objectContaining({ refusal: 'scan-id-taken' }), there])
    await expectOnEveryNode(0, undefined, 'valid', [{ admissionId: there.admissionId }])
  })

  it('a group of scans is tried again as a group, without the scan whose ticket another node has admitted', async () => {
    const scans = range(8).map((n) => scanOf(n, n))
    const there = scanOf(3, 20)
    const { tracer, paused, resume } = pausingAfter(/^update `museum_ticket`/)
    const inserted: string[] = []
    const server = open(1, {
      tracer: {
        ...tracer,
        async traceStatement(sql, execute) {
          if (sql.startsWith('insert into `scan`')) inserted.push(sql)
          return tracer.traceStatement(sql, execute)
        },
      },
    })
    const adding = Promise.all(scans.map((scan) => server.repositories.admissions.add(scan)))
    await paused
    expect(await one.repositories.admissions.add(there)).toEqual(there)
    resume()
    expect(await adding).toEqual(scans.map((scan, n) => (n === 3 ? ticketChanged : scan)))
    // Of the first attempt, which may not get as far, and of the second.
    expect(inserted.length).toBeLessThanOrEqual(2)
    await expectOnEveryNode(
      3,
      there,
      'admitted',
      [there, ...scans.filter((_, n) => n !== 3).toReversed()].map(({ admissionId }) => ({ admissionId })),
    )
  })

  it('every ticket has one admission when all are scanned on three nodes at once', async () => {
    const scans = servers().map((_, node) => range(8).map((n) => scanOf(n, 100 * node + n)))
    const outcomes = await Promise.all(
      servers().flatMap(({ repositories: { admissions } }, node) => scans[node]!.map((scan) => admissions.add(scan))),
    )
    const stored = outcomes.filter((outcome) => 'admissionId' in outcome)
    expect(stored.map((scan) => scan.ticketId).toSorted()).toEqual(range(8).map(ticketId))
    expect(outcomes.filter((outcome) => 'refusal' in outcome)).toEqual(range(16).map(() => ticketChanged))
    for (const scan of stored)
      expect((await one.repositories.tickets.find(scan.ticketId!))?.admission?.admissionId).toBe(scan.admissionId)
  })
})
