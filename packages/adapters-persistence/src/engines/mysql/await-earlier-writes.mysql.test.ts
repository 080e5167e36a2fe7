import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { Capacity } from '@museum/domain'
import { aSpecialEvent, anEventTicket } from '@museum/domain/examples'
import { repositoriesOf } from '../../../test/repositories-of.ts'
import { type OwnServer, startOwnServer } from '../../../test/start-own-server.ts'
import { openDatabase } from '../../database/open-database.ts'
import { migrate } from '../../migrations/migrate.ts'
import { rowOf } from '../../tickets/ticket-row.ts'

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
}, 60_000)
afterAll(() => server.stop())

it('a user without the privilege to lock tables waits for older writes as long as they may take', async () => {
  const { name, url } = await server.createDatabase()
  const administrator = openDatabase(url)
  await migrate(administrator)
  await server.run(`create user 'limited'@'127.0.0.1' identified by 'secret'`)
  await server.run(`grant select, insert, update, delete on ${name}.* to 'limited'@'127.0.0.1'`)
  const database = openDatabase(Object.assign(new URL(url), { username: 'limited', password: 'secret' }).href)
  const { specialEvents, capacities } = repositoriesOf(database)
  const event = aSpecialEvent()
  await specialEvents.add(event, anAuditEntry())
  let isCommitted = false
  const sale = administrator.kysely.transaction().execute(async (tables) => {
    await tables.insertInto('museum_ticket').values(rowOf(anEventTicket())).execute()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    isCommitted = true
  })
  await capacities.setForEvent(event.eventId, Capacity(3), () => anAuditEntry())
  expect(isCommitted).toBe(true)
  await sale
  expect(await capacities.soldForEvent(event.eventId)).toMatchObject({ dates: [{ sold: 1 }, { sold: 0 }] })
  await Promise.all([administrator.close(), database.close()])
}, 30_000)
