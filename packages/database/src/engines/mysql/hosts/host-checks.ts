import type { Socket } from 'node:net'
import type { Connection, ConnectionOptions } from 'mysql2'
import { classifyMysqlError } from '../classify-mysql-error.ts'
import { readGroupMembers, readVariables } from '../cluster-membership.ts'
import { type HostCondition, conditionOf, conditionVariables } from './host-condition.ts'

// The sum of these two and of the pause between two checks must stay below 1.75 s, the time left to retry a read that began
// before the host stopped responding.
/** Milliseconds for a check. When it takes longer, all hosts are probed. */
const checkTimeout = 300
/** Milliseconds for a probe, connecting included. */
const probeTimeout = 800
/** Milliseconds for the first probe. No work waits for it yet, so that a slow machine does not cause a failover. */
const firstProbeTimeout = 2_000

/** Milliseconds. A timer that fires later than this shows that the event loop was blocked. */
const blockedMilliseconds = 50

/**
 * Finds out the conditions of the hosts of a database; a host is given by its index. `onLost` is called when a host closes the
 * connection of the checks.
 */
export const hostChecks = (options: readonly ConnectionOptions[], onLost: () => void) => {
  const open = new Set<Connection>()
  let isClosed = false
  const probed = new Set<number>()
  let kept: Readonly<{ host: number; connection: Connection }> | undefined
  const close = (connection: Connection) => {
    open.delete(connection)
    if (kept?.connection === connection) kept = undefined
    // mysql2 would wait for the server to close the socket, which a server that hangs never does.
    ;(connection as unknown as { stream: Socket }).stream.destroy()
  }
  const connect = async (host: number) => {
    const { createConnection } = await import('mysql2')
    // Without mysql2's own time limit: it would end a connection whose response arrived while the event loop was blocked.
    const connection = createConnection({ ...options[host]!, connectTimeout: 0 })
    open.add(connection)
    if (isClosed) close(connection)
    for (const event of ['error', 'end'])
      connection.on(event, () => {
        if (!open.has(connection)) return
        const isKept = kept?.connection === connection
        close(connection)
        if (isKept) onLost()
      })
    return connection
  }
  const readCondition = (connection: Connection, timeout: number) =>
    withTimeout(timeout, readReport(connection).then(conditionOf).catch(conditionAfter)).finally(() => {
      if (kept?.connection !== connection) close(connection)
    })
  return {
    /** Finds out the condition of a host over a new connection. Never rejects. */
    async probe(host: number) {
      const timeout = probed.has(host) ? probeTimeout : firstProbeTimeout
      probed.add(host)
      return readCondition(await connect(host), timeout)
    },
    /** Does the same over a connection that stays open until another host is checked. Never rejects. */
    async check(host: number) {
      if (kept !== undefined && kept.host !== host) close(kept.connection)
      const timeout = kept === undefined ? probeTimeout : checkTimeout
      kept ??= { host, connection: await connect(host) }
      const { connection } = kept
      const condition = await readCondition(connection, timeout)
      if (condition.state !== 'writable') close(connection)
      return condition
    },
    close() {
      isClosed = true
      open.forEach(close)
    },
  }
}

const withTimeout = async (milliseconds: number, condition: Promise<HostCondition>): Promise<HostCondition> => {
  const result = Promise.withResolvers<HostCondition>()
  const reason = `no response within ${milliseconds} ms`
  const fail = () => result.resolve({ state: 'unusable', reason, isSilent: true })
  const due = performance.now() + milliseconds
  // After the event loop was blocked, a response that has already arrived is read first; otherwise the host gets the same time
  // again.
  const onTimeout = () => {
    if (performance.now() < due + blockedMilliseconds) setImmediate(fail)
    else timer = setTimeout(() => setImmediate(fail), milliseconds)
  }
  let timer = setTimeout(onTimeout, milliseconds)
  void condition.then(result.resolve)
  return result.promise.finally(() => clearTimeout(timer))
}

/** Errors that show that the host's operating system is up: it closes the connections of a process that has ended. */
const isUp: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST'])

const conditionAfter = (error: unknown): HostCondition => {
  const { errno, code, message } = error as Readonly<{ errno?: unknown; code?: unknown; message?: unknown }>
  const reason = String(code ?? message)
  if (classifyMysqlError(error) === 'too-many-connections') return { state: 'full', reason }
  // Numbers below 1000 come from the operating system.
  const isOfServer = typeof errno === 'number' && errno >= 1_000
  return { state: 'unusable', reason, isSilent: !isOfServer && !isUp.has(code) }
}

const readReport = async (connection: Connection) => {
  const execute = (statement: string) =>
    new Promise<readonly unknown[]>((resolve, reject) => {
      connection.query(statement, (error, rows) => (error ? reject(error) : resolve(rows as unknown[])))
    })
  const read = (of: 'variables' | 'status', names: readonly string[]) =>
    readVariables(execute, `show global ${of} where variable_name in (${names.map((name) => `'${name}'`).join(', ')})`)
  const variables = await read('variables', conditionVariables)
  return {
    variables,
    ...(variables['wsrep_on'] === 'ON' && { galera: await read('status', ['wsrep_cluster_status', 'wsrep_ready']) }),
    ...(variables['group_replication_group_name'] && { group: await readGroupMembers(execute) }),
  }
}
