import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  type MuseumDatabase,
  kyselyIdempotencyRecordRepository,
  migrate,
  openDatabase,
} from '@museum/adapters-persistence'
import { pino } from 'pino'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { startCleanup } from './tasks.ts'

describe('the cleanup of expired idempotency records', () => {
  let temporary: Awaited<ReturnType<typeof aTemporaryFolder>>
  let database: MuseumDatabase
  const logLines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) })
  beforeEach(async () => {
    temporary = await aTemporaryFolder()
    database = openDatabase(`sqlite:${temporary.folder}/museum.sqlite`)
  })
  afterEach(async () => {
    await database.close()
    await temporary.remove()
  })
  const records = () => database.kysely.selectFrom('idempotency_record').select('idempotency_key').execute()
  const addOld = (count: number, recorded_at = 0) =>
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
  const start = () =>
    startCleanup(kyselyIdempotencyRecordRepository(database).removeExpired, 'expired idempotency records', log, 20)
  const waitUntilRecordsLeft = async (left: number) => {
    while ((await records()).length > left) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('removes all expired records at the start and after each interval, and no others', async () => {
    await migrate(database)
    await addOld(2_500)
    await addOld(1, Math.floor(Date.now() / 1_000))
    const cleanup = start()
    await waitUntilRecordsLeft(1)
    await addOld(5, 10_000)
    await waitUntilRecordsLeft(1)
    await cleanup.stop()
    await addOld(5, 10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await records()).toHaveLength(6)
    expect(logLines).toEqual([])
  })

  it('logs a warning when it fails, and tries again after the interval', async () => {
    const cleanup = start()
    while (logLines.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await migrate(database)
    await addOld(5)
    await waitUntilRecordsLeft(0)
    await cleanup.stop()
    expect(logLines[0]).toContain('could not be removed')
  })
})
