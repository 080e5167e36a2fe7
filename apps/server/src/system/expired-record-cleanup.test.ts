import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  type MuseumDatabase,
  kyselyIdempotencyRecordRepository,
  migrate,
  openDatabase,
} from '@museum/adapters-persistence'
import { pino } from 'pino'
import { aFolder } from '../../test/a-server.ts'
import { startTidying } from './expired-record-cleanup.ts'

describe('tidying', () => {
  let place: Awaited<ReturnType<typeof aFolder>>
  let database: MuseumDatabase
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
  beforeEach(async () => {
    place = await aFolder()
    database = openDatabase(`sqlite:${place.folder}/museum.sqlite`)
  })
  afterEach(async () => {
    await database.close()
    await place.remove()
  })
  const records = () => database.kysely.selectFrom('idempotency_record').select('idempotency_key').execute()
  const old = (count: number, recorded_at = 0) =>
    database.kysely
      .insertInto('idempotency_record')
      .values(
        Array.from({ length: count }, (_, n) => ({
          username: Buffer.from(`at ${recorded_at}`),
          idempotency_key: Buffer.from(String(n)),
          fingerprint: Buffer.from('f'),
          answer: '{}',
          recorded_at: recorded_at + n,
        })),
      )
      .execute()
  const gone = async (left: number) => {
    while ((await records()).length > left) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('removes all that is expired at the start, again and again, and nothing else', async () => {
    await migrate(database)
    await old(2_500)
    await old(1, Math.floor(Date.now() / 1_000))
    const stop = startTidying(kyselyIdempotencyRecordRepository(database), log, 20)
    await gone(1)
    await old(5, 10_000)
    await gone(1)
    await stop()
    await old(5, 10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await records()).toHaveLength(6)
    expect(told).toEqual([])
  })

  it('warns when it cannot, and comes back', async () => {
    const stop = startTidying(kyselyIdempotencyRecordRepository(database), log, 20)
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await migrate(database)
    await old(5)
    await gone(0)
    await stop()
    expect(told[0]).toContain('could not be removed')
  })
})
