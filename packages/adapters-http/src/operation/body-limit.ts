import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { MuseumEnv } from '../museum-env.ts'
import { incompleteBody } from '../problems/incomplete-body.ts'
import { problem } from '../problems/problem.ts'
import { expectUnreadBody, isBodyCached } from './body-read-by-host.ts'

const maxBytes = 128 * 1024

const tooLarge = (c: Context<MuseumEnv>) => problem(c, 'payload-too-large', `The body has more than ${maxBytes} bytes.`)

const limitStream = bodyLimit({ maxSize: maxBytes, onError: tooLarge })

/**
 * Responds with 413 to a body of more than 128 KiB. Only a body without a `Content-Length` is read as a stream to measure it:
 * that takes two thirds of the processor time of the rest of the request.
 */
export const limitBody: MiddlewareHandler<MuseumEnv> = async (c, next) => {
  expectUnreadBody(c)
  const length = c.req.header('Transfer-Encoding') === undefined ? c.req.header('Content-Length') : undefined
  // Only reading the stream can throw here: Hono catches what the operation behind `next` throws.
  if (length === undefined && !isBodyCached(c)) return limitStream(c, next).catch(() => incompleteBody(c))
  return Number(length ?? 0) > maxBytes ? tooLarge(c) : next()
}
