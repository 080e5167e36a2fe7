import type { Museum } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { limitBody } from '../operation/body.ts'
import { empty } from '../operation/response.ts'
import { toProblem } from '../problems/problem.ts'

/** The maximum size of a notification. */
const maxBytes = 64 * 1024

/**
 * Where the payment provider says that something has changed, outside of the base path and without Basic authentication: the
 * signature counts. It is answered once what it was about is stored; 204 also for what is not about a payment of this museum.
 */
export const paymentNotifications = (museum: Pick<Museum, 'settleNotification'>): Hono<MuseumEnv> =>
  new Hono<MuseumEnv>().post('/payment-notifications/stripe', limitBody(maxBytes), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const refusal = await museum.settleNotification(body, c.req.header())
    return isRefusal(refusal) ? toProblem(c, refusal) : empty(c, 204)
  })
