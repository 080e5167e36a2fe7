import { hash } from 'node:crypto'
import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'
import { problemIndex, problemPage, problemStyle } from './problem-page.ts'
import { staticFile } from './static-file.ts'
import { viewerAssets, viewerPage } from './viewer.ts'

/** A page runs and loads what is named here alone, is shown in no frame, and tells no other page where its reader was. */
const guarded = (policy: string) => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policy}`,
  'Referrer-Policy': 'no-referrer',
})
// The reference shows the ticket images that it fetched as blobs, and its own marks as data.
const ofReference = guarded("script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'")
const ofProblems = guarded(`img-src data:; style-src 'sha256-${hash('sha256', problemStyle, 'base64')}'`)

const page = (content: () => unknown, headers: Readonly<Record<string, string>>) =>
  staticFile(() => String(content()), { 'Content-Type': 'text/html; charset=UTF-8', ...headers })

const problems = page(problemIndex, ofProblems)
const problemPages = (Object.keys(problemTypes) as ProblemSlug[]).map(
  (slug) => [slug, page(() => problemPage(slug), ofProblems)] as const,
)
const reference = page(viewerPage, ofReference)

/** What explains the API: the document, a reference that needs no network, and a page for each problem type. */
export const documentation = (openApi: () => object): Hono<MuseumEnv> => {
  const pages = new Hono<MuseumEnv>({ strict: false })
  const document = staticFile(() => JSON.stringify(openApi()), { 'Content-Type': 'application/json' })
  pages.get('/openapi.json', document)
  pages.get('/docs', reference)
  for (const { path, answer } of viewerAssets) pages.get(path, answer)
  pages.get('/problems', problems)
  for (const [slug, answer] of problemPages) pages.get(`/problems/${slug}`, answer)
  return pages
}
