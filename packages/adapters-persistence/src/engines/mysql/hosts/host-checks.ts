import type { Socket } from 'node:net'
import type { Connection, ConnectionOptions } from 'mysql2'
import { classifyMysqlError } from '../classify-mysql-error.ts'
import { readGroupMembers } from '../group-members.ts'
import { type HostCondition, type Variables, conditionOf, conditionVariables } from './host-condition.ts'

// Together with the pause between two checks they are less than the time in which a read that began before the host stopped
// responding can be retried: 1.75 s.
/** Milliseconds for a check. When it takes longer, the hosts are looked at. */
const checkTimeout = 300
/** Milliseconds for a look, connecting included. */
const lookTimeout = 800
/** Milliseconds for the first look, with which no work is in a hurry: a busy machine should not change the order. */
const firstLookTimeout = 2_000

/** Milliseconds: a timer that is later than this shows that the event loop was blocked. */
const blockedMilliseconds = 50

/** Finds out the conditions of the hosts of a database, which are named by their index. */
export type HostChecks = Readonly<{
  /** Over a new connection. Never rejects. */
  look: (host: number) => Promise<HostCondition>
  /** Over a connection that stays open until another host is checked. Never rejects. */
  check: (host: number) => Promise<HostCondition>
  close: () => void
}>

/** `onLost` is called when the connection of the checks is closed by the other side. */
export const hostChecks = (options: readonly ConnectionOptions[], onLost: () => void): HostChecks => {
  const open = new Set<Connection>()
  let isClosed = false
  const lookedAt = new Set<number>()
  let kept: Readonly<{ host: number; connection: Connection }> | undefined
  const close = (connection: Connection) => {
    open.delete(connection)
    if (kept?.connection === connection) kept = undefined
    // mysql2 would wait for the server to close the socket, which a server that hangs never does.
    ;(connection as unknown as { stream: Socket }).stream.destroy()
  }
  const connect = async (host: number) => {
    const { createConnection } = await import('mysql2')
    // Without mysql2's own time limit, which ends a connection whose answer was not read while the event loop was blocked.
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
    async look(host) {
      const timeout = lookedAt.has(host) ? lookTimeout : firstLookTimeout
      lookedAt.add(host)
      return readCondition(await connect(host), timeout)
    },
    async check(host) {
      if (kept !== undefined && kept.host !== host) close(kept.connection)
      const timeout = kept === undefined ? lookTimeout : checkTimeout
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
  const answer = Promise.withResolvers<HostCondition>()
  const reason = `no answer within ${milliseconds} ms`
  const fail = () => answer.resolve({ state: 'unusable', reason, isSilent: true })
  const due = performance.now() + milliseconds
  // When the event loop was blocked, an answer that has arrived is read first, or the time is given once more.
  const onTimeout = () => {
    if (performance.now() < due + blockedMilliseconds) setImmediate(fail)
    else timer = setTimeout(() => setImmediate(fail), milliseconds)
  }
  let timer = setTimeout(onTimeout, milliseconds)
  void condition.then(answer.resolve)
  return answer.promise.finally(() => clearTimeout(timer))
}

/** The errors of a host whose operating system answers: it closes the connections of a process that has ended. */
const answered: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'PROTOCOL_CONNECTION_LOST'])

const conditionAfter = (error: unknown): HostCondition => {
  const { errno, code, message } = error as Readonly<{ errno?: unknown; code?: unknown; message?: unknown }>
  const reason = String(code ?? message)
  if (classifyMysqlError(error) === 'too-many-connections') return { state: 'full', reason }
  // Numbers below 1000 belong to the operating system.
  const isOfServer = typeof errno === 'number' && errno >= 1_000
  return { state: 'unusable', reason, isSilent: !isOfServer && !answered.has(code) }
}

const readReport = async (connection: Connection) => {
  const variables = await readVariables(connection, 'variables', conditionVariables)
  return {
    variables,
    ...(variables['wsrep_on'] === 'ON' && {
      galera: await readVariables(connection, 'status', ['wsrep_cluster_status', 'wsrep_ready']),
    }),
    ...(variables['group_replication_group_name'] && {
      group: await readGroupMembers((statement) => read(connection, statement)),
    }),
  }
}

const readVariables = async (connection: Connection, of: 'variables' | 'status', names: readonly string[]) => {
  const list = names.map((name) => `'${name}'`).join(', ')
  const rows = await read<{ Variable_name: string; Value: string }>(
    connection,
    `show global ${of} where variable_name in (${list})`,
  )
  return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value])) as Variables
}

const read = <Row>(connection: Connection, statement: string) =>
  new Promise<Row[]>((resolve, reject) => {
    connection.query(statement, (error, rows) => (error ? reject(error) : resolve(rows as Row[])))
  })
