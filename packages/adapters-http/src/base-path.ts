/** The paths of the API that are outside of its base path. */
const reservedPaths = ['/docs', '/problems', '/healthz', '/readyz', '/openapi.json']

const isPath = (text: string) => /^(\/[A-Za-z0-9._~-]+)+$/.test(text)
const hasDotSegment = (path: string) => /\/\.\.?(\/|$)/.test(path)

/** The fault of a base path, to be put after its name in a sentence; `undefined` when it is valid. */
export const basePathFault = (basePath: string): string | undefined => {
  if (!isPath(basePath)) return 'must be a path such as /v1.1, without a slash at its end'
  if (hasDotSegment(basePath)) return 'must not have the segment . or .., since clients remove them from URLs'
  const reserved = reservedPaths.find((path) => isAtOrBelow(basePath, path))
  return reserved && `must not be ${reserved} or below it`
}

/** The fault of a mount path, in the same form; `undefined` when it is valid. */
export const mountPathFault = (mountPath: string, basePath: string): string | undefined => {
  if (mountPath === '') return undefined
  if (!isPath(mountPath)) return 'must be empty or a path such as /museum, without a slash at its end'
  if (hasDotSegment(mountPath)) return 'must not have the segment . or .., since clients remove them from URLs'
  // A path below both would have two meanings: with the mount path, and without it.
  const own = [basePath, ...reservedPaths].find((path) => isAtOrBelow(path, mountPath))
  return own && `must not be ${own === basePath ? 'the base path' : own} or above it`
}

/** Whether a path is another one, or below it. */
export const isAtOrBelow = (path: string, other: string): boolean => path === other || path.startsWith(`${other}/`)
