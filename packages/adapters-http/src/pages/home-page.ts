import { setImmediate } from 'node:timers/promises'
import { type Museum, type Programme, Unavailable } from '@museum/application'
import { Hono } from 'hono'
import { fileOf } from './static-file.ts'
import { cachedFor } from '../health/cached-for.ts'
import type { MuseumEnv } from '../museum-env.ts'
import { noStore } from '../operation/response.ts'
import { serviceUnavailable } from '../problems/problem.ts'
import { calendarOf, jsonFeedOf } from './feeds.ts'
import { fonts } from './fonts.ts'
import { type HomePageOptions, homePageHeaders, homePageOf } from './home-page-markup.ts'
import type { PageSettings } from '../museum-env.ts'
import type { Fixed } from './page-settings.ts'

/**
 * Milliseconds for which the programme is not read again. No client signs in here: without this limit, any client could keep the
 * database busy. A change shows when this time and that of a read have passed, within 5 seconds.
 */
const programmeMilliseconds = 2_000

// Caches ask each time, and get a 304 while nothing has changed.
const revalidated = { 'Cache-Control': 'public, no-cache' }
// Without events, the page says little but the hours of a week, which a search engine would show when they have passed.
const notIndexed = { 'X-Robots-Tag': 'noindex' }

/**
 * The page at `/`, the typeface that it uses, and in `full` scope `/events.json` and `/calendar.ics`. Each is made once, and
 * kept while what it shows is unchanged.
 */
export const homePage = (
  { getProgramme, getEntryTimes }: Pick<Museum, 'getProgramme' | 'getEntryTimes'>,
  options: Fixed<HomePageOptions>,
): Hono<MuseumEnv> => {
  const { scope, mountPath } = options
  const programme = cachedFor(programmeMilliseconds, async () => {
    try {
      const [shown, { rule }] = await Promise.all([getProgramme(scope), getEntryTimes()])
      return { shown, isTimed: rule !== null }
    } catch (error) {
      if (error instanceof Unavailable) return 'unavailable'
      throw error
    }
  })
  const headers = { ...homePageHeaders(mountPath), ...(scope === 'hours' && notIndexed) }
  const pageWith = (isTimed: boolean) =>
    fileOf((shown: Programme, settings: PageSettings) => homePageOf(shown, isTimed, { ...options, ...settings }), {
      ...headers,
      ...revalidated,
    })
  const [timedPage, untimedPage] = [pageWith(true), pageWith(false)]
  const pageWithoutProgramme = fileOf(
    (settings: PageSettings) => homePageOf('unavailable', false, { ...options, ...settings }),
    { ...headers, ...noStore },
  )

  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.route('/', fonts())
  routes.get('/', async (c) => {
    const read = await programme()
    if (read === 'unavailable') return pageWithoutProgramme(c, c.var.museumSettings)
    return (read.isTimed ? timedPage : untimedPage)(c, read.shown, c.var.museumSettings)
  })
  if (scope === 'hours') return routes

  const feed = fileOf((shown: Programme, settings: PageSettings) => jsonFeedOf(shown, { ...options, ...settings }), {
    'Content-Type': 'application/feed+json',
    ...revalidated,
  })
  // Of the events alone, so that it is not made again each time a date is sold out.
  const calendar = fileOf(
    (events: Programme['events'], settings: PageSettings) => joined(calendarOf(events, { ...options, ...settings })),
    { 'Content-Type': 'text/calendar; charset=utf-8', ...revalidated },
  )
  routes.get('/events.json', async (c) => {
    const read = await programme()
    return read === 'unavailable' ? serviceUnavailable(c) : feed(c, read.shown, c.var.museumSettings)
  })
  routes.get('/calendar.ics', async (c) => {
    const read = await programme()
    return read === 'unavailable' ? serviceUnavailable(c) : calendar(c, read.shown.events, c.var.museumSettings)
  })
  return routes
}

/** The parts of a long text together. Between many of them, other requests get a turn. */
const joined = async (parts: Iterable<string>) => {
  const all: string[] = []
  for (const part of parts) if (all.push(part) % 100 === 0) await setImmediate()
  return all.join('')
}
