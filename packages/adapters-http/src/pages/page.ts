import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/**
 * The headers of a page that loads only what `policy` allows, cannot be shown in a frame, and sends no `Referer`. Its forms may be sent
 * to the sources of `formAction`, also by a redirect; by default it has no forms.
 */
export const pageHeaders = (policy: string, formAction = "'none'"): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'; ${policy}`,
  'Referrer-Policy': 'no-referrer',
})

const style = `
  :root {
    color-scheme: light dark;
  }
  body {
    font:
      1.05rem/1.6 Georgia,
      serif;
    max-width: 42rem;
    margin: 4rem auto;
    padding: 0 1.5rem;
    overflow-wrap: anywhere;
    color: light-dark(#222, #e6e3dc);
    background: light-dark(#fcfbf8, #1b1a18);
  }
  h1 {
    font-weight: normal;
    font-size: 2rem;
    line-height: 1.2;
    margin: 0 0 0.25rem;
  }
  h2 {
    font-weight: normal;
    margin-top: 2.5rem;
  }
  code,
  .type {
    font:
      0.9rem ui-monospace,
      monospace;
    color: light-dark(#7a4b12, #e0b273);
  }
  dt {
    margin-top: 0.75rem;
  }
  dd {
    margin: 0;
  }
  a {
    color: inherit;
  }
`

/** The headers of the pages that `page` makes. */
export const headersOfPage: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=UTF-8',
  ...pageHeaders(`img-src data:; style-src 'sha256-${hash('sha256', style, 'base64')}'`),
}

/** A page of text, in HTML, for light and dark screens of any width. */
export const page = (title: string, body: unknown): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>` as HtmlEscapedString // Not a promise, since none of its parts is a promise.
