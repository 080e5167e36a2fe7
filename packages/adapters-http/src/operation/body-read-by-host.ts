import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { incomingOf } from './incoming-of.ts'

/** Thrown for a request whose body the application that the API is mounted in has read: nothing of it is left for the API. */
export class BodyReadByHost extends Error {
  override readonly name = 'BodyReadByHost'
  constructor() {
    super(
      'The body of this request was read before the museum API received the request, by a parser such as express.json() or a ' +
        'content type parser of Fastify. Mount the API before the parser, or limit the parser to other paths.',
    )
  }
}

/** Throws `BodyReadByHost` when the body cannot be read any more. To be called before the API itself reads it. */
export const expectUnreadBody = (c: Context<MuseumEnv>): void => {
  if (c.req.raw.bodyUsed && !isBodyCached(c)) throw new BodyReadByHost()
}

/** Whether the body was read through this context, which keeps it: where the API is mounted with `route` of Hono. */
export const isBodyCached = (c: Context<MuseumEnv>): boolean => Object.keys(c.req.bodyCache).length > 0

/** Throws `BodyReadByHost` when that is why the API could not read the body, or why it found an empty one. */
export const expectBodyOfClient = (c: Context<MuseumEnv>): void => {
  const incoming = incomingOf(c)
  // A body that fails on its way is not complete; of an empty one, no data was read.
  if (incoming?.complete && incoming.readableDidRead) throw new BodyReadByHost()
}
