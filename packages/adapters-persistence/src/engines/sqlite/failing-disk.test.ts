import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { TicketId } from '@museum/domain'
import { startChild } from '../../../test/start-child.ts'
import { aDatabase, type OpenedDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'

type Report = Readonly<{
  before: unknown
  sold: number
  failed?: Readonly<{ name: string; message: string; isNamed: boolean }>
  after: unknown
  weekdays: number
}>

describe('when the disk of a SQLite file fails,', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
  })
  afterEach(() => opened.close())

  it('a purchase throws OutcomeUnknown with its ticketId, earlier tickets are stored, and reads succeed', async () => {
    const child = startChild('buy-until-a-failure.ts', [opened.url], {}, 1_000)
    const report = JSON.parse(await child.line()) as Report
    await child.end()
    expect(report).toEqual({
      before: { writes: true },
      sold: expect.any(Number),
      failed: { name: 'OutcomeUnknown', message: expect.stringContaining('disk I/O error'), isNamed: true },
      after: { writes: false },
      weekdays: 7,
    })
    expect(report.sold).toBeGreaterThan(0)
    for (let n = 1; n <= report.sold; n += 1)
      expect(await opened.tickets.find(TicketId(exampleId(n)))).toMatchObject({ ticketType: 'general' })
    expect(await opened.database.isReady()).toEqual({ writes: true })
  })

  const diskError = (errcode: number) => Object.assign(new Error('disk I/O error'), { errcode })

  it.each([
    ['fsync', 1034],
    ['a write to the file', 778],
    ['a truncation', 1546],
    ['a lock', 3850],
    ['anything else', 10],
  ])('a write during which %s fails throws OutcomeUnknown', async (_what, errcode) => {
    const write = opened.database.write(() => Promise.reject(diskError(errcode)))
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it('a write that is retried until its time ends throws OutcomeUnknown with the error of the disk', async () => {
    const { write, withDeadline } = opened.database
    let attempts = 0
    const failed = await withDeadline(500, () =>
      write(async () => {
        attempts += 1
        if (attempts === 1) throw diskError(1034)
        throw new Unavailable('The database is too slow')
      }, 'idempotent'),
    ).catch((error: unknown) => error)
    expect(attempts).toBeGreaterThan(1)
    expect(failed).toBeInstanceOf(OutcomeUnknown)
    expect(failed).toMatchObject({ message: expect.stringContaining('disk I/O error') })
  })

  it.each([
    ['a read', 266],
    ['a read past the end of the file', 522],
  ])('a write during which %s fails throws Unavailable, since nothing is written yet', async (_what, errcode) => {
    const failed = await opened.database
      .write(() => Promise.reject(diskError(errcode)))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).not.toBeInstanceOf(OutcomeUnknown)
  })

  it('a read throws Unavailable', async () => {
    const read = opened.database.withDeadline(500, () => opened.database.query(() => Promise.reject(diskError(1034))))
    const failed = await read.catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).not.toBeInstanceOf(OutcomeUnknown)
  })

  it('a ticket is stored once when its commit is written but reports an error, and is retried', async () => {
    let attempts = 0
    const ticket = aGeneralTicket()
    const sold = await opened.database.write(async () => {
      attempts += 1
      const added = await sellAlone(opened.tickets, ticket)
      if (attempts === 1) throw diskError(1034)
      return added
    }, 'idempotent')
    expect([attempts, sold]).toEqual([2, ticket])
    const rows = await opened.database.kysely.selectFrom('museum_ticket').selectAll().execute()
    expect(rows).toHaveLength(1)
  })
})
