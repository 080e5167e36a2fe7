import { type RequestListener, type Server, createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import express5 from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { mount } from 'hono/mount'
import type { MuseumApi } from '../src/museum-api.ts'

// The types of Express 4 are not installed; the types of version 5 fit what is used here.
const express4 = createRequire(import.meta.url)('express4') as typeof express5

/** A server that listens on a free port of the loopback interface. */
export type Host = Readonly<{ origin: string; close: () => Promise<unknown> }>

/**
 * Starts a server with its own route `/mine` and the API below `/museum`. With `readsBodies`, a parser in front of the
 * API reads the bodies.
 */
export type StartHost = (api: MuseumApi, readsBodies?: boolean) => Promise<Host>

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A listener of Node that gets its responses from a `fetch` function. */
const listenerOf = (fetch: Parameters<typeof getRequestListener>[0]): RequestListener => {
  const listener = getRequestListener(fetch)
  return (request, response) => void listener(request, response)
}

const listen = async (listener: RequestListener): Promise<Host> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return { origin: originOf(server), close }
}

const honoHost =
  (addApi: (app: Hono<{ Bindings: HttpBindings }>, api: MuseumApi) => unknown): StartHost =>
  async (api, readsBodies) => {
    const app = new Hono<{ Bindings: HttpBindings }>().get('/mine', (c) => c.text('mine'))
    if (readsBodies)
      app.use(async (c, next) => {
        await c.req.raw.text()
        return next()
      })
    addApi(app, api)
    return listen(listenerOf(app.fetch))
  }

const expressHost =
  (express: typeof express5): StartHost =>
  async (api, readsBodies) => {
    const app = express()
    if (readsBodies) app.use(express.json())
    app.use('/museum', listenerOf(api.fetch))
    app.get('/mine', (_request, response) => void response.send('mine'))
    return listen(app)
  }

const fastifyHost: StartHost = async (api, readsBodies) => {
  const app = fastify()
  const listener = getRequestListener(api.fetch)
  app.get('/mine', async () => 'mine')
  await app.register(
    async (museum) => {
      if (!readsBodies) {
        museum.removeAllContentTypeParsers()
        museum.addContentTypeParser('*', (_request, _body, done) => done(null))
      }
      museum.all('/*', (request, reply) => {
        reply.hijack()
        return listener(request.raw, reply.raw)
      })
    },
    { prefix: '/museum' },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin: originOf(app.server), close: () => app.close() }
}

/** The ways to mount the API below `/museum`. */
export const hosts: readonly (readonly [way: string, start: StartHost])[] = [
  ['Hono, with fetch', honoHost((app, api) => app.all('/museum/*', (c) => api.fetch(c.req.raw, c.env)))],
  ['Hono, with mount', honoHost((app, api) => app.all('/museum/*', mount(api.fetch)))],
  ['Hono, with route', honoHost((app, api) => app.route('/museum', api))],
  ['Express 5', expressHost(express5)],
  ['Express 4', expressHost(express4)],
  ['Fastify', fastifyHost],
]
