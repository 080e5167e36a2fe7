/** Writes to the nodes of a cluster, past the museum's servers, to find out when the cluster accepts writes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const database = 'torture_write_probe'

/** Creates the table of the probe, on one node that accepts writes. */
export const createWriteProbe = async (url: string): Promise<void> => {
  const connection = await createConnection(url)
  await connection.query(`create database ${database}`)
  await connection.query(`create table ${database}.probe (node int primary key, written_at bigint not null)`)
  await connection.end()
}

/** The longest time for a cluster to accept writes again, in milliseconds. */
const timeout = 120_000

/** Repeats a write to a node, each time over a new connection, until it is committed or `isEnough`. */
const writeTo = async (url: string, node: number, isEnough: () => boolean): Promise<void> => {
  for (const startedAt = performance.now(); !isEnough(); await sleep(20)) {
    if (performance.now() - startedAt > timeout) throw new Error(`A node accepts no write after ${timeout} ms.`)
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 }).catch(() => undefined)
    try {
      await connection?.query({ sql: `replace into ${database}.probe values (${node}, ${Date.now()})`, timeout: 5_000 })
      if (connection !== undefined) return
    } catch {
      // The node does not accept writes yet.
    } finally {
      connection?.destroy()
    }
  }
}

/** Resolves when each of the nodes has committed a write. */
export const everyNodeWrites = async (urls: readonly string[]): Promise<void> => {
  await Promise.all(urls.map((url, node) => writeTo(url, node, () => false)))
}

/** Resolves when one of the nodes has committed a write. */
export const someNodeWrites = async (urls: readonly string[]): Promise<void> => {
  let isWritten = false
  const writes = urls.map(async (url, node) => {
    await writeTo(url, node, () => isWritten)
    isWritten = true
  })
  await Promise.any(writes)
}
