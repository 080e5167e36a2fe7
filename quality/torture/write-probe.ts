/** Writes directly to the nodes of a cluster, to find out when the cluster is writable. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const database = 'torture_write_probe'

/** Creates the table of the probe, on a writable node. */
export const createWriteProbe = async (url: string): Promise<void> => {
  const connection = await createConnection(url)
  await connection.query(`create database ${database}`)
  await connection.query(`create table ${database}.probe (node int primary key, written_at bigint not null)`)
  await connection.end()
}

/** The time limit for a cluster to become writable again, in milliseconds. */
const timeout = 120_000

/**
 * Repeats a write to a node, each time over a new connection, until it is committed or no longer needed. Returns whether it is
 * committed.
 */
const writeTo = async (url: string, node: number, isEnough: () => boolean): Promise<boolean> => {
  for (const startedAt = performance.now(); !isEnough(); await sleep(20)) {
    if (performance.now() - startedAt > timeout) throw new Error(`A node accepts no write after ${timeout} ms.`)
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 }).catch(() => undefined)
    try {
      await connection?.query({ sql: `replace into ${database}.probe values (${node}, ${Date.now()})`, timeout: 5_000 })
      if (connection !== undefined) return true
    } catch {
      // The node is not writable yet.
    } finally {
      connection?.destroy()
    }
  }
  return false
}

/** Resolves when each of the nodes that have not failed has committed a write. */
export const everyNodeWrites = async (urls: readonly string[], hasFailed: (url: string) => boolean): Promise<void> => {
  await Promise.all(urls.map((url, node) => writeTo(url, node, () => hasFailed(url))))
}

/** Resolves when one of the nodes that have not failed has committed a write. */
export const someNodeWrites = async (urls: readonly string[], hasFailed: (url: string) => boolean): Promise<void> => {
  let isWritten = false
  await Promise.all(
    urls.map(async (url, node) => {
      if (await writeTo(url, node, () => isWritten || hasFailed(url))) isWritten = true
    }),
  )
}
