import { hash } from 'node:crypto'
import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { problemTypes } from '../problems/problem-types.ts'
import { problemIndex, problemPage, problemStyle } from './problem-page.ts'
import { staticFile } from './static-file.ts'
import { viewerAssets, viewerPage } from './viewer.ts'

/** The headers of a page that loads only what `policy` allows, is shown in no frame, and sends no `Referer`. */
const pageHeaders = (policy: string) => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policy}`,
  'Referrer-Policy': 'no-referrer',
})
// The API reference shows the ticket images that it has fetched from blob URLs, and its icons from data URLs.
const referenceHeaders = pageHeaders("script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'")
const problemHeaders = pageHeaders(`img-src data:; style-src 'sha256-${hash('sha256', problemStyle, 'base64')}'`)

const page = (content: () => unknown, headers: Readonly<Record<string, string>>) =>
  staticFile(() => String(content()), { 'Content-Type': 'text/html; charset=UTF-8', ...headers })

const reference = page(viewerPage, referenceHeaders)
const problems = page(problemIndex, problemHeaders)
const problemPages = Object.entries(problemTypes).map(([slug, type]) => ({
  path: `/problems/${slug}`,
  respond: page(() => problemPage(slug, type), problemHeaders),
}))

/** The OpenAPI document, the API reference that shows it, and a page for each problem type. They load nothing from other hosts. */
export const documentation = (openApi: () => object): Hono<MuseumEnv> => {
  const routes = new Hono<MuseumEnv>({ strict: false })
  const document = staticFile(() => JSON.stringify(openApi()), { 'Content-Type': 'application/json' })
  routes.get('/openapi.json', document)
  routes.get('/docs', reference)
  for (const { path, respond } of viewerAssets) routes.get(path, respond)
  routes.get('/problems', problems)
  for (const { path, respond } of problemPages) routes.get(path, respond)
  return routes
}
