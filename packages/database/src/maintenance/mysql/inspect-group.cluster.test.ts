import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { type Cluster, type ClusterNode, provideCluster } from '../../../../../tools/mysql-server/provide-cluster.ts'
import { inspectDatabase } from '../inspect-database.ts'
import { openDatabase } from '../../open-database.ts'

const run = async (node: ClusterNode, statement: string): Promise<void> => {
  const connection = await createConnection({ uri: node.url })
  await connection.query(statement)
  await connection.end()
}

const groupFindings = async (node: ClusterNode, user?: string) => {
  const url = new URL(`${node.url}/museum`)
  if (user !== undefined) [url.username, url.password] = [user, 'secret']
  const database = openDatabase(url.href, { readOnly: true, connections: 1 })
  try {
    const findings = await inspectDatabase(database, () => ({}), {
      serverConnections: 10,
      isThorough: false,
      host: 'used',
    })
    // A cluster that is provided to the tests does not start on boot.
    const isAsked = (message: string) => /\bgroup(_replication)?/.test(message) && !message.includes('start_on_boot')
    return findings.filter(({ message }) => isAsked(message)).map(({ level, message }) => `${level}: ${message}`)
  } finally {
    await database.close()
  }
}

const failover =
  'ok: When the primary is lost, nothing is sold for some 7 seconds (group_replication_member_expel_timeout is 0).'

const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition().catch(() => false))) await sleep(50)
}

describe('the inspection of the members of a group', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await provideCluster('group')
    const primary = cluster.nodes[0]!
    await run(primary, 'create database museum')
    await run(primary, `create user visitor@127.0.0.1 identified with caching_sha2_password by 'secret'`)
    await run(primary, 'grant all on museum.* to visitor@127.0.0.1')
    for (const node of cluster.nodes) await until(() => groupFindings(node, 'visitor').then(() => true))
  })
  afterAll(() => cluster.stop())

  it('tells the primary from the other members', async () => {
    const [primary, secondary] = cluster.nodes as [ClusterNode, ClusterNode]
    expect(await groupFindings(primary)).toEqual([
      'ok: The database server is the primary of a group with 3 of 3 members online.',
      failover,
    ])
    expect(await groupFindings(secondary)).toEqual([
      'ok: The database server is the secondary of a group with 3 of 3 members online.',
      failover,
    ])
  })

  it('says that a user without the privilege cannot read the members', async () => {
    expect(await groupFindings(cluster.nodes[0]!, 'visitor')).toEqual([
      'warning: The MySQL user may not read the members of the group: a server of the museum keeps using a primary that has lost the others.',
      failover,
    ])
  })

  it('finds on a primary that is cut off that its group has no majority', async () => {
    const primary = cluster.nodes[0]!
    const noMajority =
      'serious: The group has no majority: the database server reaches 1 of 3 members, and no commit ends.'
    await primary.isolate()
    await until(async () => (await groupFindings(primary)).includes(noMajority))
    await primary.rejoin()
  })
})
