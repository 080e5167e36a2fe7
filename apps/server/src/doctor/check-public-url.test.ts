import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { aMuseum, inMemoryCredentialVerifier } from '@museum/testing'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { checkPublicUrl } from './check-public-url.ts'

let server: ServerType | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

/** The origin of a museum below `/museum`. */
const serveMuseum = async () => {
  const api = museumApi(aMuseum(), inMemoryCredentialVerifier({}), { mountPath: '/museum' })
  server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const warning = (url: string) => ({
  check: 'configuration',
  level: 'warning',
  message: `The museum does not answer at ${url}, where its links lead.`,
  advice: expect.stringContaining('correct MUSEUM_PUBLIC_URL or the proxy'),
})

it('the doctor finds the museum at its public URL', async () => {
  const origin = await serveMuseum()
  expect(await checkPublicUrl({ publicUrl: { origin, path: '/museum' } })).toEqual([
    { check: 'configuration', level: 'ok', message: `Clients see the museum at ${origin}/museum.` },
  ])
})

it('the doctor warns of a public URL with another path than that of the museum', async () => {
  const origin = await serveMuseum()
  expect(await checkPublicUrl({ publicUrl: { origin, path: '/our' } })).toEqual([warning(`${origin}/our`)])
})

it('the doctor warns of a public URL at which no server listens', async () => {
  const origin = `http://127.0.0.1:${await findPortBelowEphemeralRange()}`
  expect(await checkPublicUrl({ publicUrl: { origin, path: '' } })).toEqual([warning(origin)])
})

it('the doctor checks no public URL that is not set', async () => {
  expect(await checkPublicUrl({})).toEqual([])
})
