import { connect, createServer } from 'node:net'
import type { Config } from '../configuration/config.ts'
import { explainListenError } from '../startup/explain-listen-error.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('port')

/** Milliseconds. */
const connectTimeout = 1_000
const answerTimeout = 5_000
/** Ports below may need a privilege. */
const firstUnprivileged = 1_024

/** Whether a server of the museum answers at the configured address, or can listen there. */
export const checkPort = async (config: Config): Promise<Finding> => {
  const { host, port } = config
  if (port === 0) return ok('MUSEUM_PORT is 0: each start takes a free port.')
  const target = reachableHost(host)
  if (await isOpen(target, port)) return askReadiness(target, config)
  const error = await listenError(config)
  if (error === undefined) return ok(`No server runs at ${host}:${port}, and the port is free.`)
  const [message = '', advice = ''] = (explainListenError(error, config) as Error).message.split(/(?<=\.) /)
  return serious(message, advice)
}

/** An address that a server at `host` can be reached at. */
const reachableHost = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host

const isOpen = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: connectTimeout })
    const end = (isConnected: boolean) => {
      socket.destroy()
      resolve(isConnected)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })

const askReadiness = async (host: string, { port }: Config): Promise<Finding> => {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const answer = await fetch(`http://${address}/readyz`, {
    signal: AbortSignal.timeout(answerTimeout),
    redirect: 'manual',
  })
    .then(async (response) => ({ status: response.status, body: (await response.json()) as Record<string, unknown> }))
    .catch(() => undefined)
  if (answer?.status === 200 && answer.body['status'] === 'ready')
    return answer.body['writes'] === true
      ? ok(`The server at ${address} is ready.`)
      : serious(
          `The server at ${address} is ready, but its database refuses writes: nothing can be sold.`,
          'Free space on the disk of the database, or end its read-only mode.',
        )
  if (answer?.status === 503 && String(answer.body['type']).endsWith('/service-unavailable'))
    return serious(
      `The server at ${address} is not ready: it does not reach its database, or it stops.`,
      'Correct what is found about the database, and look into the log of the server.',
    )
  return warning(
    `Another program than the museum listens at ${address}, or the server does not answer.`,
    'End that program, or set MUSEUM_PORT to a free port.',
  )
}

/** The error with which a server cannot listen. Another free port is taken, so that a server can start meanwhile. */
const listenError = ({ host, port }: Config) =>
  new Promise<Error | undefined>((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port: port < firstUnprivileged ? port : 0 }, () => server.close(() => resolve(undefined)))
  })
