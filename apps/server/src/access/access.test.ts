import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { UserRepository } from '@museum/application'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { ensureAdministrator } from './first-administrator.ts'
import { dummyHash, isPasswordOf, passwordHash } from './password-hash.ts'

describe('a password hash', () => {
  it('is salted scrypt in PHC format, and knows its password alone', async () => {
    const [one, two] = [await passwordHash('pässwörd 🗝️'), await passwordHash('pässwörd 🗝️')]
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await isPasswordOf(one, 'pässwörd 🗝️')).toBe(true)
    expect(await isPasswordOf(one, 'passwort')).toBe(false)
    for (const longer of ['\0', '\0\0', ' ']) expect(await isPasswordOf(one, `pässwörd 🗝️${longer}`)).toBe(false)
    // Typed on another keyboard: the same characters, decomposed.
    expect(await isPasswordOf(one, 'pässwörd 🗝️'.normalize('NFD'))).toBe(true)
  })

  it('is checked with the cost that it was made with', async () => {
    // RFC 7914, section 12: scrypt of "password" with salt "NaCl", N 1024, r 8, p 16, of which the first 32 octets.
    const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
      'base64',
    )
    const phc = `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64').replaceAll('=', '')}$${hash.replaceAll('=', '')}`
    expect(await isPasswordOf(phc, 'password')).toBe(true)
    expect(await isPasswordOf(phc, 'Password')).toBe(false)
  })

  it('rejects every password for the dummy hash, and throws for a hash in another format', async () => {
    expect(await isPasswordOf(dummyHash, '')).toBe(false)
    await expect(isPasswordOf('plain', 'plain')).rejects.toThrow('not in the form')
  })
})

describe('the first administrator', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-access-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is made once, and told on a terminal or in a file', async () => {
    const { users } = inMemoryRepositories()
    const file = join(folder, 'new', 'admin-password')
    const generated = await ensureAdministrator(users, undefined, file)
    expect(generated).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{20}$/), file })
    expect(await readFile(file, 'utf8')).toBe(`${generated!.password}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(folder, 'new'))).toEqual(['admin-password'])
    expect(await isPasswordOf((await users.find('admin'))!.passwordHash, generated!.password)).toBe(true)
    expect(await ensureAdministrator(users, undefined, undefined)).toBeUndefined()
    const shown = await ensureAdministrator(inMemoryRepositories().users, undefined, undefined)
    expect(shown).not.toHaveProperty('file')
  })

  it('is not made when another server was faster, and leaves no file', async () => {
    const { users } = inMemoryRepositories()
    const slow: UserRepository = { ...users, isEmpty: async () => true, addFirst: async () => false }
    const file = join(folder, 'slow', 'admin-password')
    expect(await ensureAdministrator(slow, undefined, file)).toBeUndefined()
    expect(await readdir(join(folder, 'slow'))).toEqual([])
  })

  it('of the environment has the password that stands there now', async () => {
    const { users } = inMemoryRepositories()
    const hashNow = async () => (await users.find('director'))!.passwordHash
    expect(await ensureAdministrator(users, { username: 'director', password: 'one' }, undefined)).toBeUndefined()
    const first = await hashNow()
    await ensureAdministrator(users, { username: 'director', password: 'one' }, undefined)
    expect(await hashNow()).toBe(first)
    await ensureAdministrator(users, { username: 'director', password: 'two' }, undefined)
    expect(await isPasswordOf(await hashNow(), 'two')).toBe(true)
    expect(await users.find('admin')).toBeUndefined()
  })
})
