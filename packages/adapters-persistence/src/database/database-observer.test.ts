import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DatabaseSync } from 'node:sqlite'
import { OutcomeUnknown } from '@museum/application'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { Capacity, ConfirmationCode, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines, sqlite } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import type { DatabaseOptions } from './museum-database.ts'

const event = aSpecialEvent()
const identity = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const general = (n: number) => aGeneralTicket(identity(n))
const ofEvent = (n: number) => anEventTicket(identity(n))
const record = (n: number) => ({ username: 'admin', idempotencyKey: `key-${n}`, fingerprint: 'f', answer: '{}' })

describe.each(namedEngines)('the observer of a database on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  const observed = (options: DatabaseOptions = {}) => {
    const [retries, commits]: [string[], number[]] = [[], []]
    const observer = {
      onRetry: (kind: string) => retries.push(kind),
      onPurchasesCommitted: (purchases: number) => commits.push(purchases),
    }
    const database = opened.open(opened.url, { ...options, observer })
    return { database, ...kyselyRepositories(database), retries, commits }
  }
  const contended = Object.assign(new Error('contended'), engine.isMysql ? { errno: 1213 } : { errcode: 5 })
  const lost = Object.assign(new Error('lost'), engine.isMysql ? { fatal: true } : { errcode: 10 })

  it('is called with the number of purchases of each commit', async () => {
    const { tickets, commits } = observed()
    await sellAlone(tickets, general(1))
    await Promise.all([2, 3, 4].map((n) => sellAlone(tickets, general(n))))
    await sellAlone(tickets, general(5), { record: record(5) })
    expect(commits).toEqual([1, 3, 1])
  })

  it('is called with the number of purchases of each commit also under a capacity, without those that are sold out', async () => {
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.capacities.setForEvent(event.eventId, Capacity(5), () => anAuditEntry())
    const { tickets, commits } = observed()
    const add = (ticket: Ticket) => sellAlone(tickets, ticket)
    await add(ofEvent(1))
    await Promise.all([2, 3].map((n) => add(ofEvent(n))))
    await sellAlone(tickets, ofEvent(4), { record: record(4) })
    await Promise.all([5, 6].map((n) => add(ofEvent(n))))
    expect(await add(ofEvent(7))).toMatchObject({ refusal: 'sold-out' })
    expect(await sellAlone(tickets, ofEvent(8), { record: record(8) })).toMatchObject({ refusal: 'sold-out' })
    expect(commits).toEqual([1, 2, 1, 1])
  })

  it('is not called with purchases that are not stored', async () => {
    const { tickets, commits } = observed()
    expect(await sellAlone(tickets, ofEvent(1))).toMatchObject({ refusal: 'event-not-found' })
    await Promise.all([2, 3].map((n) => sellAlone(tickets, ofEvent(n))))
    expect(commits).toEqual([])
    await sellAlone(tickets, general(4), { record: record(4) })
    expect(await sellAlone(tickets, general(5), { record: record(4) })).toMatchObject({
      refusal: 'request-in-progress',
    })
    expect(commits).toEqual([1])
  })

  it('is called with the kind of each error that is followed by another attempt', async () => {
    const { database, retries } = observed()
    let attempts = 0
    const failingTwice = async () => {
      attempts += 1
      if (attempts < 3) throw attempts === 1 ? contended : lost
    }
    await database.write(failingTwice, 'idempotent')
    expect(retries).toEqual(['contended', 'lost'])
  })

  it('is not called with an error that is not followed by another attempt', async () => {
    const { database, retries } = observed()
    const defect = new Error('a defect')
    const failingWith = (error: Error) => async () => {
      throw error
    }
    await expect(database.write(failingWith(lost))).rejects.toThrow(OutcomeUnknown)
    await expect(database.query(failingWith(defect))).rejects.toBe(defect)
    expect(retries).toEqual([])
  })

  it('can be left out, or have no functions', async () => {
    const { tickets } = kyselyRepositories(opened.open(opened.url, { observer: {} }))
    await Promise.all([1, 2].map((n) => sellAlone(tickets, general(n))))
    await Promise.all([3, 4].map((n) => sellAlone(opened.tickets, general(n))))
    expect(await opened.tickets.find(general(4).ticketId)).toBeDefined()
  })
})

describe.each(namedEngines)('the connections of a database on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('are counted while they are in use, and so are the transactions that wait for one', async () => {
    const database = opened.open(opened.url, { connections: 2 })
    const max = engine.isMysql ? 2 : 1
    expect(database.connectionUse()).toEqual({ max, inUse: 0, waiting: 0 })
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const running: PromiseWithResolvers<void>[] = Array.from({ length: max }, () => Promise.withResolvers())
    let started = 0
    const transactions = [1, 2, 3].map(() =>
      database.transaction(async () => {
        running[started]?.resolve()
        started += 1
        await ended
      }),
    )
    await Promise.all(running.map(({ promise }) => promise))
    expect(database.connectionUse()).toEqual({ max, inUse: max, waiting: 3 - max })
    end()
    await Promise.all(transactions)
    expect(database.connectionUse()).toEqual({ max, inUse: 0, waiting: 0 })
  })
})

describe('the embedded database while another process has locked it', () => {
  it('counts a waiting write but no connection in use, and calls the observer at each retry', async () => {
    const opened = await aDatabase(sqlite)
    const retries: string[] = []
    const retried = Promise.withResolvers<void>()
    const onRetry = (kind: string) => {
      retries.push(kind)
      retried.resolve()
    }
    const database = opened.open(opened.url, { observer: { onRetry } })
    const other = new DatabaseSync(opened.url.slice('sqlite:'.length))
    other.exec('begin immediate')
    const write = sellAlone(kyselyRepositories(database).tickets, general(1), { record: record(1) })
    await Promise.race([retried.promise, write])
    const { inUse, waiting } = database.connectionUse()
    other.exec('rollback')
    other.close()
    await write
    expect([inUse, waiting]).toEqual([0, 1])
    expect(new Set(retries)).toEqual(new Set(['contended']))
    await opened.close()
  })
})
