import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { ConfirmationCode, Instant, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { aDatabase } from '../../../../test/a-database.ts'
import { sqlite } from '../../../../test/engines.ts'
import { startChild } from '../../../../test/start-child.ts'
import { versionBeforeRoles } from '../../../../test/version-before-roles.ts'
import { type MuseumDatabase, openDatabase } from '../../../database/museum-database.ts'
import { migrationNames } from '../../../migrations/index.ts'
import { backupsOf } from '../../backups.ts'

const entry = anAuditEntry({ operation: 'restoreDatabase', subject: { kind: 'database', id: 'backup' } })
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
  soldAt: Instant(Date.UTC(2030, 4, 1) + n),
})

describe('restoring a backup of a SQLite database', () => {
  let template: string
  // A database with 5 tickets, which no process has open, and a backup with the first 3 of them.
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'museum-backup-'))
    const original = await aDatabase(sqlite)
    const backups = backupsOf(original.database)
    for (let n = 1; n <= 3; n += 1) await sellAlone(original.tickets, aGeneralTicket(numbered(n)))
    await backups!.write(join(template, 'backup.sqlite'))
    for (let n = 4; n <= 5; n += 1) await sellAlone(original.tickets, aGeneralTicket(numbered(n)))
    await backups!.write(join(template, 'museum.sqlite'))
    await sellAlone(original.tickets, aGeneralTicket(numbered(6)))
    // As after a crash: the last tickets are only in the write-ahead log.
    const originalPath = original.url.slice('sqlite:'.length)
    for (const suffix of ['', '-wal']) copyFileSync(originalPath + suffix, join(template, `crashed.sqlite${suffix}`))
    await original.close()
    const file = new DatabaseSync(join(template, 'museum.sqlite'))
    file.exec('pragma journal_mode = wal')
    file.close()
  })
  afterAll(() => rmSync(template, { recursive: true }))

  let folder: string
  let path: string
  let url: string
  let backup: string
  let databases: MuseumDatabase[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'museum-restoration-'))
    databases = []
    path = join(folder, 'museum.sqlite')
    url = `sqlite:${path}`
    mkdirSync(join(folder, 'backups'))
    backup = join(folder, 'backups', 'backup.sqlite')
    copyFileSync(join(template, 'museum.sqlite'), path)
    copyFileSync(join(template, 'backup.sqlite'), backup)
  })
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()))
    rmSync(folder, { recursive: true })
  })
  /** The database has 6 tickets, some of which are in the write-ahead log that a crash has left. */
  const crash = () => {
    for (const suffix of ['', '-wal']) copyFileSync(join(template, `crashed.sqlite${suffix}`), path + suffix)
  }
  const open = (of = url) => {
    const database = openDatabase(of)
    databases.push(database)
    return database
  }

  const prepare = (file = backup, of = url) => backupsOf(open(of))!.prepareRestoration(file)
  const restore = async (file = backup) => (await prepare(file)).replace(entry)
  const rowsIn = (file: string, statement: string) => {
    const database = new DatabaseSync(file)
    try {
      return database.prepare(statement).all()
    } finally {
      database.close()
    }
  }
  const ticketsIn = (file = path) => rowsIn(file, 'select 1 from museum_ticket').length
  const filesBeside = (file = path) => readdirSync(dirname(file)).toSorted()
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)

  it('replaces the database, keeps the former one, and stores an audit entry', async () => {
    chmodSync(path, 0o644)
    const prepared = await prepare()
    const content = { tickets: 3, latestSale: numbered(3).soldAt, specialEvents: 0, users: 0, auditEntries: 0 }
    expect(prepared).toMatchObject({
      database: path,
      content: { ...content, pendingMigrations: [] },
      replaced: { ...content, tickets: 5, latestSale: numbered(5).soldAt },
      partFiles: [],
    })
    const kept = prepared.replace(entry)
    expect(kept).toEqual([expect.stringMatching(/museum\.sqlite\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)])
    expect([ticketsIn(), ticketsIn(kept[0])]).toEqual([3, 5])
    expect([path, ...kept].map(modeOf)).toEqual(['600', '600'])
    expect(filesBeside()).toHaveLength(3)
    const audit = await open().kysely.selectFrom('audit_entry').selectAll().execute()
    expect(audit).toEqual([expect.objectContaining({ operation: 'restoreDatabase', subject_kind: 'database' })])
    expect(ticketsIn(backup)).toBe(3)
  })

  it("keeps the content of the former database's write-ahead log", async () => {
    crash()
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
    const kept = await restore()
    expect(kept).toHaveLength(1)
    expect([ticketsIn(), ticketsIn(kept[0])]).toEqual([3, 6])
    expect(filesBeside()).toHaveLength(3)
  })

  it('keeps each former database when it is done twice', async () => {
    const [first, second] = [await restore(), await restore()]
    expect(first).not.toEqual(second)
    expect([...first, ...second].map(ticketsIn)).toEqual([5, 3])
  })

  it('changes nothing when it is cancelled', async () => {
    const before = filesBeside()
    const prepared = await prepare()
    prepared.cancel()
    expect(ticketsIn()).toBe(5)
    expect(filesBeside()).toEqual(before)
  })

  it('changes nothing when it is aborted while it copies', async () => {
    const before = filesBeside()
    const abort = new AbortController()
    const preparing = backupsOf(open())!.prepareRestoration(backup, {
      signal: abort.signal,
      onProgress: () => abort.abort(new Error('stopped by the test')),
    })
    await expect(preparing).rejects.toThrow('stopped by the test')
    expect(filesBeside()).toEqual(before)
    expect(ticketsIn()).toBe(5)
  })

  it('creates a database, and its folder, where there is none', async () => {
    const other = join(dirname(path), 'new', 'folder', 'museum.sqlite')
    const prepared = await prepare(backup, `sqlite:${other}`)
    expect(prepared.replaced).toBe(null)
    expect(prepared.replace(entry)).toEqual([])
    expect(ticketsIn(other)).toBe(3)
    expect(filesBeside(other)).toEqual(['museum.sqlite'])
    expect([other, dirname(other)].map(modeOf)).toEqual(['600', '700'])
  })

  it('creates no database where there is none when it is cancelled', async () => {
    rmSync(path)
    const prepared = await prepare()
    prepared.cancel()
    expect(filesBeside()).toEqual(['backups'])
  })

  it('creates no database where a symbolic link leads to a file that does not exist', async () => {
    const link = join(dirname(path), 'link.sqlite')
    symlinkSync(join(dirname(path), 'missing', 'museum.sqlite'), link)
    const before = filesBeside()
    await expect(prepare(backup, `sqlite:${link}`)).rejects.toThrow(
      /link\.sqlite is a symbolic link to .*museum\.sqlite, which does not exist\./,
    )
    expect(filesBeside()).toEqual(before)
  })

  it('replaces the target of a symbolic link, and keeps the link', async () => {
    const link = join(dirname(path), 'link.sqlite')
    symlinkSync(path, link)
    ;(await prepare(backup, `sqlite:${link}`)).replace(entry)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(ticketsIn()).toBe(3)
  })

  it('is refused for a database in memory, and so is a backup', async () => {
    const backups = backupsOf(open('sqlite::memory:'))
    await expect(backups!.prepareRestoration(backup)).rejects.toThrow('The database :memory: has no file.')
    await expect(backups!.write(join(folder, 'new.sqlite'))).rejects.toThrow('The database :memory: has no file.')
    expect(existsSync(':memory:')).toBe(false)
  })

  it('keeps the write-ahead log of a database whose file was deleted, and does not apply it', async () => {
    crash()
    rmSync(path)
    const log = readFileSync(`${path}-wal`)
    const kept = await restore()
    expect(kept).toEqual([expect.stringMatching(/-wal$/)])
    expect(readFileSync(kept[0]!)).toEqual(log)
    expect(ticketsIn()).toBe(3)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it.each([
    ['is not a database', (file: string) => writeFileSync(file, 'no database'.repeat(1000))],
    ['is cut', (file: string) => truncateSync(file, 3 * 4096)],
    ['has a damaged first page', (file: string) => writeFileSync(file, damagedAt(file, 100, 4096))],
  ])('keeps a database that %s, with the files beside it, and replaces it', async (_what, damage) => {
    crash()
    writeFileSync(`${path}-wal`, 'a damaged log')
    damage(path)
    const damaged = readFileSync(path)
    const prepared = await prepare()
    expect(prepared.replaced).toBe(undefined)
    const kept = prepared.replace(entry)
    // The header names the mode with a write-ahead log. A database whose header can be read is switched out of that mode.
    expect(readFileSync(kept[0]!).subarray(100)).toEqual(damaged.subarray(100))
    expect(ticketsIn()).toBe(3)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  const damagedAt = (file: string, start: number, end: number) => {
    const bytes = readFileSync(file)
    bytes.fill(0xff, start, end)
    return bytes
  }

  it('accepts a backup of an older version without an audit log, and names the pending migrations', async () => {
    rmSync(backup)
    const former = open(`sqlite:${backup}`)
    await versionBeforeRoles(former).migrate()
    await versionBeforeRoles(former).addDeletedEvent(exampleId(1), ['2030-05-17', '2030-05-18'], exampleId(2))
    await former.close()
    const prepared = await prepare()
    expect(prepared.content.pendingMigrations).toEqual(migrationNames.slice(8))
    prepared.replace(entry)
    expect(ticketsIn()).toBe(1)
  })

  it('replaces a database that a newer version has migrated', async () => {
    rowsIn(path, "insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z') returning name")
    const prepared = await prepare()
    expect(prepared.replaced).toMatchObject({ tickets: 5 })
    prepared.replace(entry)
    expect(ticketsIn()).toBe(3)
  })

  const withFile = (change: (file: string) => void) => () => change(backup)
  const run = (statements: string) => (file: string) => {
    const database = new DatabaseSync(file, { defensive: false })
    database.exec(statements)
    database.close()
  }

  it.each([
    ['is missing', withFile(rmSync), /^There is no file .*backup\.sqlite\.$/],
    ['is a folder', withFile((file) => (rmSync(file), mkdirSync(file))), /backup\.sqlite is not a file\.$/],
    ['is empty', withFile((file) => writeFileSync(file, '')), /backup\.sqlite is empty\.$/],
    [
      'is text',
      withFile((file) => writeFileSync(file, 'x'.repeat(9000))),
      /is not a SQLite database \(SQLITE_NOTADB\)\.$/,
    ],
    ['is short', withFile((file) => writeFileSync(file, 'SQLite')), /is not a SQLite database \(SQLITE_NOTADB\)\.$/],
    [
      'has only the beginning of one',
      withFile((file) => writeFileSync(file, `SQLite format 3\0${'x'.repeat(9000)}`)),
      /is not a SQLite database \(SQLITE_NOTADB, 26\)\.$/,
    ],
    ['is cut in the middle', withFile((file) => truncateSync(file, 10 * 4096)), /^The content of .* is damaged \(/],
    [
      'has a damaged index',
      withFile((file) => {
        const bytes = readFileSync(file)
        bytes.write('ticket-code-9', bytes.indexOf('ticket-code-2'))
        writeFileSync(file, bytes)
      }),
      /^The content of .*backup\.sqlite is damaged \(row \d+ missing from index/,
    ],
    [
      'is of another program',
      withFile((file) => (rmSync(file), run('create table ticket (id integer)')(file))),
      /backup\.sqlite is not a database of a museum: it has other tables\.$/,
    ],
    [
      'is of another program with migrations of Kysely',
      withFile((file) => {
        rmSync(file)
        run(
          `create table kysely_migration (name text, timestamp text); create table ticket (id integer);
           create table special_event (id integer); insert into kysely_migration values ('2024-01-01-first', '')`,
        )(file)
      }),
      /is not a database of a museum: it has other tables\.$/,
    ],
    [
      'is of a newer version',
      withFile(run("insert into kysely_migration values ('2999-01-01-later', '')")),
      /was migrated by a newer version of the museum \(2999-01-01-later\)\. Use that version, or a later one\.$/,
    ],
    [
      'lacks a migration between others',
      withFile(run("delete from kysely_migration where name = '2026-12-10-ticket-keys'")),
      /backup\.sqlite names later migrations, but not 2026-12-10-ticket-keys, as applied: its list of migrations is damaged\.$/,
    ],
    [
      'has a trigger',
      withFile(run('create trigger free after insert on museum_ticket begin update museum_ticket set price = 0; end')),
      /backup\.sqlite does not have the schema of a museum: the trigger "free" does not belong to the museum\.$/,
    ],
    [
      'has a view in place of a table',
      withFile(run('drop table change_lock; create view change_lock as select 1 as kind, 2 as changes')),
      /: the view "change_lock" does not belong to the museum; the table "change_lock" is missing\.$/,
    ],
    [
      'lacks a unique constraint',
      withFile(
        run(`pragma writable_schema = on;
             update sqlite_schema set sql = replace(sql, 'unique ("confirmation_code")', 'check (1)')
               where name = 'museum_ticket';
             delete from sqlite_schema where name = 'sqlite_autoindex_museum_ticket_2'`),
      ),
      /: the table "museum_ticket" differs\.$/,
    ],
    [
      'has the tables of another migration than its last one',
      withFile(run("delete from kysely_migration where name >= '2026-12-15'")),
      /: the index "closing_by_drawer" does not belong to the museum; .*; and \d+ more\.$/,
    ],
    [
      'is a copy of a database in use',
      withFile((file) => writeFileSync(`${file}-wal`, 'a log')),
      /is not complete without .*backup\.sqlite-wal/,
    ],
    [
      'is the database',
      () => {
        rmSync(backup)
        linkSync(path, backup)
      },
      /backup\.sqlite is the database itself, not a backup of it\.$/,
    ],
  ])('refuses a file that %s, and changes nothing', async (_what, change, sentence) => {
    change()
    const before = filesBeside()
    await expect(prepare()).rejects.toThrow(sentence)
    expect(filesBeside()).toEqual(before)
    expect(ticketsIn()).toBe(5)
  })

  it('throws the fault and the advice that its worker thread has found', async () => {
    rowsIn(backup, "insert into kysely_migration values ('2999-01-01-later', '') returning name")
    await expect(prepare()).rejects.toMatchObject({
      fault: expect.stringMatching(/was migrated by a newer version of the museum \(2999-01-01-later\)\.$/),
      advice: 'Use that version, or a later one.',
    })
  })

  it.each(['idle', 'idle, and its file is deleted', 'idle, and its file is overwritten'])(
    'is refused while another process has the database open: %s',
    async (what) => {
      const child = startChild('read-and-wait.ts', [path])
      expect(await child.line()).toBe('5 tickets')
      if (what.includes('deleted')) rmSync(path)
      if (what.includes('overwritten')) writeFileSync(path, 'no database'.repeat(1000))
      await expect(prepare()).rejects.toThrow(/^The database .*museum\.sqlite is in use\. .*\. Stop the server and all/)
      await child.end()
      expect(existsSync(path)).toBe(!what.includes('deleted'))
      if (what === 'idle') expect(ticketsIn()).toBe(5)
    },
  )

  it("is refused because of SQLite's lock where other processes cannot be listed", async () => {
    // The open files of the test's own process are not listed, so only the lock shows that the database is open.
    const other = open()
    await other.isReady()
    await expect(prepare()).rejects.toThrow('is in use. Another process has it open.')
    await other.close()
    expect(await restore()).toHaveLength(1)
  })

  it('makes a server that starts meanwhile open the restored database', async () => {
    const { replace } = await prepare()
    const child = startChild('open-file.ts', [path])
    expect(await child.line()).toBe('opening')
    // The child waits for the lock up to two seconds. If it starts later, it opens the new file at once.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [kept] = replace(entry)
    expect(await child.line()).toBe('{"tickets":3}')
    await child.end()
    expect(ticketsIn(kept!)).toBe(5)
  })

  it('leaves the former or the restored database when its process is killed before any change of a file', async () => {
    /** The content of the database after a process was killed before its n-th change of a file. */
    const outcomeOf = async (n: number) => {
      const file = join(dirname(path), `killed-${n}`, 'museum.sqlite')
      mkdirSync(dirname(file))
      copyFileSync(path, file)
      const child = startChild('restore-and-die.ts', [file, backup, String(n), JSON.stringify(entry)])
      const isDone = (await child.line().catch(() => 'killed')) === 'restored'
      await child.end()
      expect(rowsIn(file, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      expect(filesBeside(file).filter((name) => name.includes('.part-')).length).toBeLessThanOrEqual(1)
      return `${isDone ? 'done' : 'killed'}: ${ticketsIn(file)}, ${rowsIn(file, 'select 1 from audit_entry').length}`
    }
    // Killed before and after the former file gets the kept name, before and after the restored file gets the name, and not at
    // all.
    const outcomes = await Promise.all([3, 4, 9, 10, 99].map(outcomeOf))
    expect(new Set(outcomes)).toEqual(new Set(['killed: 5, 0', 'killed: 3, 1', 'done: 3, 1']))
  }, 60_000)

  it('names the temporary files of restorations that were interrupted', async () => {
    writeFileSync(`${path}.part-0123abcd`, '')
    expect(await prepare().then((prepared) => (prepared.cancel(), prepared.partFiles))).toEqual([
      `${path}.part-0123abcd`,
    ])
  })

  it('gives the restored file to the owner of the former one', async () => {
    const { uid, gid } = statSync(path)
    // Only root can give a file to another user; for others the owner is the same before and after.
    const owner = process.geteuid?.() === 0 ? 65_534 : uid
    chownSync(path, owner, gid)
    await restore()
    expect(statSync(path).uid).toBe(owner)
  })
})
