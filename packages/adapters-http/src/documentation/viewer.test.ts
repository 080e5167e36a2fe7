import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { assetsOf } from '../../test/assets-of.ts'

const get = async (path: string, headers: Record<string, string> = {}) => aMuseumApi().api.request(path, { headers })
const assets = async () => assetsOf(await (await get('/docs')).text())
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('the API reference', () => {
  it('loads two scripts and one style sheet', async () => {
    const types = await Promise.all((await assets()).map(async (path) => (await get(path)).headers.get('Content-Type')))
    expect(types.toSorted()).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ])
  })

  it('has files that caches keep for a year, since their names contain the hash of their content', async () => {
    for (const path of await assets()) {
      const response = await get(path)
      const hash = createHash('sha256')
        .update(await bytesOf(response))
        .digest('hex')
      expect(path).toContain(`-${hash.slice(0, 16)}.`)
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    }
  })

  it('loads less than 450 kB of compressed files', async () => {
    const sizes = (await assets()).map(
      async (path) => (await bytesOf(await get(path, { 'Accept-Encoding': 'br' }))).length,
    )
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size)).toBeLessThan(450_000)
  })

  it('starts with a script that needs nothing but Swagger UI and the browser', async () => {
    const init = (await assets()).find((path) => path.includes('init'))!
    const started: { url: string; tryItOutEnabled: boolean }[] = []
    runInNewContext(await (await get(init)).text(), {
      SwaggerUIBundle: (options: (typeof started)[number]) => started.push(options),
    })
    expect(started).toMatchObject([{ url: '/openapi.json', tryItOutEnabled: true }])
  })
})
