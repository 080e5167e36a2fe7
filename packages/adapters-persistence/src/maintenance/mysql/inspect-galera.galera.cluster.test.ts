import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import { useCluster } from '../../../../../tools/mysql-server/use-cluster.ts'
import { inspectDatabase } from '../inspect-database.ts'
import { openDatabase } from '../../database/museum-database.ts'
import { migrate } from '../../migrations/migrate.ts'

const { cluster, newDatabase } = useCluster()

it('the inspection of a node of Galera says how many nodes its cluster has, and that it is in no cluster while it is isolated', async () => {
  const [url] = await newDatabase()
  const database = openDatabase(url!, { readOnly: true })
  const findings = async () => {
    const found = await inspectDatabase(database, { serverConnections: 10, isThorough: false })
    return found.filter(({ message }) => /Galera|evs\./.test(message))
  }
  const message = 'The database server is a node of a Galera cluster of 3, and is Synced.'
  const failover = 'When a node is lost, nothing is sold for some 3.3 seconds (evs.suspect_timeout is 2 s).'
  expect(await findings()).toEqual([
    { check: 'database', level: 'ok', message },
    { check: 'database', level: 'ok', message: failover },
  ])
  await cluster().nodes[0]!.isolate()
  let found = await findings()
  while (found[0]?.message === message) found = await findings()
  expect(found[0]).toMatchObject({ level: 'serious', message: expect.stringContaining('is not in its cluster') })
  await database.close()
})

it('a node that is in no cluster can be inspected, and is not ready, since it executes no reads', async () => {
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
