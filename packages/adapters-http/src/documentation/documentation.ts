import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { type ProblemSlug, problemTypes } from '../problem-types.ts'
import { problemIndex, problemPage } from './problem-page.ts'

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

/** What explains the API: the document, a reference that needs no network, and a page for each problem type. */
export const documentation = (openApi: () => object): Hono => {
  const pages = new Hono({ strict: false })
  const read = (name: string) =>
    readFile(join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), name), 'utf8')

  pages.get('/openapi.json', (c) => c.json(openApi()))
  pages.get('/docs', (c) => c.html(reference))
  pages.get('/docs/init.js', (c) => c.body(init, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  for (const [name, type] of Object.entries(assets))
    pages.get(`/docs/${name}`, async (c) =>
      c.body(await read(name), 200, { 'Content-Type': type, 'Cache-Control': 'max-age=3600' }),
    )
  pages.get('/problems', (c) => c.html(problemIndex()))
  for (const slug of Object.keys(problemTypes) as ProblemSlug[])
    pages.get(`/problems/${slug}`, (c) => c.html(problemPage(slug)))
  return pages
}
