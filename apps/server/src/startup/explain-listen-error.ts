import type { Config } from '../configuration/config.ts'
import { CannotStart } from './cannot-start.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use. Set MUSEUM_PORT to a free port.',
  EACCES: 'may not be used by this user. Set MUSEUM_PORT to 1024 or more.',
  EADDRNOTAVAIL: 'is not an address of this machine. Set MUSEUM_HOST to one.',
  EINVAL: 'is not an address that a server can listen at. Set MUSEUM_HOST to one of this machine.',
  ENOTFOUND: 'cannot be resolved on this machine. Set MUSEUM_HOST to one of this machine.',
}

/** `CannotStart` for an error of `server.listen` that the operator can resolve; any other error as it is. */
export const explainListenError = (error: unknown, { host, port }: Config): unknown => {
  const reason = reasons[String((error as NodeJS.ErrnoException).code)]
  return reason === undefined ? error : new CannotStart(`${host}:${port} ${reason}`)
}
