import type { Museum } from '@museum/application'
import type { Context, Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { limitBody } from './body-limit.ts'
import { readRequest } from './read-request.ts'
import type { RequestParts, ResponseOf, Route } from './route.ts'

/** An operation of the API. */
export type Operation = Readonly<{
  /** Its description, for the OpenAPI document. */
  route: Route
  /** Adds it to the API, to call the use cases of this museum. */
  mount: (api: Hono<MuseumEnv>, museum: Museum) => void
}>

/** Makes an operation of its route and of a function that responds to a request without faults. */
export const operation = <const R extends Route>(
  route: R,
  respondTo: (museum: Museum, request: RequestParts<R>, c: Context<MuseumEnv>) => Promise<ResponseOf<R>>,
): Operation => ({
  route,
  mount: (api, museum) => {
    const run = async (c: Context<MuseumEnv>): Promise<Response> => {
      const request = await readRequest(c, route)
      return request instanceof Response ? request : respondTo(museum, request, c)
    }
    const method = route.method.toUpperCase()
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    if (route.request?.body === undefined) api.on(method, path, run)
    else api.on(method, path, limitBody, run)
  },
})
