import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** The request as Node has received it, where the host passes it on: `@hono/node-server` does. */
export const incomingOf = (c: Context): IncomingMessage | undefined =>
  (c.env as Readonly<{ incoming?: IncomingMessage }> | undefined)?.incoming
