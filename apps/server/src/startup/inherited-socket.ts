import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { CannotStart } from './cannot-start.ts'

/** A listening socket that the process has inherited, by its descriptor. */
export type InheritedSocket = Readonly<{ fd: number }>

/** The first descriptor that systemd passes. */
const firstDescriptor = 3

/**
 * The socket that systemd, or another program that starts the server, passes by the protocol of sd_listen_fds(3).
 * `undefined` when none is passed, and with a warning when the variables are those of another process. Throws
 * `CannotStart` when it is not one socket.
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
      `LISTEN_FDS is ${count ?? 'not set'}, and the server listens at one socket. Pass it one, such as by one ListenStream.`,
    )
  return { fd: firstDescriptor }
}

/** `CannotStart` for an error of listening at an inherited socket. */
export const explainInheritedSocketError = (error: unknown): CannotStart =>
  new CannotStart(
    `The server cannot listen at the socket that it inherits (${String((error as NodeJS.ErrnoException).code)}). ` +
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
