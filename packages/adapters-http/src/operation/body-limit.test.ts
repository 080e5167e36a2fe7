import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { aMuseumApi, authorization, generalOrder } from '../../test/a-museum-api.ts'
import { postBody } from '../../test/post-body.ts'
import { problemOf } from '../../test/problem-of.ts'

const bodyOf = (bytes: number) => {
  const order = JSON.stringify(generalOrder)
  return `${order.slice(0, -1)}${' '.repeat(bytes - order.length)}}`
}
const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000) controller.enqueue(Buffer.from(text.slice(at, at + 10_000)))
      controller.close()
    },
  })
const withLength = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': String(length) })

describe('a body', () => {
  it('can have 128 KiB, chunked or not', async () => {
    expect((await postBody(bodyOf(131_072))).status).toBe(201)
    expect((await postBody(chunked(bodyOf(131_072)))).status).toBe(201)
  })

  it('gets 413 when it has more than 128 KiB, chunked or not', async () => {
    expect(await problemOf(await postBody(bodyOf(131_073)))).toMatchObject({ slug: 'payload-too-large', status: 413 })
    expect((await postBody(chunked(bodyOf(131_073)))).status).toBe(413)
    expect((await postBody(bodyOf(131_073), withLength(131_073))).status).toBe(413)
  })

  it('can have been read by a middleware of Hono, where the API is mounted with route', async () => {
    const app = new Hono()
      .use(async (c, next) => {
        await c.req.json()
        await next()
      })
      .route('/', aMuseumApi().api)
    for (const body of [bodyOf(1_000), chunked(bodyOf(1_000))]) {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
      const sold = await app.request('/v1.1/tickets', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
      expect(sold.status).toBe(201)
    }
  })

  it('gets 408 when its connection fails before its end, chunked or not', async () => {
    const failing = () => new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    expect(await problemOf(await postBody(failing()))).toMatchObject({ slug: 'request-timeout', status: 408 })
    expect(await problemOf(await postBody(failing(), withLength(99)))).toMatchObject({
      slug: 'request-timeout',
      status: 408,
    })
  })
})
