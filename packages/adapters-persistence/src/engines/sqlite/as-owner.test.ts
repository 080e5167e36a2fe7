import { hash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/testing'
import { aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { startChild } from '../../../test/start-child.ts'
import { asDatabaseMisconfigured, asOwnerOf } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../../database/museum-database.ts'
import { migrate } from '../../migrations/migrate.ts'
import { backupsOf } from '../../maintenance/backups.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const entry = anAuditEntry({ operation: 'restoreDatabase', subject: { kind: 'database', id: 'backup' } })

// When root runs the tests, the folder `service` belongs to another user, and the folder `private` to root. When any other user
// runs them, both belong to that user, so that only the handling of links is tested.
describe('in a folder that belongs to another user', () => {
  let folder: string
  let [service, hidden, path, backup, secret] = ['', '', '', '', '']
  let databases: MuseumDatabase[]
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'museum-owner-'))
    chmodSync(folder, 0o755)
    service = join(folder, 'service')
    hidden = join(folder, 'private')
    mkdirSync(service, { mode: 0o700 })
    mkdirSync(hidden, { mode: 0o700 })
    path = join(service, 'museum.sqlite')
    backup = join(hidden, 'backup.sqlite')
    secret = join(hidden, 'secret')
    writeFileSync(secret, 'a secret of root', { mode: 0o600 })
    const original = await aDatabase(sqlite)
    await backupsOf(original.database)!.write(backup)
    await original.close()
    databases = []
    give(service)
  })
  afterEach(async () => {
    await Promise.all(databases.map((database) => database.close()))
    rmSync(folder, { recursive: true })
  })
  const give = (file: string) => {
    if (isRoot) chownSync(file, nobody, nobody)
  }
  /** A database that belongs to the owner of the folder. */
  const makeDatabase = () => {
    copyFileSync(backup, path)
    chmodSync(path, 0o600)
    give(path)
  }
  const open = (file = path) => {
    const database = openDatabase(`sqlite:${file}`)
    databases.push(database)
    return database
  }
  const restore = async () => (await backupsOf(open())!.prepareRestoration(backup)).replace(entry)
  const stateOf = (file: string) => {
    const { mode, uid, gid } = statSync(file)
    return { mode: (mode & 0o777).toString(8), uid, gid, content: hash('sha256', readFileSync(file)) }
  }
  const ownersIn = (of: string) => [...new Set(readdirSync(of).map((name) => lstatSync(join(of, name)).uid))]
  const owner = isRoot ? nobody : (process.getuid?.() ?? 0)
  /**
   * Runs `work` this many times while another process exchanges temporary files, and returns how many files it has exchanged.
   */
  const exchanging = async (
    inFolder: string,
    target: string,
    work: () => Promise<unknown>,
    isEnough: (errors: readonly unknown[]) => boolean = () => true,
  ) => {
    const child = startChild('exchange-for-link.ts', [inFolder, target])
    expect(await child.line()).toBe('ready')
    const errors: (string | undefined)[] = []
    while (errors.length < 15 || !isEnough(errors)) errors.push(await work().then(() => undefined, String))
    const line = child.line()
    await child.end()
    return { exchanged: Number.parseInt(await line, 10), errors }
  }

  it('a restoration never writes to a file that another process has put in place of its temporary file', async () => {
    makeDatabase()
    const before = stateOf(secret)
    // Restorations that succeed had ended before their file was exchanged.
    const areSomeStopped = (errors: readonly unknown[]) => errors.some((error) => error !== undefined)
    const { exchanged, errors } = await exchanging(service, secret, restore, areSomeStopped)
    expect(stateOf(secret)).toEqual(before)
    expect(exchanged).toBeGreaterThan(0)
    // The last one is SQLite's, for a file that was exchanged after SQLite had opened it.
    const outcomes = /^restored$|^DatabaseMisconfigured: |^Error: attempt to write a readonly database$/
    for (const error of errors) expect(error ?? 'restored').toMatch(outcomes)
  })

  it('a backup never writes to a file that another process has put in place of its temporary file', async () => {
    makeDatabase()
    const made = join(hidden, 'made-through-a-link')
    let n = 0
    const { exchanged } = await exchanging(service, made, () =>
      backupsOf(open())!.write(join(service, `${(n += 1)}.sqlite`)),
    )
    expect(exchanged).toBeGreaterThan(0)
    // A user who owns both folders may create a file in both.
    if (isRoot) expect(existsSync(made)).toBe(false)
    expect(readFileSync(secret, 'utf8')).toBe('a secret of root')
  })

  it('a restoration and its files belong to the owner, and the backup is read by the caller', async () => {
    makeDatabase()
    const kept = await restore()
    expect(kept).toHaveLength(1)
    expect(ownersIn(service)).toEqual([owner])
    expect([process.geteuid?.(), process.getegid?.()]).toEqual([process.getuid?.(), process.getgid?.()])
    rmSync(path)
    await restore()
    expect(ownersIn(service)).toEqual([owner])
    const cancelled = await backupsOf(open())!.prepareRestoration(backup)
    cancelled.cancel()
    expect(process.geteuid?.()).toBe(process.getuid?.())
  })

  it('a restoration does not follow the name of the database to a file of root', async () => {
    const other = join(hidden, 'other.sqlite')
    copyFileSync(backup, other)
    const before = stateOf(other)
    symlinkSync(other, path)
    const restored = await restore().then(() => 'restored', String)
    // A user who owns both folders may follow the link.
    expect([restored === 'restored', stateOf(other).content === before.content]).toEqual([!isRoot, isRoot])
    expect(process.geteuid?.()).toBe(process.getuid?.())
  })

  it('a backup in a folder of root is written by root, and its database is opened by the owner', async () => {
    makeDatabase()
    await backupsOf(open())!.write(join(hidden, 'new.sqlite'))
    expect(statSync(join(hidden, 'new.sqlite')).uid).toBe(process.getuid?.() ?? 0)
    expect(ownersIn(service)).toEqual([owner])
    const other = join(hidden, 'other.sqlite')
    copyFileSync(backup, other)
    const before = stateOf(other)
    rmSync(path)
    symlinkSync(other, path)
    const error: unknown = await backupsOf(open())!
      .write(join(hidden, 'second.sqlite'))
      .catch((thrown: unknown) => thrown)
    if (!isRoot) return expect(error).toMatchObject({ content: { tickets: 0 } })
    expect(stateOf(other)).toEqual(before)
    expect(readdirSync(hidden)).not.toContain('second.sqlite')
    expect(String(asDatabaseMisconfigured(open(), error))).toContain(
      `may not read and write the database file ${path} (SQLITE_CANTOPEN, 14)`,
    )
  })

  it('a migration neither creates nor changes a file of root through a link, and says with whose rights it runs', async () => {
    for (const name of ['made', 'other.sqlite', 'empty']) {
      const target = join(hidden, name)
      if (name === 'other.sqlite') copyFileSync(backup, target)
      if (name === 'empty') writeFileSync(target, '')
      const before = existsSync(target) ? stateOf(target) : undefined
      rmSync(path, { force: true })
      symlinkSync(target, path)
      const database = open()
      const error = await migrate(database).then(
        () => undefined,
        (thrown: unknown) => String(asDatabaseMisconfigured(database, thrown)),
      )
      if (!isRoot) continue
      expect(error).toContain(
        `Root has the rights of the user with the number ${nobody} there, to whom ${service} belongs.`,
      )
      expect(existsSync(target) ? stateOf(target) : undefined).toEqual(before)
    }
    // Any other user has rights on the target of the link, so it is the database.
    if (!isRoot) expect(existsSync(join(hidden, 'made'))).toBe(true)
  })

  it('a new database, its log and its folder belong to the owner', async () => {
    const database = open(join(service, 'new', 'museum.sqlite'))
    await migrate(database)
    expect(ownersIn(service)).toEqual([owner])
    expect(ownersIn(join(service, 'new'))).toEqual([owner])
    expect(readdirSync(join(service, 'new'))).toEqual(['museum.sqlite', 'museum.sqlite-shm', 'museum.sqlite-wal'])
    expect(await database.isReady()).toMatchObject({ writes: true })
    await database.close()
    expect(readdirSync(join(service, 'new'))).toEqual(['museum.sqlite'])
  })

  it('a log that is a symbolic link is not written', async () => {
    makeDatabase()
    for (const suffix of ['-wal', '-shm', '-journal']) symlinkSync(secret, path + suffix)
    const before = stateOf(secret)
    await migrate(open()).catch(() => undefined)
    await restore().catch(() => undefined)
    expect(stateOf(secret)).toEqual(before)
  })

  it('the copy before a migration is made with the rights of the owner', async () => {
    makeDatabase()
    await open().engine.copyBeforeMigration('a-migration')
    expect(readdirSync(service)).toEqual(['museum.sqlite', 'museum.sqlite.before-a-migration'])
    expect(ownersIn(service)).toEqual([owner])
  })

  it('root takes the rights of the first other user who owns a part of the path', () => {
    const userAt = (at: string) => asOwnerOf(at, () => process.geteuid?.())
    const own = process.geteuid?.()
    const linked = join(hidden, 'linked')
    symlinkSync(service, linked)
    symlinkSync(join(hidden, 'loop'), join(hidden, 'loop'))
    writeFileSync(join(hidden, 'of-another-user'), '')
    give(join(hidden, 'of-another-user'))
    mkdirSync(join(service, 'below'))
    expect([join(hidden, 'new'), join(hidden, 'of-another-user'), join(hidden, 'loop', 'new')].map(userAt)).toEqual([
      own,
      own,
      own,
    ])
    const inService = [path, join(service, 'below', 'new'), join(linked, 'new'), join(hidden, '..', 'service', 'new')]
    expect(inService.map(userAt)).toEqual(inService.map(() => owner))
    chmodSync(hidden, 0o770)
    expect(userAt(join(hidden, 'of-another-user'))).toBe(owner)
    renameSync(join(hidden, 'of-another-user'), join(hidden, 'renamed'))
    expect(userAt(join(hidden, 'of-another-user'))).toBe(own)
  })
})
