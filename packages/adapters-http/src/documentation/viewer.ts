import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { startReference } from './start-reference.ts'
import { immutable, staticFile } from '../pages/static-file.ts'

/** The styles in addition to Swagger UI's, for folded parts and less space. */
const viewerStyle = `
.swagger-ui .response-col_links { display: none }
.swagger-ui .response-col_description details { padding: 0 }
.swagger-ui .response-col_description summary { cursor: pointer; font-size: 14px }
.swagger-ui .response-col_description pre.example {
  margin: 4px 0 12px; padding: 10px; background: #333; color: #fff; font-size: 12px;
  white-space: pre-wrap; overflow-wrap: anywhere
}
.swagger-ui .body-param__text { min-height: 140px }
`

const fromPackage = (name: string) => readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`))

/** A file that caches can keep for a year, since its path contains a hash of its content. */
const asset = (name: string, extension: 'css' | 'js', content: Buffer) => ({
  path: `/docs/assets/${name}-${hash('sha256', content, 'hex').slice(0, 16)}.${extension}`,
  respond: staticFile(() => content, {
    'Content-Type': `text/${extension === 'js' ? 'javascript' : extension}; charset=utf-8`,
    ...immutable,
  }),
})

const style = asset('viewer', 'css', Buffer.concat([fromPackage('swagger-ui.css'), Buffer.from(viewerStyle)]))
const script = asset('viewer', 'js', fromPackage('swagger-ui-bundle.js'))

/** The API reference, which shows `/openapi.json` of the API with this mount path: its page, and the files that it loads. */
export const viewer = (mountPath: string) => {
  const init = asset(
    'init',
    'js',
    Buffer.from(`(${startReference.toString()})(${JSON.stringify(`${mountPath}/openapi.json`)})`),
  )
  const page = (): string =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Museum Service: API reference</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${mountPath}${style.path}" />
        </head>
        <body>
          <div id="reference"></div>
          <script src="${mountPath}${script.path}"></script>
          <script src="${mountPath}${init.path}"></script>
        </body>
      </html>` as HtmlEscapedString
  return { assets: [style, script, init], page }
}
