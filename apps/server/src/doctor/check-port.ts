import { connect, createServer } from 'node:net'
import type { Config } from '../settings/settings.ts'
import { CannotStart } from '../startup/cannot-start.ts'
import { explainListenError, inheritedSocket } from '../startup/listening-socket.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('port')

/** Milliseconds. */
const connectTimeout = 1_000
const answerTimeout = 5_000
/** Listening at a port below this one may need a privilege. */
const firstUnprivileged = 1_024

/**
 * Checks the socket that the environment variables announce, if any; then whether a museum server responds at the configured
 * address, or could listen there.
 */
export const checkPort = async (config: Config, environment: NodeJS.ProcessEnv): Promise<Finding> => {
  const { host, port } = config
  const socketError = findSocketError(environment)
  if (socketError !== undefined) return asSerious(socketError)
  if (port === 0) return ok('MUSEUM_PORT is 0: each start takes a free port.')
  const target = reachableHost(host)
  if (await isOpen(target, port)) return askReadiness(target, config)
  const error = await listenError(config)
  if (error === undefined) return ok(`No server runs at ${host}:${port}, and the port is free.`)
  return asSerious(explainListenError(error, config) as Error)
}

const asSerious = (error: Error) =>
  error instanceof CannotStart ? serious(error.fault, error.advice) : serious(error.message, '')

const findSocketError = (environment: NodeJS.ProcessEnv) => {
  try {
    // This warning is about variables for another process, such as the server.
    inheritedSocket(environment, { warn: () => undefined })
    return undefined
  } catch (error) {
    if (error instanceof CannotStart) return error
    throw error
  }
}

/** The address at which a server that listens at `host` can be reached. */
const reachableHost = (host: string) => loopbackOf.get(host) ?? host
const loopbackOf: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

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

/** The response of a museum at a URL, whose body is a JSON object; `undefined` without a response of that form in time. */
export const answerAt = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(answerTimeout), redirect: 'manual' })
    .then(async (response) => ({ status: response.status, body: (await response.json()) as Record<string, unknown> }))
    .catch(() => undefined)

const askReadiness = async (host: string, { port }: Config): Promise<Finding> => {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const response = await answerAt(`http://${address}/readyz`)
  if (response?.status === 200 && response.body['status'] === 'ready')
    return response.body['writes'] === true
      ? ok(`The server at ${address} is ready.`)
      : serious(
          `The server at ${address} is ready, but its database refuses writes: nothing can be sold.`,
          'Free space on the disk of the database, or end its read-only mode.',
        )
  if (response?.status === 503 && String(response.body['type']).endsWith('/service-unavailable'))
    return serious(
      `The server at ${address} is not ready: it does not reach its database, or it stops.`,
      'Correct what is found about the database, and look into the log of the server.',
    )
  return warning(
    `Another program than the museum listens at ${address}, or the server does not respond.`,
    'End that program, or set MUSEUM_PORT to a free port.',
  )
}

/**
 * The error with which listening at this host fails. It listens at another, free port, so that a server can start meanwhile.
 */
const listenError = ({ host, port }: Config) =>
  new Promise<Error | undefined>((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port: port < firstUnprivileged ? port : 0 }, () => server.close(() => resolve(undefined)))
  })
