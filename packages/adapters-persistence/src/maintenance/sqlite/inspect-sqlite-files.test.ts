import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { chmodSync, chownSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { startChild } from '../../../test/start-child.ts'
import { type DatabaseFinding, inspectDatabaseFiles } from '@museum/database/maintenance'

const megabyte = 1024 * 1024

describe('the inspection of the files of an embedded database', () => {
  let opened: OpenedDatabase
  let path: string
  beforeEach(async () => {
    // The migrations are in the log, as when a server has created the database.
    opened = await aDatabase({ ...sqlite, createTables: undefined })
    path = opened.url.slice('sqlite:'.length)
  })
  afterEach(() => opened.close())

  const inspectFiles = (file: string) => inspectDatabaseFiles(opened.open(`sqlite:${file}`))
  /** The findings that are not ok, except those that the disk of the tests may cause. */
  const problems = async (check: DatabaseFinding['check'] = 'file-permissions', file = path) =>
    (await inspectFiles(file)).filter((finding) => finding.check === check && finding.level !== 'ok')

  it('finds nothing wrong with the files that the museum has created', async () => {
    expect(await problems()).toEqual([])
    const found = await inspectFiles(path)
    expect(found).toContainEqual({ check: 'database', level: 'ok', message: 'SQLite writes to a write-ahead log.' })
    expect(found).toContainEqual({
      check: 'file-permissions',
      level: 'ok',
      message: 'The database file can be read and written by its owner, and by no other user.',
    })
    expect(found.filter((finding) => finding.check === 'disk-space').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The disk with .* has [\d.]+ [MG]B free; the database has 0\.\d MB\.$/),
      expect.stringMatching(/^The folder for temporary files, /),
    ])
  })

  it('finds nothing wrong when the file and its folder do not exist', async () => {
    const missing = `${dirname(path)}/a/b/museum.sqlite`
    expect(await problems('file-permissions', missing)).toEqual([])
    expect((await inspectFiles(missing)).map(({ message }) => message)).toContainEqual(
      expect.stringMatching(`^The disk with ${dirname(path)} has`),
    )
  })

  it('finds files that other users can read, with the command that changes it', async () => {
    chmodSync(path, 0o644)
    chmodSync(`${path}-wal`, 0o660)
    expect(await problems()).toEqual([
      {
        check: 'file-permissions',
        level: 'warning',
        message: `Other users of this machine can read ${path}, ${path}-wal.`,
        advice: `Run: chmod 600 '${path}' '${path}-wal'`,
      },
    ])
  })

  it('finds copies and incomplete copies of the database, and no files with other names', async () => {
    const copies = [`${path}.before-2026-12-08-occurrences`, `${path}.before-2026-12-08-occurrences.part`]
    for (const copy of copies) writeFileSync(copy, '', { mode: 0o600 })
    writeFileSync(`${dirname(path)}/other.sqlite`, '')
    expect(await problems()).toEqual([
      {
        check: 'file-permissions',
        level: 'warning',
        message: `Beside the database are copies of it, which contain addresses of purchasers: ${copies.join(', ')}.`,
        advice: expect.stringMatching(/^Delete what you no longer need/),
      },
    ])
  })

  it('reports that the user may not read and write the database file', async () => {
    // The other user of the child process must have access to the folder.
    chmodSync(dirname(path), 0o755)
    chmodSync(path, 0o444)
    const child = startChild('inspect-files-of-another-user.ts', [path])
    const found = JSON.parse(await child.line()) as DatabaseFinding[]
    await child.end()
    expect(found).toContainEqual({
      check: 'file-permissions',
      level: 'serious',
      message: `This user may not read and write ${path} (EACCES).`,
      advice: expect.stringMatching(/^Run doctor as the user that runs the server/),
    })
  })

  it('finds files of several users, which only root can make', async () => {
    const own = process.getuid!()
    if (own === 0) chownSync(`${path}-wal`, 65_534, 65_534)
    const expected = expect.objectContaining({
      level: 'serious',
      message: `${path} belongs to the user with the number 0, but ${path}-wal to the one with the number 65534.`,
      advice: `Make the user that runs the server the owner of both: chown USER '${dirname(path)}' '${path}'*`,
    })
    expect(await problems()).toEqual(own === 0 ? [expected] : [])
    if (own !== 0) return
    chownSync(path, 65_534, 65_534)
    chownSync(`${path}-shm`, 65_534, 65_534)
    expect(await problems()).toMatchObject([{ message: expect.stringContaining(`but ${dirname(path)} to`) }])
    chownSync(dirname(path), 65_534, 65_534)
    expect(await problems()).toEqual([])
  })

  it('finds a database whose journal mode was changed', async () => {
    await opened.database.close()
    const file = new DatabaseSync(path)
    file.exec('pragma journal_mode = delete')
    file.close()
    expect(await problems('database')).toContainEqual({
      check: 'database',
      level: 'warning',
      message: 'The database has no write-ahead log: another program has changed its journal mode.',
      advice: expect.stringMatching(/^Start the server/),
    })
  })

  it('finds a write-ahead log that has grown', async () => {
    await opened.database.close()
    writeFileSync(`${path}-wal`, '', { mode: 0o600 })
    truncateSync(`${path}-wal`, 600 * megabyte)
    expect(await problems('disk-space')).toMatchObject([
      { level: 'warning', message: `The write-ahead log ${path}-wal has 600 MB.` },
    ])
  })

  it('says where the temporary files are, and finds that there is no folder for them', async () => {
    const folder = `${dirname(path)}/temporary`
    mkdirSync(folder)
    const before = process.env['SQLITE_TMPDIR']
    process.env['SQLITE_TMPDIR'] = folder
    try {
      expect((await inspectFiles(path)).map(({ message }) => message)).toContainEqual(
        expect.stringMatching(`^The folder for temporary files, ${folder}, has`),
      )
    } finally {
      if (before === undefined) delete process.env['SQLITE_TMPDIR']
      else process.env['SQLITE_TMPDIR'] = before
    }
  })
})
