import { execFileSync } from 'node:child_process'
import { expect, it } from '@jest/globals'

/** Opens a database in another process, and returns whether that process has loaded SQLite. */
const loadsSqlite = (url: string): boolean => {
  const script = `
    import { sql } from 'kysely'
    import { openDatabase } from '@museum/database'
    const database = openDatabase(${JSON.stringify(url)})
    await database.query((tables) => sql\`select 1\`.execute(tables)).catch(() => undefined)
    await database.close()
    console.log(process.moduleLoadList.includes('NativeModule sqlite'))`
  const args = ['--conditions=@museum/source', '--input-type=module', '--eval', script]
  return execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim() === 'true'
}

it('loads node:sqlite for sqlite: URLs only', () => {
  expect(loadsSqlite('sqlite::memory:')).toBe(true)
  // Port 9 is closed: the connection is refused.
  expect(loadsSqlite('mysql://museum:secret@127.0.0.1:9/museum')).toBe(false)
})
