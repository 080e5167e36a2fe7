/** The paths of the API that are not below its base path. */
const outsidePaths = ['/docs', '/problems', '/healthz', '/readyz', '/openapi.json']

/** What is wrong with a base path, as the rest of a sentence; nothing when it can be used. */
export const basePathFault = (basePath: string): string | undefined => {
  if (!/^(\/[A-Za-z0-9._~-]+)+$/.test(basePath)) return 'must be a path such as /v1.1, without a slash at its end'
  if (/\/\.\.?(\/|$)/.test(basePath)) return 'must have no segment . or .., for no request has one'
  const taken = outsidePaths.find((path) => basePath === path || basePath.startsWith(`${path}/`))
  return taken && `must not be ${taken} or below it`
}
