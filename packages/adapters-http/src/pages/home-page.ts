import { type Museum, Unavailable } from '@museum/application'
import type { CalendarDate, OpenDay } from '@museum/domain'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { cachedFor } from '../health/cached-for.ts'
import type { MuseumEnv } from '../museum-env.ts'
import { okWithEtag } from '../operation/conditional.ts'
import { noStore } from '../operation/response.ts'
import { headersOfPage, page } from './page.ts'

// The page needs no authentication: without this limit, any client could keep the database busy with it.
const hoursMilliseconds = 1_000
const cacheable = { 'Cache-Control': 'public, max-age=10' }
// Not indexed: a search engine would show the hours of a past day.
const notIndexed = { 'X-Robots-Tag': 'noindex' }

/** The page at `/`: the name of the museum, the hours of today, and links for clients and operators of the API. */
export const homePage = (
  { getMuseumHours }: Pick<Museum, 'getMuseumHours'>,
  museumName: string,
  mountPath: string,
  today: () => CalendarDate,
): Hono<MuseumEnv> => {
  const hoursOfToday = cachedFor(hoursMilliseconds, async () => {
    const date = today()
    try {
      const { items } = await getMuseumHours({ startDate: date, endDate: date }, { page: 1, limit: 1 })
      return { date, hours: items[0] ?? 'closed' } as const
    } catch (error) {
      if (error instanceof Unavailable) return { date, hours: 'unavailable' } as const
      throw error
    }
  })
  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.get('/', async (c) => {
    const { date, hours } = await hoursOfToday()
    const content = page(
      museumName,
      html`<h1 dir="auto">${museumName}</h1>
        <p>Today, <time datetime="${date}">${longDate(date)}</time>: ${sentenceOf(hours)}</p>
        <ul>
          <li><a href="${mountPath}/docs">API reference</a></li>
          <li><a href="${mountPath}/openapi.json">OpenAPI document</a></li>
          <li><a href="${mountPath}/healthz">State of the service</a></li>
        </ul>`,
    )
    return okWithEtag(c, Buffer.from(content), {
      ...headersOfPage,
      ...notIndexed,
      ...(hours === 'unavailable' ? noStore : cacheable),
    })
  })
  return routes
}

const sentenceOf = (hours: OpenDay | 'closed' | 'unavailable') => {
  if (hours === 'closed') return 'closed.'
  if (hours === 'unavailable') return 'the opening hours are not available at the moment.'
  return html`open from <time>${hours.timeOpen}</time> to <time>${hours.timeClose}</time>.`
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
/** `Wednesday, 1 May 2030`. */
const longDate = (date: CalendarDate) => dateFormat.format(new Date(date)).replace(/(?<=^\w+) /, ', ')
