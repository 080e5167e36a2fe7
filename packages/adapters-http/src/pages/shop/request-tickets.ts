import type { Mails } from '@museum/application'
import { Email, LanguageTag } from '@museum/domain'
import { type Language, closestLanguage, dictionaries } from '@museum/languages'
import { type Context, Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { MuseumEnv } from '../../museum-env.ts'
import { limitBody } from '../../operation/body.ts'
import { respond } from '../../operation/response.ts'
import { type Fixed, withSettings } from '../page-settings.ts'
import { requestLimit } from './address-limits.ts'
import { type VisitorPageOptions, languageOf, maxFormBytes, visitorPage, visitorPageHeaders } from './visitor-page.ts'

type Options = VisitorPageOptions &
  Readonly<{
    /** The network for which a request is counted; `undefined` where it is not. */
    countedNetwork: (c: Context<MuseumEnv>) => string | undefined
  }>

/** How many requests of a network address are answered in an hour. */
const requestsAnHour = 10

/**
 * The page at `/my-tickets`: a visitor types an e-mail address, to which the links to its tickets are sent. Its answer is the same whether
 * there are tickets or not, and beyond the limits.
 */
export const requestTickets = (
  { requestTickets: request }: Pick<Mails, 'requestTickets'>,
  options: Fixed<Options>,
): Hono<MuseumEnv> => {
  const { countedNetwork } = options
  const isWithinLimit = requestLimit({ limit: requestsAnHour })
  const headers = visitorPageHeaders("'self'")

  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.get('/my-tickets', (c) =>
    respond(c, formPage(undefined, languageOf(c), withSettings(c, options)), 200, {
      ...headers,
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'all',
    }),
  )
  routes.post('/my-tickets', limitBody(maxFormBytes), async (c) => {
    const fields = new URLSearchParams(await c.req.text())
    const language = closestLanguage(fields.get('language') ?? undefined) ?? languageOf(c)
    const { request: words } = dictionaries[language].myTickets
    const typed = (fields.get('email') ?? '').trim()
    if (Email.stored.faultOf(typed) !== undefined)
      return respond(c, formPage(typed, language, withSettings(c, options)), 422, headers)
    const network = countedNetwork(c)
    if (network === undefined || isWithinLimit(network)) await request(Email.stored(typed), LanguageTag(language))
    return respond(c, sentPage(words.sent, language, withSettings(c, options)), 200, headers)
  })
  return routes
}

const path = '/my-tickets'

const sentPage = (
  { heading, text }: Readonly<{ heading: string; text: string }>,
  language: Language,
  options: VisitorPageOptions,
) =>
  visitorPage(
    { language, path, heading, main: html`<section class="panel stack"><p>${text}</p></section>`, kind: 'buy' },
    options,
  )

/** The form; `typed` is what comes back with a fault. */
const formPage = (typed: string | undefined, language: Language, options: VisitorPageOptions) => {
  const { shop, myTickets } = dictionaries[language]
  const { heading, text, send } = myTickets.request
  const isFaulty = typed !== undefined
  const main = html`<form method="post" action="${options.mountPath}${path}" class="stack" novalidate>
    <input type="hidden" name="language" value="${language}" />
    <p id="email-help">${text}</p>
    <div class="field">
      <label for="email">${shop.email}</label>
      ${isFaulty ? html`<p class="fault" id="email-fault">${shop.faults.notAnEmail}</p>` : ''}
      <input
        id="email"
        type="email"
        name="email"
        value="${typed ?? ''}"
        autocomplete="email"
        maxlength="254"
        required
        ${raw(isFaulty ? 'aria-invalid="true" autofocus aria-describedby="email-fault email-help"' : 'aria-describedby="email-help"')}
      />
    </div>
    <div><button class="main">${send}</button></div>
  </form>`
  return visitorPage({ language, path, heading, main, kind: 'buy' }, options)
}
