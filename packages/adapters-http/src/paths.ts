import type { Context } from 'hono'
import type { MuseumEnv } from './museum-env.ts'

/** The paths of the API that are outside of its base path. */
const reservedPaths = [
  '/docs',
  '/desk',
  '/problems',
  '/payment-notifications',
  '/fonts',
  '/my-tickets',
  '/buy',
  '/rehearsal-payment',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/events.json',
  '/calendar.ics',
]

const isPath = (text: string) => /^(\/[A-Za-z0-9._~-]+)+$/.test(text)
const hasDotSegment = (path: string) => /\/\.\.?(\/|$)/.test(path)

/** What is wrong with a base path, as the end of a sentence that begins with its name; `undefined` when it is valid. */
export const basePathFault = (basePath: string): string | undefined => {
  if (!isPath(basePath)) return 'must be a path such as /v1.1, without a slash at its end'
  if (hasDotSegment(basePath)) return 'must not have the segment . or .., since clients remove them from URLs'
  const reserved = reservedPaths.find((path) => isAtOrBelow(basePath, path))
  return reserved && `must not be ${reserved} or below it`
}

/** What is wrong with a mount path, in the same form; `undefined` when it is valid. */
export const mountPathFault = (mountPath: string, basePath: string): string | undefined => {
  if (mountPath === '') return undefined
  if (!isPath(mountPath)) return 'must be empty or a path such as /museum, without a slash at its end'
  if (hasDotSegment(mountPath)) return 'must not have the segment . or .., since clients remove them from URLs'
  // Otherwise a path below both would be ambiguous: it could be with or without the mount path.
  const own = [basePath, ...reservedPaths].find((path) => isAtOrBelow(path, mountPath))
  return own && `must not be ${own === basePath ? 'the base path' : own} or above it`
}

/** Whether a path is equal to another one, or below it. */
const isAtOrBelow = (path: string, other: string): boolean => path === other || path.startsWith(`${other}/`)

/**
 * The path of a request as the client sent it, with the mount path, which some applications remove; without a slash at
 * its end.
 */
export const requestPath = (c: Context<MuseumEnv>): string => {
  const { path } = c.req
  const mountPath = c.get('mountPath')
  return isAtOrBelow(path, mountPath) ? path : `${mountPath}${path}`
}

/** A path of the API without the mount path, which some applications pass and others remove. */
export const withoutMountPath = (path: string, mountPath: string): string =>
  mountPath !== '' && isAtOrBelow(path, mountPath) ? path.slice(mountPath.length) || '/' : path
