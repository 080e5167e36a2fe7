import type { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { Operation } from '../operation/operation.ts'

/** Sets the `operationId` and the `route` of every request that has the method and the path of an operation, before it can be refused. */
export const nameOperations = (api: Hono<MuseumEnv>, operations: readonly Operation[]): void => {
  for (const { route, path } of operations)
    api.on(route.method.toUpperCase(), path, (c, next) => {
      c.set('operationId', route.operationId)
      c.set('route', route.path)
      return next()
    })
}
