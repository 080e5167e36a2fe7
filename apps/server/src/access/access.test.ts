import { setTimeout as pause } from 'node:timers/promises'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { UserRepository } from '@museum/application'
import { credentialVerifierContract } from '@museum/application/contracts'
import { inMemoryRepositories } from '@museum/application/in-memory'
import { isRefusal } from '@museum/domain'
import { pino } from 'pino'
import { CannotStart } from '../cannot-start.ts'
import { ensureAdministrator } from './first-administrator.ts'
import { hashOfNobody, isPasswordOf, passwordHash } from './password-hash.ts'
import { warnOfOtherAdministrators } from './other-administrators.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'

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

  it('of nobody fits no password, and one of another form is a defect', async () => {
    expect(await isPasswordOf(hashOfNobody, '')).toBe(false)
    await expect(isPasswordOf('plain', 'plain')).rejects.toThrow('not in the form')
  })
})

const here = '192.0.2.1'

describe('the verifier of credentials', () => {
  let hash: string
  beforeAll(async () => {
    hash = await passwordHash('a:b')
  })
  /** Users who are counted as they are looked up. */
  const someUsers = async () => {
    const { users } = inMemoryRepositories()
    await users.put({ username: 'Ōmu', passwordHash: hash })
    const asked: string[] = []
    const counted: UserRepository = {
      ...users,
      find: async (username) => {
        asked.push(username)
        return users.find(username)
      },
    }
    return { users: counted, asked }
  }

  it('knows a user by name and password, and refuses everyone else alike', async () => {
    const { users } = await someUsers()
    const { verify } = scryptCredentialVerifier(users)
    expect(await verify('Ōmu', 'a:b', here)).toEqual({ username: 'Ōmu' })
    const refusals = [await verify('Ōmu', 'A:b', here), await verify('ōmu', 'a:b', here), await verify('', '', here)]
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ refused: 'unauthorized' })
  })

  it('believes what it has verified for a while, and never what it has refused', async () => {
    const { users, asked } = await someUsers()
    const { verify } = scryptCredentialVerifier(users)
    for (let n = 0; n < 3; n += 1) await verify('Ōmu', 'a:b', here)
    expect(asked).toEqual(['Ōmu'])
    for (let n = 0; n < 2; n += 1) await verify('Ōmu', 'wrong', here)
    expect(asked).toHaveLength(3)
  })

  it('checks once for all who ask at once with the same credentials', async () => {
    const { users, asked } = await someUsers()
    const { verify } = scryptCredentialVerifier(users)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => verify('Ōmu', 'a:b', here)))
    expect(outcomes).toEqual(Array.from({ length: 100 }, () => ({ username: 'Ōmu' })))
    expect(asked).toHaveLength(1)
  })

  it('checks two at a time, lets sixteen wait, and refuses the others with too-many-requests', async () => {
    const { users } = await someUsers()
    let [running, most] = [0, 0]
    const { verify } = scryptCredentialVerifier(users, async () => {
      running += 1
      most = Math.max(most, running)
      await pause(5)
      running -= 1
      return false
    })
    const outcomes = await Promise.all(Array.from({ length: 25 }, (_, n) => verify('Ōmu', `guess ${n}`, here)))
    const refusals = outcomes.map((outcome) => ('refused' in outcome ? outcome.refused : 'known'))
    expect(most).toBe(2)
    expect(refusals.filter((refused) => refused === 'unauthorized')).toHaveLength(18)
    expect(refusals.filter((refused) => refused === 'too-many-requests')).toHaveLength(7)
    expect(await verify('Ōmu', 'later', here)).toMatchObject({ refused: 'unauthorized' })
  })

  it('asks for no more users than it checks, and shares no check between addresses', async () => {
    let [asked, hashed] = [0, 0]
    const users: UserRepository = {
      ...inMemoryRepositories().users,
      find: async () => {
        asked += 1
        return undefined
      },
    }
    const { verify } = scryptCredentialVerifier(users, async () => {
      hashed += 1
      await pause(5)
      return false
    })
    const guesses = Array.from({ length: 500 }, (_, n) => verify('Ōmu', 'the same', `192.0.2.${n}`))
    const outcomes = await Promise.all(guesses)
    expect([asked, hashed]).toEqual([18, 18])
    expect(outcomes.filter((outcome) => isRefusal(outcome) && outcome.refused === 'unauthorized')).toHaveLength(18)
  })

  it('checks once where the same credentials wait from several addresses, and are right', async () => {
    const { users } = await someUsers()
    let hashed = 0
    const { verify } = scryptCredentialVerifier(users, async () => {
      hashed += 1
      await pause(5)
      return true
    })
    const tills = await Promise.all(Array.from({ length: 18 }, (_, n) => verify('Ōmu', 'a:b', `192.0.2.${n}`)))
    expect(tills.every((outcome) => !isRefusal(outcome))).toBe(true)
    expect(hashed).toBe(2)
  })

  it('takes as much trouble with an unknown user as with a wrong password', async () => {
    const { users } = await someUsers()
    const checked: string[] = []
    const { verify } = scryptCredentialVerifier(users, async (stored) => {
      checked.push(stored)
      return true
    })
    expect(await verify('nobody', 'a:b', here)).toMatchObject({ refused: 'unauthorized' })
    expect(checked).toEqual([hashOfNobody])
    const cost = /^\$scrypt\$ln=\d+,r=\d+,p=\d+\$/
    expect(cost.exec(hashOfNobody)![0]).toBe(cost.exec(hash)![0])
  })

  it('believes for a minute, and remembers a thousand', async () => {
    let now = 1000
    const asked: string[] = []
    const anyone: UserRepository = {
      ...inMemoryRepositories().users,
      find: async (username) => {
        asked.push(username)
        return { username, passwordHash: hash }
      },
    }
    const { verify } = scryptCredentialVerifier(
      anyone,
      async () => true,
      () => now,
    )
    await verify('first', '', here)
    now += 60_000
    await verify('first', '', here)
    expect(asked).toHaveLength(1)
    now += 1
    await verify('first', '', here)
    expect(asked).toHaveLength(2)
    for (let n = 0; n < 1000; n += 1) await verify(`user ${n}`, '', here)
    expect(asked).toHaveLength(1002)
    await verify('user 999', '', here)
    expect(asked).toHaveLength(1002)
    await verify('first', '', here)
    expect(asked).toHaveLength(1003)
  })

  it('goes on after a failure of the users', async () => {
    const { users } = await someUsers()
    let fails = true
    const { verify } = scryptCredentialVerifier({
      ...users,
      find: async (username) => {
        if (fails) throw new Error('away')
        return users.find(username)
      },
    })
    await expect(verify('Ōmu', 'a:b', here)).rejects.toThrow('away')
    fails = false
    await pause(0)
    expect(await verify('Ōmu', 'a:b', here)).toEqual({ username: 'Ōmu' })
  })
})

credentialVerifierContract('scrypt', async (passwords) => {
  const { users } = inMemoryRepositories()
  for (const [username, password] of Object.entries(passwords))
    await users.put({ username, passwordHash: await passwordHash(password) })
  return scryptCredentialVerifier(users)
})

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
    expect(await isPasswordOf((await users.find('admin'))!.passwordHash, generated!.password)).toBe(true)
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
    expect(await isPasswordOf(await hashNow(), 'two')).toBe(true)
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
