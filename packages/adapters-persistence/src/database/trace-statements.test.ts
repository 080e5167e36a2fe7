import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { sql } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { addSlot } from '../../test/add-slot.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import type { DatabaseTracer } from '@museum/database'
import type { DatabaseOptions } from './museum-database.ts'

const ticket = (n: number) =>
  aGeneralTicket({ ticketId: TicketId(exampleId(1000 + n)), confirmationCode: ConfirmationCode(`ticket-code-${n}`) })
const wordOf = (text: string) => /^\w+/.exec(text)![0]

describe.each(namedEngines)('the tracer of a database on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  /** A database whose statements are recorded with the name of the request in whose context they were traced. */
  const traced = (options: DatabaseOptions = {}) => {
    const requests = new AsyncLocalStorage<string>()
    const statements: { request: string | undefined; sql: string; outcome: string }[] = []
    const waits: { request: string | undefined; milliseconds: number; error: unknown }[] = []
    const batches: unknown[] = []
    const request = () => requests.getStore()
    const tracer: DatabaseTracer = {
      traceStatement: async (text, execute) => {
        const statement = { request: request(), sql: text, outcome: 'running' }
        statements.push(statement)
        try {
          const result = await execute()
          statement.outcome = 'executed'
          return result
        } catch (error) {
          statement.outcome = 'failed'
          throw error
        }
      },
      onConnectionWait: (milliseconds, error) => waits.push({ request: request(), milliseconds, error }),
      joinBatch: request,
      traceBatch: (members, run) => {
        batches.push(members)
        return requests.run(members.length === 1 ? String(members[0]) : 'batch', run)
      },
    }
    const database = opened.open(opened.url, { ...options, tracer })
    const statementsOf = (name: string) =>
      statements.filter(({ request: other }) => other === name).map(({ sql: text }) => wordOf(text))
    return { database, ...kyselyRepositories(database), requests, statements, statementsOf, waits, batches }
  }

  it('is called around each statement of a transaction, its begin and its end', async () => {
    const { database, requests, statements, statementsOf } = traced()
    await requests.run('one', () => database.transaction(async (tables) => void (await sql`select 1`.execute(tables))))
    expect(statementsOf('one')).toEqual(['begin', 'select', 'commit'])
    const failing = database.transaction(async (tables) => {
      await sql`select 2`.execute(tables)
      throw new TypeError('a defect')
    })
    await expect(requests.run('two', () => failing)).rejects.toThrow('a defect')
    expect(statements.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'executed'))
    expect(statements.at(-1)!.sql).toBe('rollback')
  })

  it('gets the text of a statement with placeholders, never its values', async () => {
    const { tickets, statements } = traced()
    await sellAlone(tickets, ticket(1))
    const insert = statements.find(({ sql: text }) => text.includes('insert into'))!
    expect(insert.sql).toContain('?')
    expect(JSON.stringify(statements)).not.toContain('ticket-code-1')
  })

  it('is called in the context of each of many concurrent requests', async () => {
    const { database, requests, statements } = traced({ connections: 3 })
    await Promise.all(
      Array.from({ length: 40 }, (_item, n) =>
        requests.run(`request ${n}`, () =>
          n % 2 === 0
            ? database.query((tables) => sql`select ${sql.lit(`request ${n}`)}`.execute(tables))
            : database.transaction((tables) => sql`select ${sql.lit(`request ${n}`)}`.execute(tables)),
        ),
      ),
    )
    const selects = statements.filter(({ sql: text }) => text.startsWith('select'))
    expect(selects).toHaveLength(40)
    for (const { request, sql: text } of selects) expect(text).toBe(`select '${request}'`)
    expect(statements.filter(({ request }) => request === undefined)).toEqual([])
  })

  it('is called with a failed statement, and returns its error unchanged', async () => {
    const { database, statements } = traced()
    await expect(database.query((tables) => sql`select nothing`.execute(tables))).rejects.toThrow(/nothing/)
    expect(statements).toEqual([{ request: undefined, sql: 'select nothing', outcome: 'failed' }])
  })

  it('is called with how long a request waited for a connection', async () => {
    const { database, requests, waits } = traced({ connections: 1 })
    const transactionBegun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = requests.run('first', () =>
      database.transaction(async (tables) => {
        await sql`select 1`.execute(tables)
        transactionBegun.resolve()
        await mayEnd.promise
      }),
    )
    await transactionBegun.promise
    const second = requests.run('second', () => database.query((tables) => sql`select 2`.execute(tables)))
    setTimeout(() => mayEnd.resolve(), 100)
    await Promise.all([first, second])
    expect(waits.map(({ request }) => request)).toEqual(['first', 'second'])
    expect(waits[1]!.milliseconds).toBeGreaterThan(90)
    expect(waits[1]!.error).toBeUndefined()
  })

  it('is called once for the batch in which concurrent purchases are stored', async () => {
    await addSlot(opened.database, ticket(1))
    const { tickets, requests, batches, statementsOf } = traced()
    // The first purchase reads what is offered, and the first change who receives messages.
    await requests.run('first purchase', () => sellAlone(tickets, ticket(5)))
    await Promise.all([1, 2, 3].map((n) => requests.run(`purchase ${n}`, () => sellAlone(tickets, ticket(n)))))
    expect(batches).toEqual([['first purchase'], ['first purchase'], ['purchase 1', 'purchase 2', 'purchase 3']])
    const statements = engine.isMysql
      ? ['start', 'insert']
      : ['begin', 'select', 'select', 'insert', 'insert', 'commit']
    expect(statementsOf('batch')).toEqual(statements)
    await requests.run('lone purchase', () => sellAlone(tickets, ticket(4)))
    expect(statementsOf('lone purchase')).toEqual(statements)
  })
})
