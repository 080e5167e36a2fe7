import { dictionaries } from '@museum/languages'
import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import type { MuseumEnv } from '../../museum-env.ts'
import { respond } from '../../operation/response.ts'
import { withoutMountPath } from '../../paths.ts'
import { isProblem } from '../../problems/problem.ts'
import { type Fixed, withSettings } from '../page-settings.ts'
import { type VisitorPageOptions, languageOf, visitorPage, visitorPageHeaders } from './visitor-page.ts'

/** Responds with a page of the same status in place of problem details, on the paths of visitors that begin with `path`. */
export const problemPages =
  (path: '/buy' | '/my-tickets', options: Fixed<VisitorPageOptions>): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    await next()
    const { res: response } = c
    if (!isProblem(response)) return
    const { status } = response
    const language = languageOf(c)
    const { shop, myTickets } = dictionaries[language]
    const [, link, second] = withoutMountPath(c.req.path, options.mountPath).slice(path.length).split('/')
    const cancellation = path === '/my-tickets' && link === 'cancellation' ? second : undefined
    const fault = () => {
      if (status === 413) return shop.tooLong
      const ofPath = path === '/my-tickets' ? myTickets : shop
      if ([400, 404, 405].includes(status)) return ofPath.notFound
      // Whether tickets were cancelled, or a reservation was sold or paid, is not known.
      if (cancellation !== undefined) return dictionaries[language].ownCancellation.unknown
      return path === '/buy' && link !== undefined ? shop.payment.unknown : ofPath.unavailable
    }
    const { heading, text } = fault()
    const shown = {
      language,
      path: [path, link, cancellation].filter((part) => part !== undefined).join('/'),
      heading,
      main: html`<p class="fault">${text}</p>`,
    }
    const kept = ['Allow', 'Retry-After'].flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    // Otherwise Hono keeps the headers of the former response, such as `Content-Encoding`.
    c.res = undefined
    c.res = respond(c, visitorPage(shown, withSettings(c, options)), status, {
      ...visitorPageHeaders(),
      ...Object.fromEntries(kept),
    })
  }
