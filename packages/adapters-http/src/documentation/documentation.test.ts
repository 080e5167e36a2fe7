import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { assetsOf } from '../../test/assets-of.ts'
import { faultCodes } from '../problems/fault-codes.ts'
import { problemTypes } from '../problems/problem-types.ts'

const page = async (path: string) => {
  const response = await aMuseumApi().api.request(path)
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}

describe('the documentation', () => {
  it.each(Object.entries(problemTypes))(
    'has a page for the problem type %s',
    async (slug, { title, meaning, remedy }) => {
      const { status, type, text } = await page(`/problems/${slug}`)
      expect([status, type]).toEqual([200, 'text/html; charset=UTF-8'])
      const plain = text.replaceAll('&#39;', "'").replaceAll('&quot;', '"')
      for (const sentence of [title, meaning, remedy]) expect(plain).toContain(sentence)
    },
  )

  it('lists every problem type and every fault code', async () => {
    const index = (await page('/problems')).text
    for (const slug of Object.keys(problemTypes)) expect(index).toContain(`href="/problems/${slug}"`)
    const codes = (await page('/problems/validation-failed')).text
    for (const code of Object.keys(faultCodes)) expect(codes).toContain(`id="${code}"`)
  })

  it('loads nothing from other hosts', async () => {
    const init = assetsOf((await page('/docs')).text).find((path) => path.includes('init'))
    for (const path of ['/docs', init!, '/problems', '/problems/not-found'])
      expect((await page(path)).text).not.toMatch(/(?:src|href|url)\s*[=:(]\s*["']?(?:https?:)?\/\//)
  })

  it.each(['/openapi.json', '/docs', '/problems', '/problems/not-found'])(
    'must be revalidated by caches before each use: %s',
    async (path) => {
      expect((await aMuseumApi().api.request(path)).headers.get('Cache-Control')).toBe('no-cache')
    },
  )

  it.each(['/docs', '/problems', '/problems/not-found'])(
    'has a policy for %s that allows only its own scripts and styles, no frames and no Referer',
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
      // The policy forbids inline scripts, and inline styles except those whose hash it contains.
      expect(text).not.toMatch(/<script(?! src="\/docs\/)|\son\w+=|\sstyle=/)
      for (const [, style] of text.matchAll(/<style>([^]*?)<\/style>/g))
        expect(directives).toContain(`style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`)
    },
  )

  it('serves no other file of the packages that its files come from', async () => {
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
