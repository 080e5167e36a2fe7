import { html } from 'hono/html'
import { page } from '../pages/page.ts'
import { faultCodes } from '../problems/fault-codes.ts'
import { type ProblemType, problemTypes } from '../problems/problem-types.ts'

/** The page of a problem type, whose path is the `type` in problem details. */
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
