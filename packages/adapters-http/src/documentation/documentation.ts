import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { json, respond } from '../answer.ts'
import type { MuseumEnv } from '../museum-env.ts'
import { type ProblemSlug, problemTypes } from '../problem-types.ts'
import { problemIndex, problemPage, problemStyle } from './problem-page.ts'

// The only files of the reference's package that are served.
const assets = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const init = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })`

const reference = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Museum Service: API reference</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/docs/swagger-ui.css" />
    </head>
    <body>
      <div id="reference"></div>
      <script src="/docs/swagger-ui-bundle.js"></script>
      <script src="/docs/init.js"></script>
    </body>
  </html>`

/** A page runs and loads what is named here alone, is shown in no frame, and tells no other page where its reader was. */
const guarded = (policy: string) => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policy}`,
  'Referrer-Policy': 'no-referrer',
})
// The reference shows the ticket images that it fetched as blobs, and its own marks as data.
const ofReference = guarded("script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'")
const ofProblems = guarded(`img-src data:; style-src 'sha256-${hash('sha256', problemStyle, 'base64')}'`)

const page = (c: Context<MuseumEnv>, content: unknown, headers: Readonly<Record<string, string>>) =>
  respond(c, String(content), 200, { 'Content-Type': 'text/html; charset=UTF-8', ...headers })

/** What explains the API: the document, a reference that needs no network, and a page for each problem type. */
export const documentation = (openApi: () => object): Hono<MuseumEnv> => {
  const pages = new Hono<MuseumEnv>({ strict: false })
  const read = (name: string) =>
    readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name))

  pages.get('/openapi.json', (c) => json(c, openApi(), 200))
  pages.get('/docs', (c) => page(c, reference, ofReference))
  pages.get('/docs/init.js', (c) => respond(c, init, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  for (const [name, type] of Object.entries(assets))
    pages.get(`/docs/${name}`, async (c) =>
      respond(c, await read(name), 200, { 'Content-Type': type, 'Cache-Control': 'max-age=3600' }),
    )
  pages.get('/problems', (c) => page(c, problemIndex(), ofProblems))
  for (const slug of Object.keys(problemTypes) as ProblemSlug[])
    pages.get(`/problems/${slug}`, (c) => page(c, problemPage(slug), ofProblems))
  return pages
}
