import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sellAlone } from '@museum/testing'
import { ConfirmationCode, TicketId, isRefusal } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { sql } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { startChild } from '../../../test/start-child.ts'
import { unavailableAfter } from '../../../test/unavailable-after.ts'
import { asDatabaseMisconfigured } from '@museum/database'
import type { MuseumDatabase } from '../../database/museum-database.ts'
import { kyselyRepositories } from '../../kysely-repositories.ts'
import { migrate } from '../../migrations/migrate.ts'

let opened: OpenedDatabase
let path: string
let sales = 0
beforeEach(async () => {
  // The migrations are in the log, as when a server has created the database.
  opened = await aDatabase({ ...sqlite, createTables: undefined })
  path = opened.url.slice('sqlite:'.length)
})
afterEach(() => opened.close())

const buy = async (database: MuseumDatabase = opened.database) => {
  sales += 1
  const confirmationCode = ConfirmationCode(`ticket-general-abcdef-${23_456 + sales}`)
  const ticket = aGeneralTicket({ ticketId: TicketId(exampleId(sales)), confirmationCode })
  expect(isRefusal(await sellAlone(kyselyRepositories(database).tickets, ticket))).toBe(false)
}
const ticketsIn = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('select count(*) as tickets from museum_ticket').get()
  database.close()
  return row?.['tickets']
}

describe.each(['-wal', '-shm'])('while %s is not at its path,', (suffix) => {
  const replacements = [
    ['renamed', async () => undefined],
    ['replaced by an empty file', (file: string) => writeFile(file, '')],
    ['replaced by a copy', (file: string) => copyFile(`${file}-moved`, file)],
  ] as const

  it.each(replacements)('%s, nothing is read or written; then the database is used again', async (_, replace) => {
    const warnings: string[] = []
    const database = opened.open(opened.url, { warn: (text) => warnings.push(text) })
    await buy(database)
    await rename(path + suffix, `${path}${suffix}-moved`)
    await replace(path + suffix)
    await unavailableAfter(sellAlone(kyselyRepositories(database).tickets, aGeneralTicket()))
    const failure: unknown = await database.query((tables) => sql`select 1`.execute(tables)).catch((error) => error)
    const message =
      `${path}${suffix}, which belongs to the database, was moved, deleted or replaced while it was open (SQLITE_READONLY_DBMOVED, 1032). ` +
      'Stop the server with SIGTERM, so that it saves the log to the database file, and start it again.'
    expect(asDatabaseMisconfigured(database, failure)).toMatchObject({ message })
    expect(await database.isReady()).toBe(false)
    expect(warnings).toEqual([message])
    await rename(`${path}${suffix}-moved`, path + suffix)
    await buy(database)
    expect(await database.isReady()).toEqual({ writes: true })
  })
})

describe('a log that was deleted', () => {
  it('is written to the database file by the first statement after the deletion', async () => {
    await buy()
    // Reads the database file alone, as it would be left if the process ended now.
    const stored = async () => {
      await copyFile(path, `${path}-copy`)
      return ticketsIn(`${path}-copy`)
    }
    await expect(stored()).rejects.toThrow('no such table')
    await rm(`${path}-wal`)
    expect(await opened.database.isReady()).toBe(false)
    expect(await stored()).toBe(1)
  })

  it('is not written after another process may have written to the database', async () => {
    await buy()
    const before = await readFile(path)
    await rm(`${path}-shm`)
    await writeFile(`${path}-shm`, '')
    expect(await opened.database.isReady()).toBe(false)
    expect((await readFile(path)).equals(before)).toBe(true)
  })

  it('keeps others from opening the database, even if they cannot see the process that has it open', async () => {
    // The process is not listed here, so that only its lock shows that it exists.
    await buy()
    for (const suffix of ['-wal', '-shm']) {
      await rename(path + suffix, `${path}${suffix}-moved`)
      const database = opened.open()
      const failure: unknown = await database.query((tables) => sql`select 1`.execute(tables)).catch((error) => error)
      expect(asDatabaseMisconfigured(database, failure)).toMatchObject({
        message: expect.stringMatching(
          `^Another process has the database ${path} open or locked without ${path}${suffix}, which`,
        ),
      })
      expect(existsSync(path + suffix)).toBe(false)
      await rename(`${path}${suffix}-moved`, path + suffix)
      await buy(database)
    }
  })

  it('keeps others from opening the database, even when another program has created the file again', async () => {
    const child = startChild('open-file.ts', [path])
    expect([await child.line(), await child.line()]).toEqual(['opening', '{"tickets":0}'])
    await opened.database.close()
    await rm(`${path}-shm`)
    await writeFile(`${path}-shm`, '')
    for (const options of [{}, { readOnly: true }])
      await expect(opened.open(opened.url, options).kysely.selectFrom('museum_ticket').execute()).rejects.toThrow(
        /^The process \d+ has the database .* open, but .*-shm was deleted, moved or replaced/,
      )
    await child.end()
    await buy(opened.open())
  })
})

describe('an undamaged log', () => {
  it('is found beside the file to which a symbolic link leads', async () => {
    const folder = join(dirname(path), 'links')
    await mkdir(folder)
    await symlink(path, join(folder, 'link.sqlite'))
    const database = opened.open(`sqlite:${join(folder, 'link.sqlite')}`)
    await buy(database)
    await rm(`${path}-wal`)
    await unavailableAfter(sellAlone(kyselyRepositories(database).tickets, aGeneralTicket()))
  })

  it('may be emptied and read by other processes, and deleted by the last one that closes the database', async () => {
    const child = startChild('read-and-wait.ts', [path])
    await child.line()
    const other = new DatabaseSync(path)
    for (const mode of ['passive', 'full', 'restart', 'truncate']) {
      other.exec(`pragma wal_checkpoint(${mode})`)
      await buy()
    }
    other.close()
    await child.end()
    await buy()
    await opened.database.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    await buy(opened.open())
  })

  it('may be missing while a backup is restored: another process waits', async () => {
    await opened.database.close()
    const restoring = new DatabaseSync(path)
    restoring.exec('pragma journal_mode = delete; begin exclusive')
    const waiting = migrate(opened.open())
    await sleep(2_500)
    restoring.exec('rollback')
    restoring.close()
    expect(await waiting).toEqual([])
  })

  it('may have copies that other programs read', async () => {
    await copyFile(`${path}-wal`, `${path}-wal.bak`)
    const child = startChild('hold-open.ts', [`${path}-wal.bak`])
    expect(await child.line()).toBe('open')
    await buy(opened.open())
    await child.end()
  })
})
