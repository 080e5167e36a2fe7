import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  hashPassword,
  verifyPassword,
  scryptCredentialVerifier,
  throttledCredentialVerifier,
} from '@museum/adapters-access'
import { museumApi } from '@museum/adapters-http'
import { kyselyUserRepository, migrate, openDatabase } from '@museum/adapters-persistence'
import { Unavailable, type UserRepository } from '@museum/application'
import { aMuseum } from '@museum/application/in-memory'
import { pino } from 'pino'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { engines } from '../../test/databases.ts'
import { startHttpServer } from '../http-server/start-http-server.ts'

describe.each(engines)('the credentials that a server has verified, on %s,', (_, newDatabase) => {
  let close: (() => Promise<unknown>)[]
  beforeEach(() => {
    close = []
  })
  afterEach(async () => {
    for (const each of close.toReversed()) await each()
  })

  /** A server on a socket and a database, on a clock that the test sets; it counts reads of users and hashes. */
  const setUp = async () => {
    const { folder, remove } = await aTemporaryFolder()
    const { url, drop } = await newDatabase(folder)
    const database = openDatabase(url)
    await migrate(database)
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
      return verifyPassword(hash, password)
    }
    const now = () => clock.now
    const credentials = throttledCredentialVerifier(
      scryptCredentialVerifier(users, { verifyPassword: isRight, now }),
      now,
    )
    const api = museumApi(aMuseum(), credentials, { withDeadline: database.withDeadline })
    const log = pino({ level: 'silent' })
    const { origin, stop } = await startHttpServer(api.fetch, { host: '127.0.0.1', port: 0, log })
    close.push(remove, drop, database.close, stop)

    const setPassword = async (password: string) =>
      stored.put({ username: 'curator', passwordHash: await hashPassword(password) })
    await setPassword('secret')
    const status = async (password = 'secret') => {
      const headers = { Authorization: `Basic ${btoa(`curator:${password}`)}` }
      const response = await fetch(`${origin}/v1.1/museum-hours?limit=1`, { headers })
      await response.arrayBuffer()
      return response.status
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
    return { clock, counts, failure, stored, setPassword, status, sendSixtyFour }
  }

  it('cost one hash for 64 concurrent requests, and none while requests continue', async () => {
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

  it('are rejected five seconds after the password was changed, while the new password is accepted at once', async () => {
    const { clock, setPassword, status } = await setUp()
    expect(await status()).toBe(200)
    await setPassword('another')
    expect([await status('another'), await status()]).toEqual([200, 200])
    clock.now += 5_000
    expect([await status(), await status('another')]).toEqual([401, 200])
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
