import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import type { MuseumEnv } from '../museum-env.ts'
import { faultCodes } from '../problems/fault-codes.ts'
import { problemTypes } from '../problems/problem-types.ts'
import { staticFile } from './static-file.ts'

type Document = {
  openapi: string
  info: { version: string }
  servers: { url: string }[]
  paths: Record<
    string,
    Record<string, { operationId: string; security: object[]; responses: Record<string, { content?: object }> }>
  >
  components: { securitySchemes: object }
}
const served = async () => (await (await aMuseumApi().api.request('/openapi.json')).json()) as Document

describe('the OpenAPI document', () => {
  it('is the committed one', async () => {
    const committed = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
    expect(await served()).toEqual(committed)
  })

  it('describes version 1.1.1 of the interface in OpenAPI 3.1, every operation behind MuseumPlaceholderAuth', async () => {
    const { openapi, info, servers, paths, components } = await served()
    expect([openapi, info.version, servers[0]!.url]).toEqual(['3.1.0', '1.1.1', '/v1.1'])
    expect(components.securitySchemes).toMatchObject({ MuseumPlaceholderAuth: { type: 'http', scheme: 'basic' } })
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual([
      'buyMuseumTickets',
      'createSpecialEvent',
      'deleteSpecialEvent',
      'getMuseumHours',
      'getSpecialEvent',
      'getTicketCode',
      'listSpecialEvents',
      'updateSpecialEvent',
    ])
    for (const { security } of operations) expect(security).toEqual([{ MuseumPlaceholderAuth: [] }])
  })

  it('documents every refusal as a problem record', async () => {
    for (const path of Object.values((await served()).paths))
      for (const { responses } of Object.values(path)) {
        const refusals = Object.entries(responses).filter(([status]) => status >= '400')
        expect(refusals.map(([status]) => status)).toEqual(
          expect.arrayContaining(['401', '408', '429', '431', '500', '503']),
        )
        for (const [, { content }] of refusals) expect(Object.keys(content!)).toEqual(['application/problem+json'])
      }
  })
})

/** The paths of the scripts and style sheets that a page loads. */
const assetsOf = (page: string) =>
  [...page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path!)

const documents = ['/openapi.json', '/docs', '/problems', '/problems/not-found']

