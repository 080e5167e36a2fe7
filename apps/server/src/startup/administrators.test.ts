import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyPassword } from '@museum/adapters-access'
import type { UserRepository } from '@museum/application'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { pino } from 'pino'
import { CannotStart } from './cannot-start.ts'
import { ensureAdministrator } from './ensure-administrator.ts'
import { warnOfOtherAdministrators } from './warn-of-other-administrators.ts'

/** A log, and its lines so far. */
const aLog = () => {
  const lines: unknown[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  return { log: pino({ base: null, timestamp: false }, { write }), lines }
}

describe('the first administrator', () => {
  let folder: string
  const { log } = aLog()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-access-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is made once, and told on a terminal or in a file', async () => {
    const { users } = inMemoryRepositories()
    const file = join(folder, 'new', 'admin-password')
    const generated = await ensureAdministrator(users, undefined, file, log)
    expect(generated).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{20}$/), file })
    expect(await readFile(file, 'utf8')).toBe(`${generated!.password}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'new'))).toEqual(['admin-password'])
    expect(await verifyPassword((await users.find('admin'))!.passwordHash, generated!.password)).toBe(true)
    expect(await ensureAdministrator(users, undefined, undefined, log)).toBeUndefined()
    const shown = await ensureAdministrator(inMemoryRepositories().users, undefined, undefined, log)
    expect(shown).not.toHaveProperty('file')
  })

  it('is not made when another server was faster, and leaves no file', async () => {
    const { users } = inMemoryRepositories()
    const slow: UserRepository = { ...users, isEmpty: async () => true, addFirst: async () => false }
    const file = join(folder, 'slow', 'admin-password')
    expect(await ensureAdministrator(slow, undefined, file, log)).toBeUndefined()
    expect(await readdir(join(folder, 'slow'))).toEqual([])
  })

  it('has its password in a file of another name where a folder has the name', async () => {
    const { users } = inMemoryRepositories()
    const file = join(folder, 'taken', 'admin-password')
    await mkdir(file, { recursive: true })
    const generated = await ensureAdministrator(users, undefined, file, log)
    expect(generated!.file).toMatch(/admin-password\.[0-9a-f]{8}$/)
    expect(await readFile(generated!.file!, 'utf8')).toBe(`${generated!.password}\n`)
  })

  it('is not made when its password cannot be written, and says what to do', async () => {
    const { users } = inMemoryRepositories()
    await writeFile(join(folder, 'a-file'), '')
    const file = join(folder, 'a-file', 'admin-password')
    await expect(ensureAdministrator(users, undefined, file, log)).rejects.toThrow(
      new CannotStart(
        `The password of the new administrator cannot be written to ${file} (EEXIST). ` +
          'Let the user of the museum write there, or set MUSEUM_ADMIN_PASSWORD.',
      ),
    )
    expect(await users.isEmpty()).toBe(true)
  })

  it('of the environment has the password that stands there now', async () => {
    const { users } = inMemoryRepositories()
    const hashNow = async () => (await users.find('director'))!.passwordHash
    expect(await ensureAdministrator(users, { username: 'director', password: 'one' }, undefined, log)).toBeUndefined()
    const first = await hashNow()
    await ensureAdministrator(users, { username: 'director', password: 'one' }, undefined, log)
    expect(await hashNow()).toBe(first)
    await ensureAdministrator(users, { username: 'director', password: 'two' }, undefined, log)
    expect(await verifyPassword(await hashNow(), 'two')).toBe(true)
    expect(await users.find('admin')).toBeUndefined()
  })

  it('of the environment is logged when it is created or gets another password, without the password', async () => {
    const { users } = inMemoryRepositories()
    const heard = aLog()
    for (const password of ['hunter2 hunter2', 'hunter2 hunter2', 'correct horse'])
      await ensureAdministrator(users, { username: 'director', password }, undefined, heard.log)
    expect(heard.lines).toEqual([
      { level: 30, user: 'director', msg: 'created the administrator of the environment, with its password' },
      { level: 30, user: 'director', msg: 'changed the password of the administrator to that of the environment' },
    ])
  })
})

describe('other administrators', () => {
  const warningsFor = async (usernames: readonly string[], administrator?: string) => {
    const { users } = inMemoryRepositories()
    for (const username of usernames) await users.put({ username, passwordHash: 'scrypt$1' })
    const { log, lines } = aLog()
    await warnOfOtherAdministrators(users, administrator, log)
    return lines
  }

  it('are named in a warning, beside the one of the environment', async () => {
    expect(await warningsFor(['bob', 'alice', 'carol'], 'bob')).toEqual([
      {
        level: 40,
        users: ['alice', 'carol'],
        msg: 'other administrators are enabled: their passwords still let them in',
      },
    ])
    expect(await warningsFor(['bob'], 'bob')).toEqual([])
  })

  it('are all but one, where the environment names none', async () => {
    expect(await warningsFor(['admin'])).toEqual([])
    expect(await warningsFor(['admin', 'alice'])).toEqual([
      {
        level: 40,
        users: ['admin', 'alice'],
        msg: 'several administrators are enabled: the password of each lets them in',
      },
    ])
  })

  it('are named in bounded length', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `${String(n).padStart(2, '0')}\n${'🗝'.repeat(200)}`)
    const [line] = (await warningsFor(names, 'bob')) as [{ users: string[]; more: number }]
    expect(line.more).toBe(10)
    expect(line.users).toEqual(names.slice(0, 20).map((name) => `${Array.from(name).slice(0, 64).join('')}…`))
  })
})
