import type { Context } from 'hono'
import { isAtOrBelow } from '../base-path.ts'
import type { MuseumEnv } from '../museum-env.ts'

/** The path of a request as the client sent it, with the mount path, which some hosts remove; without a slash at its end. */
export const requestPath = (c: Context<MuseumEnv>): string => {
  const { path } = c.req
  const mountPath = c.get('mountPath')
  return isAtOrBelow(path, mountPath) ? path : `${mountPath}${path}`
}
