import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from '@jest/globals'
import { anEventTicket } from '@museum/domain/examples'
import { query } from '../../../../../tools/mysql-server/use-cluster.ts'
import { useNodes } from '../../../test/use-nodes.ts'
import { inspectDatabase } from '../../database/inspect-database.ts'
import type { MuseumDatabase } from '../../database/museum-database.ts'
import { openDatabase } from '../../database/open-database.ts'
import { rowOf } from '../../tickets/ticket-row.ts'

const { cluster, servers } = useNodes()
const range = (length: number) => Array.from({ length }, (_, n) => n)
const user = `user_${randomUUID().slice(0, 8)}`
let limited: MuseumDatabase | undefined
afterEach(async () => {
  await limited?.close()
  await query(cluster().nodes[0]!, `drop user if exists '${user}'@'127.0.0.1'`)
})

it('servers on three nodes of a cluster that wait for earlier writes at the same time do not fail', async () => {
  const waits = range(8).flatMap(() =>
    servers().map(async ({ database: { engine, kysely } }) => {
      for (const _ of range(5)) await engine.awaitEarlierWrites(kysely, 'museum_ticket')
    }),
  )
  expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: 'fulfilled', value: undefined })))
})

it('a user without the privilege to alter tables waits for older writes of other nodes as long as they may take, and doctor warns', async () => {
  const [one, other] = servers()
  const name = new URL(one.url).pathname.slice(1)
  const [node] = cluster().nodes
  await query(node!, `create user '${user}'@'127.0.0.1' identified by 'secret'`)
  await query(node!, `grant select, insert, update, delete, lock tables on ${name}.* to '${user}'@'127.0.0.1'`)
  limited = openDatabase(Object.assign(new URL(one.url), { username: user, password: 'secret' }).href)
  expect(await inspectDatabase(limited, { isThorough: false, serverConnections: 10 })).toContainEqual(
    expect.objectContaining({ level: 'warning', message: expect.stringContaining('lacks the privilege ALTER') }),
  )
  let isCommitted = false
  const sale = other.database.kysely.transaction().execute(async (tables) => {
    await tables.insertInto('museum_ticket').values(rowOf(anEventTicket())).execute()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    isCommitted = true
  })
  await limited.engine.awaitEarlierWrites(limited.kysely, 'museum_ticket')
  expect(isCommitted).toBe(true)
  await sale
})
