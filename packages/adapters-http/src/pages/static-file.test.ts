import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { assetsOf } from '../../test/assets-of.ts'
import type { MuseumEnv } from '../museum-env.ts'
import { staticFile } from './static-file.ts'

const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  aMuseumApi().api.request(path, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const pages = ['/openapi.json', '/docs', '/problems', '/problems/not-found']
const files = async () => [...pages, ...assetsOf(await (await get('/docs')).text())]

describe('a static file', () => {
  it('has the same content in every encoding, each with its own ETag', async () => {
    for (const path of await files()) {
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
  ])('has the encoding that Accept-Encoding prefers: %s', async (accepted, encoding) => {
    const response = await get('/problems', { 'Accept-Encoding': accepted })
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, encoding])
  })

  it('gets 304 when If-None-Match has its ETag', async () => {
    for (const path of await files()) {
      const headers = { 'Accept-Encoding': 'br' }
      const etag = (await get(path, headers)).headers.get('ETag')!
      const again = await get(path, { ...headers, 'If-None-Match': etag })
      expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, etag, ''])
      expect(again.headers.get('Vary')).toBe('Accept-Encoding')
      expect((await get(path, { 'If-None-Match': etag })).status).toBe(200)
    }
  })

  it('has the same headers for HEAD as for GET', async () => {
    for (const path of await files()) {
      const [got, head] = [await get(path), await get(path, {}, 'HEAD')]
      expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, got.headers.get('ETag'), ''])
    }
  })

  it('is read and compressed once for requests that arrive together', async () => {
    let reads = 0
    const respond = staticFile(
      async () => {
        reads += 1
        return 'content'
      },
      { 'Content-Type': 'text/plain' },
    )
    const app = new Hono<MuseumEnv>().get('/file', respond)
    await Promise.all(
      Array.from({ length: 20 }, async () => app.request('/file', { headers: { 'Accept-Encoding': 'br' } })),
    )
    expect(await (await app.request('/file')).text()).toBe('content')
    expect(reads).toBe(1)
  })

  it('is read again for the next request when reading it failed', async () => {
    let reads = 0
    const respond = staticFile(
      async () => {
        reads += 1
        if (reads === 1) throw new Error('EMFILE')
        return 'content'
      },
      { 'Content-Type': 'text/plain' },
    )
    const app = new Hono<MuseumEnv>().get('/file', respond).onError((_error, c) => c.text('failed', 500))
    expect((await app.request('/file')).status).toBe(500)
    expect((await app.request('/file')).status).toBe(200)
  })
})
