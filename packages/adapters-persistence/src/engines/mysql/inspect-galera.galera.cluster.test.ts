import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { useCluster } from '../../../../../tools/mysql-server/use-cluster.ts'
import { inspectDatabase } from '../../database/inspect-database.ts'
import { openDatabase } from '../../database/open-database.ts'
import { migrate } from '../../migrations/migrate.ts'
import { inspectGalera, readGaleraStatus } from './inspect-galera.ts'
import { sql } from 'kysely'

const { cluster, newDatabase } = useCluster()

it('a node of Galera says how many nodes its cluster has, and that it is in none while it is isolated', async () => {
  const [url] = await newDatabase()
  const { kysely, close } = openDatabase(url!)
  const findings = async () => {
    const { rows } = await sql<{ Variable_name: string; Value: string }>`show global variables`.execute(kysely)
    const variables = Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]))
    return inspectGalera(variables, await readGaleraStatus(kysely))
  }
  const message = 'The database server is a node of a Galera cluster of 3, and is Synced.'
  expect(await findings()).toEqual([{ level: 'ok', message }])
  await cluster().nodes[0]!.isolate()
  let found = await findings()
  while (found[0]?.message === message) found = await findings()
  expect(found[0]).toMatchObject({ level: 'serious', message: expect.stringContaining('is not in its cluster') })
  await close()
})

it('a node that is in no cluster can be inspected, and is not ready, since it answers no reads', async () => {
  const [url] = await newDatabase()
  const database = openDatabase(url!)
  const inspected = openDatabase(url!, { readOnly: true })
  await migrate(database)
  expect(await database.isReady()).toEqual({ writes: true })
  await cluster().nodes[0]!.isolate()
  while (await database.isReady()) await sleep(100)
  const findings = await inspectDatabase(inspected, { serverConnections: 10, isThorough: false })
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'serious', message: expect.stringContaining('is not in its cluster') }),
  )
  await Promise.all([database.close(), inspected.close()])
})
