import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aSpecialEvent } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { anAuditEntry } from '@museum/testing'
import { startChild } from '../../../test/start-child.ts'

describe('on SQLite,', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
  })
  afterEach(() => opened.close())

  it('isReady does not wait for a transaction of this process, and returns its last value during one', async () => {
    const { database } = opened
    await database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      expect(await database.isReady()).toEqual({ writes: true })
    })
    expect(await database.isReady()).toEqual({ writes: true })
    await opened.specialEvents.add(aSpecialEvent(), anAuditEntry())
  })

  it('isReady returns its last value while another process holds the write lock', async () => {
    const writer = startChild('hold-write-lock.ts', [opened.url.slice('sqlite:'.length)])
    expect(await writer.line()).toBe('locked')
    expect(await opened.database.isReady()).toEqual({ writes: true })
    writer.go()
    await writer.end()
  })
})
