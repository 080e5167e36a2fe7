import { fstatSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../settings/settings.ts'
import { CannotStart } from './cannot-start.ts'

type Names = Readonly<{ host: string; port: string }>

const reasons: ReadonlyMap<string, (settings: Names) => readonly [fault: string, advice: string]> = new Map(
  Object.entries<(settings: Names) => readonly [fault: string, advice: string]>({
    EADDRINUSE: ({ port }) => ['is already in use.', `Set ${port} to a free port.`],
    EACCES: ({ port }) => ['may not be used by this user.', `Set ${port} to 1024 or more.`],
    EADDRNOTAVAIL: ({ host }) => ['is not an address of this machine.', `Set ${host} to one.`],
    EINVAL: ({ host }) => ['is not an address that a server can listen at.', `Set ${host} to one of this machine.`],
    ENOTFOUND: ({ host }) => ['cannot be resolved on this machine.', `Set ${host} to one of this machine.`],
  }),
)

/**
 * `CannotStart` for an error of `server.listen` that the operator can resolve; any other error as it is. `settings` are the
 * names of those for the host and the port.
 */
export const explainListenError = (
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  settings: Names = { host: 'MUSEUM_HOST', port: 'MUSEUM_PORT' },
): unknown => {
  const reason = reasons.get(String((error as NodeJS.ErrnoException).code))
  if (reason === undefined) return error
  const [fault, advice] = reason(settings)
  return new CannotStart(`${host}:${port} ${fault}`, advice)
}

/** A listening socket that the process has inherited, by its descriptor. */
export type InheritedSocket = Readonly<{ fd: number }>

/** The first descriptor that systemd passes. */
const firstDescriptor = 3

/**
 * The socket that systemd, or another program that starts the server, passes by the protocol of sd_listen_fds(3).
 * `undefined` when none is passed, and with a warning when the variables are those of another process. Throws
 * `CannotStart` when it is not one open socket.
 */
export const inheritedSocket = (
  { LISTEN_FDS: count, LISTEN_PID: processId }: NodeJS.ProcessEnv,
  log: Pick<Logger, 'warn'>,
): InheritedSocket | undefined => {
  if (!count && !processId) return undefined
  if (processId !== String(process.pid)) {
    log.warn(
      'LISTEN_PID is not the process identifier of the server: it does not use the socket of LISTEN_FDS. ' +
        'Start the server without another program in between, or with exec.',
    )
    return undefined
  }
  if (count !== '1')
    throw new CannotStart(
      `LISTEN_FDS is ${count ?? 'not set'}, and the server listens at one socket.`,
      'Pass it one, such as by one ListenStream.',
    )
  if (!isSocket(firstDescriptor))
    throw new CannotStart(
      `LISTEN_FDS announces a socket as descriptor ${firstDescriptor}, which is not open or is no socket.`,
      'Start the server by systemd with Sockets=, or by a program that keeps the descriptor open, or unset LISTEN_FDS.',
    )
  return { fd: firstDescriptor }
}

/** If the descriptor was not open at the start, Node may use it for itself by now, and it is no socket. */
const isSocket = (descriptor: number) => {
  try {
    return fstatSync(descriptor).isSocket()
  } catch {
    return false
  }
}

export const explainInheritedSocketError = (error: unknown): CannotStart =>
  new CannotStart(
    `The server cannot listen at the socket that it inherits (${String((error as NodeJS.ErrnoException).code)}).`,
    'Pass it a TCP socket that listens: ListenStream with an address and a port, and Accept=no.',
  )

/** `museum doctor` and other programs find the port in the settings only. */
export const warnOfOtherPort = (origin: string, { port }: Pick<Config, 'port'>, log: Pick<Logger, 'warn'>): void => {
  if (port !== 0 && !origin.endsWith(`:${port}`))
    log.warn(
      `MUSEUM_PORT is ${port}, and the server listens at ${origin}, a socket that it inherits: ` +
        'set MUSEUM_PORT to the same port, so that museum doctor finds the server.',
    )
}
