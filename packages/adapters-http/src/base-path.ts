/** The paths of the API that are outside of its base path. */
const reservedPaths = ['/docs', '/problems', '/healthz', '/readyz', '/openapi.json']

/** The fault of a base path, to be put after its name in a sentence; `undefined` when it is valid. */
export const basePathFault = (basePath: string): string | undefined => {
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(basePath)) return 'must be a path such as /v1.1, without a slash at its end'
  if (/\/\.\.?(\/|$)/.test(basePath)) return 'must not have the segment . or .., since clients remove them from URLs'
  const reserved = reservedPaths.find((path) => basePath === path || basePath.startsWith(`${path}/`))
  return reserved && `must not be ${reserved} or below it`
}
