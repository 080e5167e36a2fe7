import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { Capacity, ConfirmationCode, Email, Instant, TicketId } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../../../test/a-database.ts'
import { sqlite } from '../../../../test/engines.ts'
import { startChild } from '../../../../test/start-child.ts'
import { versionBeforeRoles } from '../../../../test/version-before-roles.ts'
import { migrationNames } from '../../../migrations/index.ts'
import { backupsOf } from '../../backups.ts'

const event = aSpecialEvent()
const soldAt = Date.UTC(2030, 4, 1)
const ticketTo = (n: number, email = 'visitor@example.org') =>
  anEventTicket({
    ticketId: TicketId(exampleId(1000 + n)),
    confirmationCode: ConfirmationCode(`ticket-code-${n}`),
    purchaser: { email: Email(email) },
    soldAt: Instant(soldAt + n),
  })

describe('a backup of a SQLite database', () => {
  let opened: OpenedDatabase
  let path: string
  let target: string
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
    path = opened.url.slice('sqlite:'.length)
    mkdirSync(join(dirname(path), 'backups'))
    target = join(dirname(path), 'backups', 'museum-backup.sqlite')
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())
  const write = (file = target) => backupsOf(opened.database)!.write(file)
  const filesBeside = (file: string) => readdirSync(dirname(file)).toSorted()

  it('contains every ticket that was sold before it began, with matching counters, while others are sold', async () => {
    await opened.capacities.setForEvent(event.eventId, Capacity(100_000), () => anAuditEntry())
    const sold: string[] = []
    const stop = new AbortController()
    const selling = (async () => {
      while (!stop.signal.aborted) {
        const ticket = ticketTo(sold.length + 1)
        await sellAlone(opened.tickets, ticket)
        sold.push(ticket.ticketId)
        await new Promise(setImmediate)
      }
    })()
    while (sold.length < 50) await new Promise(setImmediate)
    const soldBefore = sold.length
    const { content } = await write()
    const soldMeanwhile = sold.length - soldBefore
    stop.abort()
    await selling
    expect(content.tickets).toBeGreaterThanOrEqual(soldBefore)
    expect(soldMeanwhile).toBeGreaterThan(0)
    const copy = new DatabaseSync(target)
    expect(copy.prepare('select sum(sold) as sold from slot').get()).toEqual(
      copy.prepare('select count(*) as sold from museum_ticket').get(),
    )
    copy.close()
  })

  it('is one file without a write-ahead log that only its owner can read, and its content is reported', async () => {
    await sellAlone(opened.tickets, ticketTo(1))
    await sellAlone(opened.tickets, ticketTo(2))
    const written = await write()
    expect(written).toEqual({
      file: target,
      bytes: statSync(target).size,
      content: {
        tickets: 2,
        latestSale: soldAt + 2,
        specialEvents: 1,
        users: 0,
        auditEntries: 1,
        pendingMigrations: [],
      },
      partFiles: [],
    })
    expect(filesBeside(target)).toEqual([basename(target)])
    expect((statSync(target).mode & 0o777).toString(8)).toBe('600')
    const copy = new DatabaseSync(target, { readOnly: true })
    expect(copy.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'delete' })
    copy.close()
    expect(filesBeside(target)).toEqual([basename(target)])
  })

  it('leaves out rows that were deleted from the database', async () => {
    await sellAlone(opened.tickets, ticketTo(1, 'forgotten@example.org'))
    await sellAlone(opened.tickets, ticketTo(2))
    const isIn = (file: string) => readFileSync(file).includes('forgotten@example.org')
    await opened.database.close()
    const file = new DatabaseSync(path)
    file.exec(`pragma secure_delete = off; delete from museum_ticket where email = 'forgotten@example.org'`)
    file.close()
    expect(isIn(path)).toBe(true)
    await backupsOf(opened.open())!.write(target)
    expect(isIn(target)).toBe(false)
  })

  it('is written of a database of an older version, and names the pending migrations', async () => {
    const older = opened.open(`sqlite:${join(dirname(path), 'older.sqlite')}`)
    await versionBeforeRoles(older).migrate()
    expect((await backupsOf(older)!.write(target)).content.pendingMigrations).toEqual(migrationNames.slice(8))
  })

  it('is not written of a database with a trigger', async () => {
    const file = new DatabaseSync(path)
    file.exec('create trigger free after insert on museum_ticket begin update museum_ticket set price = 0; end')
    file.close()
    await expect(write()).rejects.toThrow(
      `The copy of ${path} does not have the schema of a museum: the trigger "free" does not belong to the museum.`,
    )
    expect(filesBeside(target)).toEqual([])
  })

  it('is written of a database that was analyzed', async () => {
    const file = new DatabaseSync(path)
    file.exec('analyze')
    file.close()
    expect((await write()).content.specialEvents).toBe(1)
  })

  it('never overwrites a file, nor follows a symbolic link', async () => {
    const link = join(dirname(target), 'link.sqlite')
    symlinkSync(target, link)
    await expect(write(link)).rejects.toThrow(`${link} exists, and a backup never overwrites a file.`)
    expect(existsSync(target)).toBe(false)
    writeFileSync(target, 'mine')
    await expect(write()).rejects.toThrow(`${target} exists, and a backup never overwrites a file.`)
    expect(readFileSync(target, 'utf8')).toBe('mine')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
  })

  it.each(['', '-journal'])('is not written under a name of the database: museum.sqlite%s', async (suffix) => {
    await expect(write(path + suffix)).rejects.toThrow(/exists|is a name of the database itself/)
  })

  it('is not written under the name of a write-ahead log that does not exist at the moment', async () => {
    await opened.database.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    await expect(write(`${path}-wal`)).rejects.toThrow('is a name of the database itself')
  })

  it('is not written to a folder that does not exist, and creates none', async () => {
    const file = join(dirname(target), 'missing', 'backup.sqlite')
    await expect(write(file)).rejects.toThrow(`there is no folder ${dirname(file)} (ENOENT)`)
    expect(existsSync(dirname(file))).toBe(false)
  })

  it('is not kept when the database is damaged', async () => {
    for (let n = 1; n <= 200; n += 1) await sellAlone(opened.tickets, ticketTo(n))
    await opened.database.close()
    truncateSync(path, statSync(path).size - 3 * 4096)
    const writing = backupsOf(opened.open())!.write(target)
    await expect(writing).rejects.toMatchObject({ errcode: 11 })
    expect(filesBeside(target)).toEqual([])
  })

  it('is not written of a database of another program', async () => {
    const other = join(dirname(path), 'other.sqlite')
    const file = new DatabaseSync(other)
    file.exec('create table ticket (id integer)')
    file.close()
    await expect(backupsOf(opened.open(`sqlite:${other}`))!.write(target)).rejects.toThrow(
      'is not a database of a museum',
    )
    expect(filesBeside(target)).toEqual([])
  })

  it('leaves no file when it is aborted while it copies', async () => {
    const abort = new AbortController()
    const writing = backupsOf(opened.database)!.write(target, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('stopped by the test')),
    })
    await expect(writing).rejects.toThrow('stopped by the test')
    expect(filesBeside(target)).toEqual([])
  })

  it('leaves no file when the copy cannot be written completely', async () => {
    for (let n = 1; n <= 500; n += 1) await sellAlone(opened.tickets, ticketTo(n))
    const child = startChild('write-backup.ts', [opened.url, target], {}, 100)
    expect(await child.line()).toBe('ready')
    child.go()
    let line = await child.line()
    while (line === 'copy') line = await child.line()
    expect(line).toMatch(`${target} cannot be written: `)
    await child.end()
    expect(filesBeside(target)).toEqual([])
  })

  it('leaves no file of its name when its process is killed, and the next backup names the temporary file', async () => {
    const child = startChild('write-backup.ts', [opened.url, target, 'copy'])
    await child.line()
    child.go()
    await child.end()
    const left = filesBeside(target)
    expect(left).toEqual([expect.stringMatching(/^museum-backup\.sqlite\.part-[0-9a-f]{8}$/)])
    expect((await write()).partFiles).toEqual(left.map((name) => join(dirname(target), name)))
    expect(filesBeside(target)).toEqual([basename(target), ...left])
  })
})
