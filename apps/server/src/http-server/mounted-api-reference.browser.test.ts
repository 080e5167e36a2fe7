import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { aMuseum, inMemoryCredentialVerifier } from '@museum/testing'
import { Hono } from 'hono'
import { useBrowser } from '../../../../tools/browser/use-browser.ts'
import { apiReferencePage } from '../../test/api-reference-page.ts'

const browser = useBrowser()
let server: ServerType | undefined
afterEach(() => {
  server?.close()
})

it('the API reference executes operations, and links to pages, below the path that the API is mounted at', async () => {
  const api = museumApi(aMuseum(), inMemoryCredentialVerifier({ curator: 'secret' }), { mountPath: '/museum' })
  const app = new Hono().all('/museum/*', (c) => api.fetch(c.req.raw, c.env))
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { page, errors } = await browser.openPage()
  page.setDefaultTimeout(120_000)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/museum/docs`)
  const reference = apiReferencePage(page)
  await reference.authorize('curator', 'secret')
  const { status, url } = await reference.execute('getMuseumHours')
  expect([status, new URL(url).pathname]).toEqual([200, '/museum/v1.1/museum-hours'])
  const problem = await page
    .locator('.opblock[id$="-getMuseumHours"] a[href*="/problems/"]')
    .first()
    .getAttribute('href')
  await page.goto(new URL(problem!, page.url()).href)
  expect(await page.title()).not.toBe('')
  await page.getByText('API reference').click()
  expect(new URL(page.url()).pathname).toBe('/museum/docs')
  await page.locator('.opblock').first().waitFor()
  expect(errors).toEqual([])
}, 300_000)
