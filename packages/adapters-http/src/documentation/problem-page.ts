import { html, raw } from 'hono/html'
import { faultCodes } from '../problems/fault-codes.ts'
import { type ProblemType, problemTypes } from '../problems/problem-types.ts'

/** The style sheet of the problem pages. */
export const problemStyle = `
  body {
    font:
      1.05rem/1.6 Georgia,
      serif;
    max-width: 42rem;
    margin: 4rem auto;
    padding: 0 1.5rem;
    color: #222;
    background: #fcfbf8;
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
    color: #7a4b12;
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

const page = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${problemStyle}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`

/** The page of a problem type, whose path is the `type` of its problem records. */
export const problemPage = (slug: string, { status, title, meaning, remedy }: ProblemType, mountPath: string) => {
  const codes = html`<h2>The codes of <code>errors</code></h2>
    <dl>
      ${Object.entries(faultCodes).map(
        ([code, meaning]) =>
          html`<dt id="${code}"><code>${code}</code></dt>
            <dd>${meaning}</dd>`,
      )}
    </dl>`
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="type">${slug} · status ${status}</p>
      <h2>What it means</h2>
      <p>${meaning}</p>
      <h2>What to do</h2>
      <p>${remedy}</p>
      ${slug === 'validation-failed' ? codes : ''}
      <p><a href="${mountPath}/problems">All problem types</a> · <a href="${mountPath}/docs">API reference</a></p>`,
  )
}

/** The page that lists all problem types. */
export const problemIndex = (mountPath: string) =>
  page(
    'Problem types',
    html`<h1>Problem types</h1>
      <dl>
        ${Object.entries(problemTypes).map(
          ([slug, { status, meaning }]) =>
            html`<dt>
                <a href="${mountPath}/problems/${slug}"><code>${slug}</code></a> ${status}
              </dt>
              <dd>${meaning}</dd>`,
        )}
      </dl>`,
  )
