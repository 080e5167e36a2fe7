import { once } from 'node:events'
import { mkdir, readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { kyselyRehearsalMark, migrate, openDatabase } from '@museum/adapters-persistence'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import type { Finding } from './finding.ts'
import { runDoctor } from './run-doctor.ts'

const secret = 'correct-horse'
let folder: string
let remove: () => Promise<void>
let path: string
let server: Server | undefined
const sockets = new Set<Socket>()
beforeEach(async () => {
  ;({ folder, remove } = await aTemporaryFolder())
  path = join(folder, 'museum.sqlite')
})
afterEach(async () => {
  server?.close()
  for (const socket of sockets) socket.destroy()
  server = undefined
  await remove()
})

/**
 * The findings that are not ok, except those that the disk of the tests may cause. Checks that none contains a secret, and that
 * each says what to do.
 */
const problems = async (environment: Record<string, string> = {}, isThorough = false) => {
  const settings = { MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: `sqlite:${path}`, ...environment }
  const findings = await runDoctor(settings, { isThorough })
  expect(JSON.stringify(findings)).not.toContain(secret)
  const found = findings.filter(({ level, message }) => level !== 'ok' && !message.includes('is in memory'))
  for (const { advice } of found) expect(advice).toMatch(/\S\.?$/)
  return found
}
const create = async () => {
  const database = openDatabase(`sqlite:${path}`)
  await migrate(database)
  await database.close()
}
const notChecked = (reason: string) =>
  expect.objectContaining({ message: `What is stored in the database was not checked, since ${reason}.` })
const serious = (check: Finding['check'], message: string | RegExp, advice: string) => ({
  check,
  level: 'serious',
  message: expect.stringMatching(message),
  advice: expect.stringContaining(advice),
})

/** Starts a TCP server that accepts connections and never responds. */
const listenSilently = async () => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('the doctor', () => {
  it('finds nothing wrong with a new museum, and changes no file', async () => {
    await create()
    const content = () => Promise.all([readdir(folder), readFile(path, 'base64')])
    const before = await content()
    expect(await problems()).toEqual([])
    expect(await problems({}, true)).toEqual([])
    expect(await content()).toEqual(before)
  })

  it('says that the database is that of a rehearsal', async () => {
    await create()
    const database = openDatabase(`sqlite:${path}`)
    await kyselyRehearsalMark(database).set()
    await database.close()
    const message = /^This is the database of a rehearsal: /
    const ofRehearsal = async (environment = {}) =>
      (await problems(environment)).filter((finding) => message.test(finding.message))
    expect(await ofRehearsal()).toMatchObject([{ check: 'database', level: 'warning' }])
    expect(await ofRehearsal({ MUSEUM_SHOP: 'on' })).toEqual([])
  })

  it('asks the payment provider, also while that is away or a setting is faulty', async () => {
    await create()
    const key = join(folder, 'key')
    await writeFile(key, 'rk_test_1', { mode: 0o600 })
    const settings = {
      MUSEUM_PAYMENT: 'stripe',
      MUSEUM_PUBLIC_URL: 'http://127.0.0.1:1',
      MUSEUM_STRIPE_KEY_FILE: key,
      MUSEUM_STRIPE_API_URL: `http://127.0.0.1:${await listenSilently()}`,
    }
    const found = async (but: Record<string, string> = {}) =>
      (await problems({ ...settings, ...but })).filter(({ check }) => check === 'payments')
    expect(await found()).toMatchObject([{ level: 'warning', message: 'Stripe has not answered within 3.5 s.' }])
    expect(await found({ MUSEUM_STRIPE_KEY_FILE: join(folder, 'none') })).toEqual([])
  })

  it('finds that there is no database, and creates nothing', async () => {
    path = join(folder, 'data', 'museum.sqlite')
    expect(await problems()).toEqual([
      serious('database', `^There is no database at ${path}\\.$`, 'restore a backup before you start the server'),
      notChecked('it cannot be used'),
    ])
    expect(await readdir(folder)).toEqual([])
  })

  it('finds a file that is no database, and one that was cut in the middle', async () => {
    await writeFile(path, 'x'.repeat(10_000), { mode: 0o600 })
    expect(await problems()).toEqual([
      serious('database', `${path} is not a SQLite database`, 'Name another file in MUSEUM_DATABASE_URL.'),
      notChecked('it cannot be used'),
    ])
    await writeFile(path, '')
    await create()
    await truncate(path, (await readFile(path)).length / 2)
    const found = await problems()
    expect(found).toContainEqual(serious('database', 'is damaged', 'estore a backup'))
  })

  it('finds a database of another program, of an older version and of a newer one', async () => {
    const file = new DatabaseSync(path)
    file.exec('pragma journal_mode = wal; create table fish (name text)')
    file.close()
    expect(await problems()).toContainEqual(
      serious(
        'database',
        /^The database lacks \d+ migrations \(2026-12-01-special-events/,
        'Make a backup, then start',
      ),
    )
    path = join(folder, 'other.sqlite')
    await create()
    const other = new DatabaseSync(path)
    other.exec("insert into kysely_migration values ('2999-01-01-later', '2020-01-01T00:00:00.000Z')")
    other.close()
    expect(await problems()).toEqual([
      serious('database', 'migrated by a newer version .*2999-01-01-later', 'Start that version, or a later one.'),
      notChecked('its tables are not those of this version'),
    ])
  })

  it('finds a table that is missing, without a stack trace', async () => {
    await create()
    const file = new DatabaseSync(path)
    file.exec('drop table user_account')
    file.close()
    const found = await problems()
    expect(found).toEqual([
      serious(
        'database',
        /does not have the schema of a museum: the table "user_account" is missing\.$/,
        'undo the change',
      ),
      serious('administrators', /^A table is missing in the database file .*SQLITE_ERROR, 1\)\.$/, 'restore a backup'),
    ])
  })

  it('finds that another process keeps the file locked', async () => {
    await create()
    const file = new DatabaseSync(path)
    file.exec('pragma locking_mode = exclusive; begin exclusive; create table fish (name text)')
    try {
      expect(await problems()).toContainEqual(serious('database', 'keeps .* locked', 'End that process'))
    } finally {
      file.close()
    }
  })

  it('finds faulty settings, and checks everything else', async () => {
    await create()
    const found = await problems({ MUSEUM_TIME_ZONE: 'Mars', MUSEUM_ADMIN_PASSWORD: `${secret}\n` })
    expect(found.map(({ check, level }) => [check, level])).toEqual([
      ['configuration', 'serious'],
      ['configuration', 'serious'],
    ])
    expect(await problems({ MUSEUM_DATABASE_URL: `mysql://a:${secret}@` })).toEqual([
      serious('configuration', '^MUSEUM_DATABASE_URL ', 'Correct the setting'),
      notChecked('its settings are faulty'),
    ])
  })

  it('ends when no database server listens or the server never responds, and says so', async () => {
    const silent = await listenSilently()
    const url = (port: number) => `mysql://museum:${secret}@127.0.0.1:${port}/museum`
    expect(await problems({ MUSEUM_DATABASE_URL: url(silent) })).toEqual([
      serious('database', 'does not respond|no connection came in time', 'heck'),
      notChecked('it cannot be used'),
    ])
    expect(await problems({ MUSEUM_DATABASE_URL: url(await findPortBelowEphemeralRange()) })).toEqual([
      serious('database', /^No server listens .*\(ECONNREFUSED\)\.$/, 'Start the database server, or correct them.'),
      notChecked('it cannot be used'),
    ])
  })

  it('finds a folder at the path of the database file', async () => {
    await mkdir(path)
    expect(await problems()).toContainEqual(serious('database', 'There is a folder', 'Name a file in'))
  })
})