describe('the static files', () => {
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    aMuseumApi().api.request(path, { method, headers })
  const assets = async () => assetsOf(await (await get('/docs')).text())
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

  it('of the reference are a script, its start and a style sheet', async () => {
    const types = await Promise.all((await assets()).map(async (path) => (await get(path)).headers.get('Content-Type')))
    expect(types.toSorted()).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  it('of the reference have a name that changes with their content, so a browser keeps them for a year', async () => {
    for (const path of await assets()) {
      const response = await get(path)
      const hash = createHash('sha256')
        .update(await bytesOf(response))
        .digest('hex')
      expect(path).toContain(`-${hash.slice(0, 16)}.`)
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it.each(documents)('%s is revalidated at each use', async (path) => {
    expect((await get(path)).headers.get('Cache-Control')).toBe('no-cache')
  })

  it('are the same content in every encoding, each under an ETag of its own', async () => {
    for (const path of [...documents, ...(await assets())]) {
      const plain = await get(path)
      const brotli = await get(path, { 'Accept-Encoding': 'gzip, deflate, br' })
      const gzip = await get(path, { 'Accept-Encoding': 'gzip' })
      const encodings = [plain, brotli, gzip].map(({ headers }) => headers.get('Content-Encoding'))
      expect([path, ...encodings]).toEqual([path, null, 'br', 'gzip'])
      const content = await bytesOf(plain)
      expect(brotliDecompressSync(await bytesOf(brotli)).equals(content)).toBe(true)
      expect(gunzipSync(await bytesOf(gzip)).equals(content)).toBe(true)
      const etags = [plain, brotli, gzip].map(({ headers }) => headers.get('ETag'))
      expect(new Set(etags).size).toBe(3)
      for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/)
      for (const { headers } of [plain, brotli, gzip]) expect(headers.get('Vary')).toBe('Accept-Encoding')
    }
  })

  it('of the reference have less than 450 kB when they are compressed', async () => {
    const sizes = (await assets()).map(
      async (path) => (await bytesOf(await get(path, { 'Accept-Encoding': 'br' }))).length,
    )
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThan(450_000)
  })

  it.each([
    ['br, gzip', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.1', 'gzip'],
    ['identity, br;q=0.5', null],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip;q=0', null],
    ['*;q=0', null],
    ['identity;q=0', null],
    ['deflate, zstd', null],
    ['', null],
    [`br${', a'.repeat(200)}`, null],
  ])('are encoded as Accept-Encoding asks: %s', async (accepted, encoding) => {
    const response = await get('/problems', { 'Accept-Encoding': accepted })
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, encoding])
  })

  it('are not sent again to a client that has them', async () => {
    for (const path of [...documents, ...(await assets())]) {
      const headers = { 'Accept-Encoding': 'br' }
      const etag = (await get(path, headers)).headers.get('ETag')!
      const again = await get(path, { ...headers, 'If-None-Match': etag })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
      expect(again.headers.get('Vary')).toBe('Accept-Encoding')
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(200)
    }
  })

  it('answer HEAD with the headers of GET', async () => {
    for (const path of [...documents, ...(await assets())]) {
      const [got, head] = [await get(path), await get(path, {}, 'HEAD')]
      expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, got.headers.get('ETag'), ''])
    }
  })

  it('are read and compressed once, however many requests come at once', async () => {
    let reads = 0
    const answer = staticFile(
      async () => {
        reads += 1
        return 'content'
      },
      { 'Content-Type': 'text/plain' },
    )
    const app = new Hono<MuseumEnv>().get('/file', answer)
    await Promise.all(
      Array.from({ length: 20 }, async () => app.request('/file', { headers: { 'Accept-Encoding': 'br' } })),
    )
    expect(await (await app.request('/file')).text()).toBe('content')
    expect(reads).toBe(1)
  })

  it('are read again after a failure', async () => {
    let reads = 0
    const answer = staticFile(
      async () => {
        reads += 1
        if (reads === 1) throw new Error('EMFILE')
        return 'content'
      },
      { 'Content-Type': 'text/plain' },
    )
    const app = new Hono<MuseumEnv>().get('/file', answer).onError((_error, c) => c.text('failed', 500))
    expect((await app.request('/file')).status).toBe(500)
    expect((await app.request('/file')).status).toBe(200)
  })
})

describe('the pages', () => {
  const page = async (path: string) => {
    const response = await aMuseumApi().api.request(path)
    return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
  }

  it.each(Object.entries(problemTypes))('explain %s', async (slug, { title, meaning, remedy }) => {
    const { status, type, text } = await page(`/problems/${slug}`)
    expect([status, type]).toEqual([200, 'text/html; charset=UTF-8'])
    const plain = text.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
    for (const sentence of [title, meaning, remedy]) expect(plain).toContain(sentence)
  })

  it('list every problem type and every fault code', async () => {
    const index = (await page('/problems')).text
    for (const slug of Object.keys(problemTypes)) expect(index).toContain(`href="/problems/${slug}"`)
    const codes = (await page('/problems/validation-failed')).text
    for (const code of Object.keys(faultCodes)) expect(codes).toContain(`id="${code}"`)
  })

  it('need no network: nothing is loaded from elsewhere', async () => {
    const init = assetsOf((await page('/docs')).text).find((path) => path.includes('init'))
    for (const path of ['/docs', init!, '/problems', '/problems/not-found'])
      expect((await page(path)).text).not.toMatch(/(?:src|href|url)\s*[=:(]\s*["']?(?:https?:)?\/\//)
  })

  it.each(['/docs', '/problems', '/problems/not-found'])(
    '%s may run and load what is ours alone, is shown in no frame, and tells nobody where its reader was',
    async (path) => {
      const response = await aMuseumApi().api.request(path)
      const directives = response.headers.get('Content-Security-Policy')!.split('; ')
      expect(directives).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
        ]),
      )
      expect(directives.join()).not.toMatch(/unsafe|\*|https?:/)
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
      const text = await response.text()
      // What stands in the page itself runs nowhere, and is drawn only when the policy names its hash.
      expect(text).not.toMatch(/<script(?! src="\/docs\/)|\son\w+=|\sstyle=/)
      for (const [, style] of text.matchAll(/<style>([^]*?)<\/style>/g))
        expect(directives).toContain(`style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`)
    },
  )

  it('serve no other file of the packages that they are made of', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docs/assets',
      '/docs/assets/package.json',
      '/docs/assets/swagger-ui-bundle.js',
      '/docs/swagger-ui-bundle.js',
      '/problems/unknown',
    ])
      expect((await page(path)).status).toBe(404)
  })
})
