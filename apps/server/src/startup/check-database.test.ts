import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import { migrate, openDatabase } from '@museum/adapters-persistence'
import { useServers } from '../../test/use-servers.ts'

const { folder, run, runProcess, runWithInput, start } = useServers()

const password = 'correct horse'
const unknownId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

/** A command line of every command but `serve` and `migrate`. */
const commands = [
  'users add curator --role admin',
  'users list',
  'users role curator gate',
  'users password curator',
  'users disable curator',
  'users enable curator',
  'users remove curator',
  'call getSchedule',
  'call setGeneralEntryCapacity --capacity 1',
  'events export',
  `call restoreSpecialEvent --eventId ${unknownId}`,
  'audit',
  'demo',
]

describe.each(commands)('the command %s', (command) => {
  it('does not migrate an embedded database of an older version, and says what to run', async () => {
    const path = join(folder(), 'museum.sqlite')
    const database = openDatabase(`sqlite:${path}`)
    await migrate(database)
    const query = (statement: string) => {
      const file = new DatabaseSync(path)
      const rows = file.prepare(statement).all()
      file.close()
      return rows
    }
    query('delete from kysely_migration where name = (select max(name) from kysely_migration)')
    const applied = () => query('select name from kysely_migration')
    const [before, files] = [applied(), await readdir(folder())]
    // The test keeps the database open, as an older server would.
    const settings = { MUSEUM_DATABASE_URL: `sqlite:${path}` }
    const { code, stdout, stderr } = await runWithInput(`${password}\n`, command, settings)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The database lacks 1 migration \(\S+\)\. Run `npx --yes pnpm@\S+ museum migrate` with the same settings, then try again\.\n$/,
      ),
    })
    expect(applied()).toEqual(before)
    expect(await readdir(folder())).toEqual(files)
    await database.close()
  })

  it('creates no embedded database, and says where there is none', async () => {
    const { code, stdout, stderr } = await runWithInput(`${password}\n`, command)
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^There is no database at (\S+)\. Run the command in the folder .* For a new museum, run `npx --yes pnpm@\S+ museum migrate`\.\n$/,
      ),
    })
    expect(stderr).toContain(` ${join(folder(), 'data/museum.sqlite')}.`)
    expect(await readdir(folder())).toEqual([])
  })
})

describe('an embedded database', () => {
  it('that does not exist is not created by migrate --status, for which all migrations are pending', async () => {
    const { code, stdout } = await run('migrate --status --json')
    expect(await readdir(folder())).toEqual([])
    expect(code).toBe(0)
    const { pending } = JSON.parse(stdout) as { pending: string[] }
    expect(JSON.parse((await run('migrate --json')).stdout)).toEqual({ applied: pending })
    expect(pending).toContain('2026-12-01-special-events')
    expect(JSON.parse((await run('migrate --status --json')).stdout)).toEqual({ pending: [] })
  })

  it.each(['migrate', 'serve'])('is created by %s, and then used by the other commands', async (command) => {
    if (command === 'serve') await start()
    else await runProcess(command)
    expect(await run('call listSpecialEvents')).toMatchObject({ code: 0, stdout: '[]\n' })
  })

  it('is closed by each command, so that its process ends', async () => {
    await run('migrate')
    for (const command of ['migrate', 'users list', 'call getSchedule', 'events export', 'keys list', 'audit'])
      expect([command, (await runProcess(command)).code]).toEqual([command, 0])
  })
})
