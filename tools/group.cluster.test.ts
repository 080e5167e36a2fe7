import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Connection, createConnection } from 'mysql2/promise'
import { type Cluster, type ClusterNode, provideCluster } from './mysql-server/provide-cluster.ts'

const connect = async (node: ClusterNode): Promise<Connection> => {
  const connection = await createConnection({ uri: node.url, connectTimeout: 5000 })
  // The server may be killed.
  connection.on('error', () => undefined)
  return connection
}

const query = async (node: ClusterNode, statement: string): Promise<Record<string, unknown>[]> => {
  const connection = await connect(node)
  try {
    const [rows] = await connection.query(statement)
    return rows as Record<string, unknown>[]
  } finally {
    connection.destroy()
  }
}

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await sleep(50)
  }
}

const portOf = (node: ClusterNode): number => Number(new URL(node.url).port)

/** The node that is the primary, as another node sees it. */
const primaryOf = async ({ nodes }: Cluster, viewer: ClusterNode): Promise<ClusterNode> => {
  const table = 'performance_schema.replication_group_members'
  const rows = await query(viewer, `select member_port as port from ${table} where member_role = 'PRIMARY'`)
  return nodes.find((node) => rows.some(({ port }) => port === portOf(node)))!
}

const idsOf = async (node: ClusterNode): Promise<unknown[]> =>
  (await query(node, 'select id from tests.item order by id')).map(({ id }) => id)

const createTable = async (node: ClusterNode): Promise<void> => {
  await query(node, 'create database tests')
  await query(node, 'create table tests.item (id int primary key)')
}

describe('a group with one primary', () => {
  let cluster: Cluster
  const othersOf = (node: ClusterNode) => cluster.nodes.filter((other) => other !== node)

  beforeAll(async () => {
    cluster = await provideCluster('group')
    await createTable(await primaryOf(cluster, cluster.nodes[0]!))
  })
  afterAll(() => cluster.stop())

  it('replicates what its primary commits, and refuses writes to the other members with error 1290', async () => {
    const primary = await primaryOf(cluster, cluster.nodes[0]!)
    await query(primary, 'insert into tests.item values (1)')
    for (const node of othersOf(primary)) {
      await until(async () => (await idsOf(node)).includes(1))
      await expect(query(node, 'insert into tests.item values (2)')).rejects.toMatchObject({ errno: 1290 })
    }
  })

  it('elects another primary when the primary is killed, and the killed member has the new rows after it has started again', async () => {
    const primary = await primaryOf(cluster, cluster.nodes[0]!)
    const others = othersOf(primary)
    await primary.kill()
    await expect(connect(primary)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await until(async () => others.includes(await primaryOf(cluster, others[0]!)))
    const next = await primaryOf(cluster, others[0]!)
    await until(() => query(next, 'insert into tests.item values (10)').then(() => true))
    await primary.start()
    await until(async () => (await idsOf(primary)).includes(10))
    expect(await primaryOf(cluster, primary)).toBe(next)
  })

  it('elects another primary when the primary is cut off; its clients still reach it, and their commits wait', async () => {
    const primary = await primaryOf(cluster, cluster.nodes[0]!)
    const others = othersOf(primary)
    const client = await connect(primary)
    await primary.isolate()
    const commit = client.query('insert into tests.item values (20)').then(
      () => 'committed',
      () => 'refused',
    )
    await until(async () => others.includes(await primaryOf(cluster, others[0]!)))
    const next = await primaryOf(cluster, others[0]!)
    await until(() => query(next, 'insert into tests.item values (21)').then(() => true))
    expect(await idsOf(primary)).not.toContain(21)
    expect(await Promise.race([commit, sleep(100, 'waits')])).toBe('waits')
    await primary.rejoin()
    expect(await commit).toBe('refused')
    await until(async () => (await idsOf(primary)).includes(21))
    for (const node of cluster.nodes) expect(await idsOf(node)).not.toContain(20)
  })

  it('keeps the connections of a paused member, which rejoins after it continues', async () => {
    const primary = await primaryOf(cluster, cluster.nodes[0]!)
    const others = othersOf(primary)
    const client = await connect(primary)
    await primary.pause()
    const answer = client.query('select 1').then(() => 'answered')
    await until(async () => others.includes(await primaryOf(cluster, others[0]!)))
    expect(await Promise.race([answer, sleep(100, 'waits')])).toBe('waits')
    await primary.resume()
    expect(await answer).toBe('answered')
    client.destroy()
    await primary.rejoin()
    expect(others).toContain(await primaryOf(cluster, primary))
  })

  it('starts the group again, with all rows, after all members were killed, when its last primary is started first', async () => {
    const primary = await primaryOf(cluster, cluster.nodes[0]!)
    await query(primary, 'insert into tests.item values (40)')
    await Promise.all(cluster.nodes.map((node) => node.kill()))
    for (const node of [primary, ...othersOf(primary)]) await node.start()
    for (const node of cluster.nodes) await until(async () => (await idsOf(node)).includes(40))
    expect(await primaryOf(cluster, cluster.nodes[0]!)).toBe(primary)
  })
})

it('every member of a group with several primaries is writable', async () => {
  const cluster = await provideCluster('group', { severalPrimaries: true })
  try {
    await createTable(cluster.nodes[0]!)
    for (const [id, node] of cluster.nodes.entries())
      await until(() => query(node, `insert into tests.item values (${id})`).then(() => true))
    for (const node of cluster.nodes) await until(async () => (await idsOf(node)).join() === '0,1,2')
  } finally {
    await cluster.stop()
  }
})

it('the servers and the files of a group are gone after the process that asked for it is killed', async () => {
  const module = join(import.meta.dirname, 'mysql-server', 'provide-cluster.ts')
  const program = `
    const { provideCluster } = await import(${JSON.stringify(module)})
    const { nodes } = await provideCluster('group')
    await nodes[1].pause()
    console.log(JSON.stringify(nodes.map(({ url }) => url)))
    setInterval(() => {}, 1000)
  `
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  const nodes = (JSON.parse(line) as string[]).map((url) => ({ url }) as ClusterNode)
  const [{ folder }] = (await query(nodes[0]!, 'select @@datadir as folder')) as [{ folder: string }]
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGKILL')
  for (const node of nodes)
    await until(() =>
      connect(node).then(
        () => false,
        ({ code }) => code === 'ECONNREFUSED',
      ),
    )
  await until(async () => !existsSync(folder))
})
