import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import { newerVersion, printedBy, startError } from '../../test/printed-by.ts'
import { useServers } from '../../test/use-servers.ts'

const { folder } = useServers()

/** Runs statements on the database file. */
const execute = (statements: string) => {
  const file = new DatabaseSync(join(folder(), 'museum.sqlite'))
  file.exec(statements)
  file.close()
}

describe('a command says what is wrong with the embedded database', () => {
  const url = 'sqlite:museum.sqlite'
  const path = () => join(folder(), 'museum.sqlite')

  it('when its path is a folder', async () => {
    await mkdir(path())
    expect(await printedBy('serve', folder(), url)).toEqual(
      startError(
        `There is a folder at the path of the database file ${path()} (EISDIR, 14). Name a file in MUSEUM_DATABASE_URL.`,
      ),
    )
  })

  it('when a part of its path is a file', async () => {
    await writeFile(join(folder(), 'a-file'), '')
    expect(await printedBy('serve', folder(), 'sqlite:a-file/museum.sqlite')).toEqual(
      startError(
        `The folder of the database file ${folder()}/a-file/museum.sqlite cannot be created: a part of its path is a file (EEXIST). ` +
          'Correct MUSEUM_DATABASE_URL.',
      ),
    )
  })

  it('when its file is not a database', async () => {
    await writeFile(path(), 'x'.repeat(10_000), { mode: 0o600 })
    for (const program of ['serve', 'migrate', 'call getSchedule', 'demo'])
      expect(await printedBy(program, folder(), url)).toEqual(
        startError(
          `The content of the database file ${path()} is not a SQLite database (SQLITE_NOTADB, 26). ` +
            'Name another file in MUSEUM_DATABASE_URL.',
        ),
      )
  })

  it('when its file is damaged', async () => {
    expect((await printedBy('migrate', folder(), url)).code).toBe(0)
    await writeFile(path(), (await readFile(path())).fill(0xff, 4_096))
    expect(await printedBy('serve', folder(), url)).toEqual(
      startError(
        `The content of the database file ${path()} is damaged (SQLITE_CORRUPT, 11). ` +
          'Restore a backup of it, and keep the damaged file.',
      ),
    )
  })

  it('when it would be in memory', async () => {
    expect(await printedBy('serve', folder(), 'sqlite::memory:')).toEqual(
      startError(
        'SQLite cannot keep a write-ahead log at :memory: (journal mode memory). ' +
          'Name a file on a local disk in MUSEUM_DATABASE_URL.',
      ),
    )
  })

  it('when a newer version has migrated it', async () => {
    await printedBy('migrate', folder(), url)
    execute("insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')")
    for (const program of ['serve', 'migrate', 'call getSchedule', 'demo'])
      expect(await printedBy(program, folder(), url)).toEqual(newerVersion)
  })

  it('without statements and values when a table is missing, as after another version has migrated it', async () => {
    await printedBy('migrate', folder(), url)
    execute('drop table user_account')
    const { code, text } = await printedBy('serve', folder(), url)
    expect(code).toBe(1)
    expect(text).toMatch(/^A table is missing in the database file .*SQLITE_ERROR, 1\)\. Start the version/)
    expect(text).not.toMatch(/ from |user_account|scrypt|staple/)
  })
})
