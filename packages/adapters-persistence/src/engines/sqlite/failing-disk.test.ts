import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { aGeneralTicket, aSpecialEvent, exampleId } from '@museum/domain/examples'
import { TicketId } from '@museum/domain'
import { startChild } from '../../../test/start-child.ts'
import { aDatabase, type OpenedDatabase } from '../../../test/a-database.ts'
import { engines } from '../../../test/engines.ts'
import { withRetries } from '../../database/retries.ts'

type Report = Readonly<{
  before: unknown
  sold: number
  failed?: Readonly<{ name: string; message: string; isNamed: boolean }>
  after: unknown
  weekdays: number
}>

describe('a disk that fails under a SQLite file', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engines[0]!)
  })
  afterEach(() => opened.close())

  it('leaves a sale unknown by its ticketId, loses none before it, and can still be read', async () => {
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
    ['write', 778],
    ['truncate', 1546],
    ['a lock', 3850],
    ['something else', 10],
  ])('leaves a write unknown that fails in %s', async (_what, errcode) => {
    const write = opened.database.write(() => Promise.reject(diskError(errcode)))
    await expect(write).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it.each([
    ['reading', 266],
    ['reading beyond the end of the file', 522],
  ])('leaves a write undone that fails in %s', async (_what, errcode) => {
    const failed = await opened.database
      .write(() => Promise.reject(diskError(errcode)))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).not.toBeInstanceOf(OutcomeUnknown)
  })

  it('leaves no read unknown', async () => {
    const read = opened.database.withDeadline(500, () => opened.database.query(() => Promise.reject(diskError(1034))))
    const failed = await read.catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).not.toBeInstanceOf(OutcomeUnknown)
  })

  it('sells once what is stored again after a commit that failed and is there', async () => {
    let attempts = 0
    const ticket = aGeneralTicket()
    const sold = await withRetries(opened.database.engine, 'idempotent', async () => {
      attempts += 1
      const added = await opened.tickets.add(ticket)
      if (attempts === 1) throw diskError(1034)
      return added
    })
    expect([attempts, sold]).toEqual([2, ticket])
    const rows = await opened.database.kysely.selectFrom('museum_ticket').selectAll().execute()
    expect(rows).toHaveLength(1)
  })
})

describe('the readiness of SQLite', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engines[0]!)
  })
  afterEach(() => opened.close())

  it('does not wait for the transactions of its process, nor take one of them for a refusal', async () => {
    const { database } = opened
    await database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      expect(await database.isReady()).toEqual({ writes: true })
    })
    expect(await database.isReady()).toEqual({ writes: true })
    await opened.specialEvents.add(aSpecialEvent())
  })

  it('is that of another process that writes: no refusal', async () => {
    const writer = startChild('hold-write-lock.ts', [opened.url.slice('sqlite:'.length)])
    expect(await writer.line()).toBe('held')
    expect(await opened.database.isReady()).toEqual({ writes: true })
    writer.go()
    await writer.end()
  })
})
