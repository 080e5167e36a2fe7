import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../a-museum-api.test-support.ts'
import { faultCodes } from '../fault-codes.ts'
import { problemTypes } from '../problem-types.ts'

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
    for (const path of ['/docs', '/docs/init.js', '/problems', '/problems/not-found'])
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
      '/problems/unknown',
    ])
      expect((await page(path)).status).toBe(404)
  })
})
