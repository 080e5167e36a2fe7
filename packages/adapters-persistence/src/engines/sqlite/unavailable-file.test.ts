import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { isRefusal } from '@museum/domain'
import { aSpecialEvent, anEventTicket } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { startChild } from '../../../test/start-child.ts'
import { unavailableAfter } from '../../../test/unavailable-after.ts'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { asDatabaseMisconfigured } from '@museum/database'
import { migrate } from '../../migrations/migrate.ts'

const event = aSpecialEvent()

describe('when a SQLite file is unavailable,', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
    await opened.specialEvents.add(event, anAuditEntry())
  })
  afterEach(() => opened.close())

  it('a write throws Unavailable while another process holds the lock, and neither reads nor the event loop are blocked', async () => {
    const writer = startChild('hold-write-lock.ts', [opened.url.slice('sqlite:'.length)])
    expect(await writer.line()).toBe('locked')

    let [last, longestPause] = [performance.now(), 0]
    const clock = setInterval(() => {
      const now = performance.now()
      ;[last, longestPause] = [now, Math.max(longestPause, now - last)]
    }, 5)
    const purchase = unavailableAfter(sellAlone(opened.tickets, anEventTicket()))
    expect(await opened.specialEvents.find(event.eventId)).toEqual(event)
    expect(await purchase).toBeLessThan(9_000)
    clearInterval(clock)
    expect(longestPause).toBeLessThan(1_500)

    const late = sellAlone(opened.tickets, anEventTicket())
    writer.go()
    expect(isRefusal(await late)).toBe(false)
    await writer.end()
  })

  it('a query throws Unavailable while the file cannot be opened, and succeeds when it can be', async () => {
    const path = `${opened.url.slice('sqlite:'.length)}-2`
    await mkdir(path)
    const database = opened.open(`sqlite:${path}`)
    await unavailableAfter(database.query((tables) => tables.executeQuery(CompiledQuery.raw('select 1'))))
    expect(await database.isReady()).toBe(false)
    await rm(path, { recursive: true })
    await migrate(database)
    expect(await database.isReady()).toEqual({ writes: true })
  })

  it('a query throws Unavailable while the file is missing or another one is in its place, and succeeds when it is back', async () => {
    const { database } = opened
    const path = opened.url.slice('sqlite:'.length)
    await sellAlone(opened.tickets, anEventTicket())
    await rename(path, `${path}-moved`)
    await unavailableAfter(sellAlone(opened.tickets, anEventTicket()))
    expect(await database.isReady()).toBe(false)
    const failure: unknown = await opened.specialEvents.find(event.eventId).catch((error: unknown) => error)
    expect(asDatabaseMisconfigured(database, failure)).toMatchObject({
      message:
        `The database file ${path} was moved, deleted or replaced while it was open (SQLITE_READONLY_DBMOVED, 1032). ` +
        'Move it back. If it is lost, stop the server, restore a backup, and start the server.',
    })

    await writeFile(path, '')
    await unavailableAfter(sellAlone(opened.tickets, anEventTicket()))
    expect(await database.isReady()).toBe(false)

    await rename(`${path}-moved`, path)
    expect(isRefusal(await sellAlone(opened.tickets, anEventTicket()))).toBe(false)
    expect(await database.isReady()).toEqual({ writes: true })
  })
})
