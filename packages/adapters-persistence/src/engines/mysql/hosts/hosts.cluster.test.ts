import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aSale } from '@museum/testing'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import type { ClusterNode } from '../../../../../../tools/mysql-server/cluster.ts'
import { query, useCluster } from '../../../../../../tools/mysql-server/use-cluster.ts'
import { inspectDatabase } from '../../../maintenance/inspect-database.ts'
import { type MuseumDatabase, openDatabase } from '../../../database/museum-database.ts'
import { migrate } from '../../../migrations/migrate.ts'
import { kyselyTicketRepository } from '../../../tickets/kysely-ticket-repository.ts'

const { cluster, newDatabase } = useCluster()

describe('a database on a cluster', () => {
  let database: MuseumDatabase
  let name: string
  let asLimited: MuseumDatabase | undefined
  beforeEach(async () => {
    const urls = await newDatabase()
    name = new URL(urls[0]!).pathname.slice(1)
    const hosts = urls.map((url) => new URL(url).host).join(',')
    database = openDatabase(urls[0]!.replace(/@[^/]*/, `@${hosts}`))
    await migrate(database)
  })
  afterEach(async () => {
    await database.close()
    await asLimited?.close()
    for (const node of paused) await node.resume()
    // A node that was stopped notices only later that the others have left it.
    if (paused.length > 0) for (const node of cluster().nodes) while ((await membersSeenBy(node)) !== 3) await sleep(50)
    paused = []
  })
  let paused: ClusterNode[] = []
  const pause = async (node: ClusterNode) => {
    paused.push(node)
    await node.pause()
  }
  const membersSeenBy = async (node: ClusterNode) => {
    const statement =
      cluster().kind === 'galera'
        ? `show global status like 'wsrep_cluster_size'`
        : `select sum(member_state = 'ONLINE') as Value from performance_schema.replication_group_members`
    return Number((await query(node, statement).catch(() => []))[0]?.['Value'])
  }

  const nodeInUse = () => cluster().nodes.find(({ url }) => new URL(url).host === database.activeHost())!
  const others = (node: ClusterNode) => cluster().nodes.filter((other) => other.name !== node.name)
  const stored = async (node: ClusterNode) => {
    const rows = await query(node, `select lower(hex(ticket_id)) as id from ${name}.museum_ticket`)
    return rows.map(({ id }) => String(id))
  }
  const idOf = (n: number) => exampleId(n).replaceAll('-', '')

  /** Each of these buyers buys one ticket after the other until the signal is aborted. */
  const startBuyers = (count: number) => {
    const tickets = kyselyTicketRepository(database)
    const purchases = { sold: [] as string[], unknown: [] as string[], refused: [] as string[] }
    let isEnded = false
    let last = 0
    const buy = async (): Promise<void> => {
      if (isEnded) return
      last += 1
      const n = last
      try {
        await tickets.sell(
          ...aSale(
            aGeneralTicket({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) }),
          ),
        )
        purchases.sold.push(idOf(n))
      } catch (error) {
        if (error instanceof OutcomeUnknown) purchases.unknown.push(idOf(n))
        else if (error instanceof Unavailable) purchases.refused.push(idOf(n))
        else throw error
      }
      await sleep(5)
      return buy()
    }
    const buyers = Array.from({ length: count }, buy)
    return {
      purchases,
      async end() {
        isEnded = true
        await Promise.all(buyers)
      },
    }
  }
  /** Sells tickets, makes the node in use fail, and goes on until another node has sold 200 more. */
  const failover = async (fail: (node: ClusterNode) => Promise<void>) => {
    const { purchases, end } = startBuyers(8)
    while (purchases.sold.length < 200) await sleep(5)
    const former = nodeInUse()
    await fail(former)
    while (nodeInUse().name === former.name) await sleep(5)
    const before = purchases.sold.length
    while (purchases.sold.length < before + 200) await sleep(5)
    await end()
    const tickets = new Set(await stored(nodeInUse()))
    expect(purchases.sold.filter((id) => !tickets.has(id))).toEqual([])
    expect(purchases.refused.filter((id) => tickets.has(id))).toEqual([])
    expect(new Set(purchases.sold).size).toBe(purchases.sold.length)
  }

  it('sells on another node after its node was killed, and loses no ticket', async () => {
    await failover((node) => node.kill())
    expect(database.engine.hosts!.failovers()).toBeGreaterThan(0)
  })

  it('sells on another node after its node stopped responding', async () => {
    await failover(pause)
  })

  it('sells on another node after its node was cut off from the others', async () => {
    await failover((node) => node.isolate())
  })

  it('ends the purchases that wait on a node that was cut off when it fails over to another one, and stores them there', async () => {
    const tickets = kyselyTicketRepository(database)
    // With a key, since purchases without one are stored in a group, which has a time limit of 3 seconds.
    const buy = (n: number) =>
      tickets.sell(
        ...aSale(
          aGeneralTicket({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) }),
          {
            record: { username: 'visitor', idempotencyKey: String(n), fingerprint: 'f', answer: '{}' },
          },
        ),
      )
    await buy(1)
    const former = nodeInUse()
    await former.isolate()
    // So that the purchases have time left on a group, which fails over after some 7 seconds.
    await sleep(4_000)
    const purchases = Promise.allSettled([2, 3, 4, 5].map(buy)).then((all) => all.map(({ status }) => status))
    while (nodeInUse().name === former.name) await sleep(5)
    expect(await Promise.race([purchases, sleep(2_500, 'they wait')])).toEqual(Array(4).fill('fulfilled'))
    expect((await stored(nodeInUse())).toSorted()).toEqual([1, 2, 3, 4, 5].map(idOf))
    await former.rejoin()
  })

  it('stays with its node while the cluster decides about another one, for which commits wait', async () => {
    const { purchases, end } = startBuyers(8)
    while (purchases.sold.length < 200) await sleep(5)
    const [failovers, node] = [database.engine.hosts!.failovers(), nodeInUse()]
    await pause(others(node)[0]!)
    const before = purchases.sold.length
    while (purchases.sold.length < before + 200) await sleep(5)
    await end()
    expect([nodeInUse().name, database.engine.hosts!.failovers()]).toEqual([node.name, failovers])
  })

  it('is not ready for writes while no node has a quorum, and sells when one has', async () => {
    const node = nodeInUse()
    await Promise.all(others(node).map((other) => other.isolate()))
    const tickets = kyselyTicketRepository(database)
    const buy = (n: number) =>
      tickets.sell(
        ...aSale(aGeneralTicket({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })),
      )
    await expect(buy(1)).rejects.toThrow(Unavailable)
    const isWritable = async () => {
      const ready = await database.isReady()
      return ready !== false && ready.writes
    }
    while (await isWritable()) await sleep(100)
    await Promise.all(others(node).map((other) => other.rejoin()))
    while (!(await isWritable())) await sleep(100)
    await buy(2)
  })

  it('is inspected: a user that may not read the members of a group gets a warning, and is served', async () => {
    const limited = `limited_${name.slice(-8)}`
    const writable = nodeInUse()
    await query(writable, `create user ${limited}@'127.0.0.1' identified by 'secret'`)
    await query(writable, `grant select, insert, update, delete on ${name}.* to ${limited}@'127.0.0.1'`)
    const hosts = cluster().nodes.map(({ url }) => new URL(url).host)
    asLimited = openDatabase(`mysql://${limited}:secret@${hosts.join(',')}/${name}`)
    const warningsOf = async () => {
      const findings = await inspectDatabase(asLimited!, { serverConnections: 10, isThorough: false, host: 'used' })
      return findings.filter(({ message }) => message.includes('members of the group'))
    }
    const isGroup = cluster().kind === 'group'
    expect(await warningsOf()).toHaveLength(isGroup ? 1 : 0)
    expect(asLimited!.activeHost()).toBe(database.activeHost())
    if (isGroup)
      await query(writable, `grant select on performance_schema.replication_group_members to ${limited}@'127.0.0.1'`)
    expect(await warningsOf()).toEqual([])
  })
})
