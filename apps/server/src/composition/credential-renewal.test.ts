import { randomBytes, scryptSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { scryptCredentialVerifier, scryptPasswordHasher, throttledCredentialVerifier } from '@museum/adapters-access'
import { museumApi } from '@museum/adapters-http'
import { kyselyUserRepository, openDatabase } from '@museum/adapters-persistence'
import {
  Password,
  type PasswordHasher,
  Unavailable,
  type UserRepository,
  Username,
  createUsers,
} from '@museum/application'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'
import { pino } from 'pino'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { engines } from '../../test/databases.ts'
import { httpServerLimits } from '../http-server/limits.ts'
import { startHttpServer } from '../http-server/start-http-server.ts'

/** Hashes and verifies with a low cost: these tests only count the hashes. */
const passwordHasher: PasswordHasher = {
  ...scryptPasswordHasher,
  hash: async (password) => {
    const salt = randomBytes(16)
    const hash = scryptSync(password, salt, 32, { N: 2 ** 5, r: 8, p: 1 })
    const [ofSalt, ofHash] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
    return `$scrypt$ln=5,r=8,p=1$${ofSalt}$${ofHash}`
  },
}

describe.each(engines)('the credentials that a server has verified, on %s,', (_, newDatabase) => {
  let close: (() => Promise<unknown>)[]
  beforeEach(() => {
    close = []
  })
  afterEach(async () => {
    for (const each of close.toReversed()) await each()
  })

  /** A server with a clock that the test sets; it counts reads of users, and hashes. */
  const setUp = async () => {
    const { folder, remove } = await aTemporaryFolder()
    const { url, drop } = await newDatabase(folder)
    const database = openDatabase(url)
    const stored = kyselyUserRepository(database)
    const clock = { now: 0 }
    const counts = { reads: 0, hashes: 0 }
    const failure: { error?: Error } = {}
    let lastRead: Promise<unknown> = Promise.resolve()
    const users: UserRepository = {
      ...stored,
      find: (username) => {
        counts.reads += 1
        const read = failure.error === undefined ? stored.find(username) : Promise.reject(failure.error)
        lastRead = read
        return read
      },
    }
    const isRight = (hash: string, password: string) => {
      counts.hashes += 1
      return scryptPasswordHasher.verify(hash, password)
    }
    const now = () => clock.now
    const credentials = throttledCredentialVerifier(
      scryptCredentialVerifier(users, { verifyPassword: isRight, now }),
      now,
    )
    const operations = createUsers({ ...inMemoryPorts(), users: stored, passwordHasher })
    const api = museumApi(aMuseum(), credentials, { users: operations, withDeadline: database.withDeadline })
    const log = pino({ level: 'silent' })
    const { origin, stop } = await startHttpServer(api.fetch, {
      at: { host: '127.0.0.1', port: 0 },
      log,
      // The connections of `fetch` stay open.
      limits: { ...httpServerLimits, stopIdleTimeout: 0 },
    })
    close.push(remove, drop, database.close, stop)

    const password = Password.ofAnyLength('secret')
    await operations.addUser({ username: Username('director'), role: 'admin', password }, anActor)
    await operations.addUser({ username: Username('curator'), role: 'admin', password }, anActor)
    const status = async (password = 'secret', path = '/museum-hours?limit=1') => {
      const headers = { Authorization: `Basic ${btoa(`curator:${password}`)}` }
      const response = await fetch(`${origin}/v1.1${path}`, { headers })
      await response.arrayBuffer()
      return response.status
    }
    /** Asks for a new password, and returns the status and the code of the fault. */
    const changePassword = async (password: string, newPassword: string, sent = 'secret') => {
      const response = await fetch(`${origin}/v1.1/users/me/password`, {
        method: 'PUT',
        headers: { Authorization: `Basic ${btoa(`curator:${sent}`)}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ password, newPassword }),
      })
      const text = await response.text()
      const { errors = [] } = (text === '' ? {} : JSON.parse(text)) as { errors?: { code: string }[] }
      return [response.status, ...errors.map(({ code }) => code)]
    }
    /** The statuses of 64 concurrent requests, and their reads and hashes. */
    const sendSixtyFour = async () => {
      const before = { ...counts }
      const statuses = await Promise.all(Array.from({ length: 64 }, () => status()))
      // A background read may not have ended yet.
      await Promise.allSettled([lastRead])
      await nextTurn()
      return {
        statuses: [...new Set(statuses)],
        reads: counts.reads - before.reads,
        hashes: counts.hashes - before.hashes,
      }
    }
    return { clock, counts, failure, operations, status, changePassword, sendSixtyFour }
  }

  it('need one hash for 64 concurrent requests, and no further ones while requests continue', async () => {
    const { clock, sendSixtyFour, counts } = await setUp()
    expect(await sendSixtyFour()).toEqual({ statuses: [200], reads: 1, hashes: 1 })
    clock.now += 1_999
    expect(await sendSixtyFour()).toEqual({ statuses: [200], reads: 0, hashes: 0 })
    for (const passed of [1, 2_000, 5_000, 60_000, 15 * 60_000]) {
      clock.now += passed
      expect(await sendSixtyFour()).toEqual({ statuses: [200], reads: 1, hashes: 0 })
    }
    expect(counts).toEqual({ reads: 6, hashes: 1 })
  })

  it('are rejected five seconds after the user has changed the password, and change it no more at once', async () => {
    const { clock, status, changePassword } = await setUp()
    expect(await changePassword('secret', 'battery staple')).toEqual([204])
    expect([await status('battery staple'), await status()]).toEqual([200, 200])
    expect(await changePassword('secret', 'another password')).toEqual([400, 'wrong-password'])
    clock.now += 5_000
    expect([await status('battery staple'), await status()]).toEqual([200, 401])
  })

  it('do not save a user from the limit of wrong passwords, among which a wrong present one counts', async () => {
    const { clock, status, changePassword } = await setUp()
    for (let n = 0; n < 9; n += 1)
      expect(await changePassword('wrong', 'battery staple')).toEqual([400, 'wrong-password'])
    expect(await status('wrong as well')).toBe(401)
    expect(await changePassword('secret', 'battery staple')).toEqual([429])
    expect(await status()).toBe(429)
    clock.now += 60_000
    expect(await changePassword('secret', 'battery staple')).toEqual([204])
  })

  it('are rejected five seconds after the password was changed, while the new password is accepted at once', async () => {
    const { clock, operations, status } = await setUp()
    expect(await status()).toBe(200)
    await operations.updateUser('curator', { password: Password.ofAnyLength('another') }, anActor)
    expect([await status('another'), await status()]).toEqual([200, 200])
    clock.now += 5_000
    expect([await status(), await status('another')]).toEqual([401, 200])
  })

  it('have a changed role after at most five seconds, without a hash', async () => {
    const { clock, operations, status, counts } = await setUp()
    const roleStatuses = async () => [await status('secret', '/audit'), await status('secret', '/special-events')]
    expect(await roleStatuses()).toEqual([200, 200])
    for (const [role, statuses] of [
      ['reader', [403, 200]],
      ['admin', [200, 200]],
    ] as const) {
      await operations.updateUser('curator', { role: role }, anActor)
      clock.now += 5_000
      expect(await roleStatuses()).toEqual(statuses)
    }
    expect(counts).toEqual({ reads: 3, hashes: 1 })
  })

  it('are rejected five seconds after the user was disabled or removed, and accepted at once after the user was enabled', async () => {
    const { clock, operations, status } = await setUp()
    expect(await status()).toBe(200)
    await operations.updateUser('curator', { isEnabled: false }, anActor)
    clock.now += 5_000
    expect([await status(), await status()]).toEqual([401, 401])
    await operations.updateUser('curator', { isEnabled: true }, anActor)
    expect(await status()).toBe(200)
    await operations.removeUser('curator', anActor)
    clock.now += 5_000
    expect(await status()).toBe(401)
  })

  it('are answered 503 when the user must be read and the database is unavailable', async () => {
    const { clock, failure, sendSixtyFour } = await setUp()
    await sendSixtyFour()
    failure.error = new Unavailable('The database is unavailable')
    clock.now += 4_999
    expect(await sendSixtyFour()).toMatchObject({ statuses: [200], hashes: 0 })
    clock.now += 1
    expect(await sendSixtyFour()).toMatchObject({ statuses: [503], hashes: 0 })
    delete failure.error
    expect(await sendSixtyFour()).toEqual({ statuses: [200], reads: 1, hashes: 0 })
  })
})
