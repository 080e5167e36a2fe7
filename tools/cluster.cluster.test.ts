import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import type { ClusterNode } from './mysql-server/cluster.ts'
import { query, useCluster, writableNode } from './mysql-server/use-cluster.ts'

const { cluster, newDatabase } = useCluster()

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await sleep(50)
  }
}

/** A database with a table, and functions that write a number into it and read all numbers through a node. */
const aTable = async () => {
  const [url] = await newDatabase()
  const table = `${new URL(url!).pathname.slice(1)}.numbers`
  await query(await writableNode(cluster()), `create table ${table} (number int primary key)`)
  return {
    write: (node: ClusterNode, number: number) => query(node, `insert into ${table} values (${number})`),
    read: async (node: ClusterNode) =>
      (await query(node, `select number from ${table} order by number`)).map(({ number }) => number),
  }
}

/** The node that is writable, and the others. In a group, another node becomes writable when this one is lost. */
const nodesByRole = async (): Promise<[ClusterNode, ClusterNode, ClusterNode]> => {
  const writable = await writableNode(cluster())
  const [first, second] = cluster().nodes.filter(({ name }) => name !== writable.name)
  return [writable, first!, second!]
}

const commandLineOf = (processId: string): string => {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('a node of the cluster for tests', () => {
  it('has the rows that were written through another node', async () => {
    const { write, read } = await aTable()
    const [writable, ...others] = await nodesByRole()
    await write(writable, 1)
    for (const node of others) await until(async () => (await read(node)).join() === '1')
  })

  it('has the rows that were written while it was down, after it has started again', async () => {
    const { write, read } = await aTable()
    const [writable, killed] = await nodesByRole()
    await killed.kill()
    await expect(read(killed)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await write(writable, 1)
    await killed.start()
    await until(async () => (await read(killed)).join() === '1')
  })

  it('is not writable while it is isolated, and has the rows that were written meanwhile after it has rejoined', async () => {
    const { write, read } = await aTable()
    const [isolated, other] = await nodesByRole()
    await isolated.isolate()
    const refused = write(isolated, 1).then(
      () => 'written',
      () => 'refused',
    )
    await until(async () => {
      await write(await writableNode({ ...cluster(), nodes: cluster().nodes.filter((node) => node !== isolated) }), 2)
      return true
    })
    await isolated.rejoin()
    await until(async () => (await read(isolated)).join() === '2')
    expect(await read(other)).toEqual([2])
    expect(await refused).toBe('refused')
  })

  it('keeps its connections while it is paused, and has the rows that were written meanwhile after it has resumed', async () => {
    const { write, read } = await aTable()
    const [writable, paused] = await nodesByRole()
    await paused.pause()
    const answer = read(paused)
    answer.catch(() => undefined)
    await write(writable, 1)
    expect(await Promise.race([answer, sleep(200, 'no answer')])).toBe('no answer')
    await paused.resume()
    await until(async () => (await read(paused)).join() === '1')
  })

  it('joins again after all nodes were killed, with all rows', async () => {
    const { write, read } = await aTable()
    const { nodes } = cluster()
    await write(await writableNode(cluster()), 1)
    for (const node of nodes) await node.kill()
    await Promise.all(nodes.map((node) => node.start()))
    for (const node of nodes) await until(async () => (await read(node)).join() === '1')
    await write(await writableNode(cluster()), 2)
    for (const node of nodes) await until(async () => (await read(node)).join() === '1,2')
  })
})

describe('provideCluster', () => {
  it('leaves no process and no folder when the process that called it is killed with SIGKILL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'museum-cluster-end-'))
    const module = JSON.stringify(join(import.meta.dirname, 'mysql-server/provide-cluster.ts'))
    const program = `
      const { provideCluster } = await import(${module})
      const cluster = await provideCluster(${JSON.stringify(cluster().kind)}, { size: 2 })
      // A stopped process ends too.
      await cluster.nodes[1].pause()
      console.log('provided')
      setInterval(() => {}, 1000)
    `
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const errors = text(starter.stderr)
    await Promise.race([once(starter.stdout, 'data'), errors.then((message) => Promise.reject(new Error(message)))])
    const processes = () =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((id) => commandLineOf(id).includes(folder))
    expect(processes().length).toBeGreaterThan(0)
    starter.kill('SIGKILL')
    await until(async () => processes().length === 0 && readdirSync(folder).length === 0)
    rmSync(folder, { recursive: true })
  })
})
