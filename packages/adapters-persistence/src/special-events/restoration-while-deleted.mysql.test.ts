import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/testing'
import { aSpecialEvent } from '@museum/testing/examples'
import type { KyselyPlugin } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { mysql } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselySpecialEventRepository } from './kysely-special-event-repository.ts'

const { eventId } = aSpecialEvent()
const entryOf = () => anAuditEntry()

describe('the restoration of an event on MySQL', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    await opened.specialEvents.add(aSpecialEvent(), anAuditEntry())
  })
  afterEach(() => opened.close())

  const remove = (database: MuseumDatabase) =>
    kyselyRepositories(database).specialEvents.remove(eventId, () => undefined, entryOf)
  /** A database that runs `work` once, in a transaction, after the first statement. */
  const interrupted = (database: MuseumDatabase, work: () => Promise<unknown>): MuseumDatabase => {
    let isFirst = true
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isFirst) {
          isFirst = false
          await work()
        }
        return result
      },
    }
    return {
      ...database,
      transaction: (change, kind) =>
        database.transaction((tables, isOutcomeUnknown) => change(tables.withPlugin(plugin), isOutcomeUnknown), kind),
    }
  }

  it('keeps another server from deleting the event between its statements', async () => {
    let removal: Promise<unknown> | undefined
    const database = interrupted(opened.database, async () => {
      removal = remove(opened.open())
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await kyselySpecialEventRepository(database).restore(eventId, entryOf)).toMatchObject({
      isChanged: false,
      event: { revision: 1 },
    })
    expect(await removal).toMatchObject({ revision: 1 })
    expect(await kyselyRepositories(opened.open()).specialEvents.find(eventId)).toBeUndefined()
  })

  it('a restoration waits for a deletion that is not committed yet', async () => {
    let restoration: Promise<unknown> | undefined
    const other = kyselyRepositories(opened.open()).specialEvents
    await opened.database.transaction(async (tables) => {
      const uncommitted = kyselySpecialEventRepository({
        ...opened.database,
        transaction: (change) => change(tables, false),
      })
      await uncommitted.remove(eventId, () => undefined, entryOf)
      restoration = other.restore(eventId, entryOf)
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await restoration).toMatchObject({ isChanged: true, event: { revision: 3 } })
  })
})
