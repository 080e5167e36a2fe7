import type { CalendarDate } from '@museum/domain'
import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { headersOfPage, pageHeaders } from '../pages/page.ts'
import { problemTypes } from '../problems/problem-types.ts'
import { withExamplesFor } from './example-dates.ts'
import { problemIndex, problemPage } from './problem-page.ts'
import { fileOf, staticFile } from '../pages/static-file.ts'
import { viewer } from './viewer.ts'

// The API reference shows the ticket images that it has fetched from blob URLs, and its icons from data URLs.
const referenceHeaders = {
  'Content-Type': 'text/html; charset=UTF-8',
  ...pageHeaders("script-src 'self'; style-src 'self'; img-src data: blob:; connect-src 'self'"),
}

const problemPages = (content: () => string) => staticFile(content, headersOfPage)

/**
 * The OpenAPI document, the API reference that shows it, and a page for each problem type. They load nothing from other
 * hosts. Their links begin with the mount path.
 */
export const documentation = (mountPath: string, openApi: () => object, today: () => CalendarDate): Hono<MuseumEnv> => {
  const reference = viewer(mountPath)
  const routes = new Hono<MuseumEnv>({ strict: false })
  const respondWithOpenApi = fileOf((day: CalendarDate) => JSON.stringify(withExamplesFor(day, openApi())), {
    'Content-Type': 'application/json',
  })
  routes.get('/openapi.json', (c) => respondWithOpenApi(c, today()))
  routes.get('/docs', staticFile(reference.page, referenceHeaders))
  for (const { path, respond } of reference.assets) routes.get(path, respond)
  routes.get(
    '/problems',
    problemPages(() => problemIndex(mountPath)),
  )
  for (const [slug, type] of Object.entries(problemTypes))
    routes.get(
      `/problems/${slug}`,
      problemPages(() => problemPage(slug, type, mountPath)),
    )
  return routes
}
