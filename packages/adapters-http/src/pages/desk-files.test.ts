import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import type { MuseumApiOptions } from '../museum-api-options.ts'

const files = {
  'index.html': '<meta name="museum-api" content="../v1.1" /><script src="./assets/index-1a2b3c.js"></script>',
  'assets/index-1a2b3c.js': 'export const desk = 1\n'.repeat(100),
  'assets/index-1a2b3c.css': 'body { margin: 0 }',
  'assets/icon-1a2b3c.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'service-worker.js': '// caches',
  'desk.webmanifest': '{}',
  '.sources': 'a hash',
}
const paths = [
  '/desk/',
  ...Object.keys(files)
    .slice(1, -1)
    .map((file) => `/desk/${file}`),
]
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'museum-desk-'))
  mkdirSync(join(folder, 'assets'))
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
})
afterAll(() => rmSync(folder, { recursive: true }))

const get = async (path: string, headers: Record<string, string> = {}, options: MuseumApiOptions = {}) =>
  aMuseumApi({}, { desk: folder, ...options }).api.request(path, { headers })

describe('the files of the desk', () => {
  it('are served below /desk/ without authentication, with their media types', async () => {
    const responses = await Promise.all(paths.map((path) => get(path)))
    expect(responses.map(({ status, headers }) => [status, headers.get('Content-Type')])).toEqual([
      [200, 'text/html; charset=UTF-8'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'text/css; charset=utf-8'],
      [200, 'image/svg+xml'],
      [200, 'text/javascript; charset=utf-8'],
      [200, 'application/manifest+json'],
    ])
  })

  it('are not there without a folder, and neither are other files of the folder', async () => {
    for (const path of ['/desk', '/desk/', '/desk/service-worker.js'])
      expect((await aMuseumApi().api.request(path)).status).toBe(404)
    for (const path of ['/desk/.sources', '/desk/index.html', '/desk/assets', '/desk/../openapi.json/x'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  it('are compressed, and can be kept for a year exactly if their names have a hash', async () => {
    for (const path of paths) {
      const response = await get(path, { 'Accept-Encoding': 'br' })
      expect(response.headers.get('Content-Encoding')).toBe('br')
      const content = brotliDecompressSync(Buffer.from(await response.arrayBuffer()))
      expect(content.toString()).toBe(await (await get(path)).text())
      expect(response.headers.get('Cache-Control')).toBe(
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
      const again = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': response.headers.get('ETag')! })
      expect(again.status).toBe(304)
    }
  })

  it('have a policy that allows only their own scripts, styles and requests, and no frames', async () => {
    for (const path of paths) {
      const { headers } = await get(path)
      const policy = headers.get('Content-Security-Policy')!
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "connect-src 'self'",
        ]),
      )
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('Permissions-Policy')).toBe('camera=(self), geolocation=(), microphone=()')
    }
  })

  it('begin at /desk/: without the slash, the links of the page would be relative to another folder', async () => {
    const response = await get('/desk')
    expect([response.status, response.headers.get('Location')]).toEqual([308, 'desk/'])
    expect((await get('/desk?from=a-bookmark')).status).toBe(308)
    expect((await get('/museum/desk', {}, { mountPath: '/museum' })).headers.get('Location')).toBe('desk/')
  })

  it('name the base path of the API relative to the page', async () => {
    expect(await (await get('/desk/')).text()).toContain('content="../v1.1"')
    expect(await (await get('/desk/', {}, { basePath: '/api/museum' })).text()).toContain('content="../api/museum"')
  })

  it('stay those of the start when they are built again', async () => {
    const { api } = aMuseumApi({}, { desk: folder })
    writeFileSync(join(folder, 'assets/index-1a2b3c.js'), 'changed')
    expect(await (await api.request('/desk/assets/index-1a2b3c.js')).text()).toBe(files['assets/index-1a2b3c.js'])
    writeFileSync(join(folder, 'assets/index-1a2b3c.js'), files['assets/index-1a2b3c.js'])
  })

  it('do not start without the page', async () => {
    await expect(async () => aMuseumApi({}, { desk: join(folder, 'none') })).rejects.toThrow('ENOENT')
  })
})
