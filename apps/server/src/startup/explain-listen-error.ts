import type { Config } from '../configuration/config.ts'
import { CannotStart } from './cannot-start.ts'

type Names = Readonly<{ host: string; port: string }>

const reasons: Readonly<Record<string, (settings: Names) => string>> = {
  EADDRINUSE: ({ port }) => `is already in use. Set ${port} to a free port.`,
  EACCES: ({ port }) => `may not be used by this user. Set ${port} to 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `is not an address of this machine. Set ${host} to one.`,
  EINVAL: ({ host }) => `is not an address that a server can listen at. Set ${host} to one of this machine.`,
  ENOTFOUND: ({ host }) => `cannot be resolved on this machine. Set ${host} to one of this machine.`,
}

/**
 * `CannotStart` for an error of `server.listen` that the operator can resolve; any other error as it is. `settings` are the
 * names of those for the host and the port.
 */
export const explainListenError = (
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>,
  settings: Names = { host: 'MUSEUM_HOST', port: 'MUSEUM_PORT' },
): unknown => {
  const reason = reasons[String((error as NodeJS.ErrnoException).code)]
  return reason === undefined ? error : new CannotStart(`${host}:${port} ${reason(settings)}`)
}
