import { type Museum, visitors } from '@museum/application'
import { TicketId, isRefusal } from '@museum/domain'
import { dictionaries } from '@museum/languages'
import { type Context, Hono } from 'hono'
import type { MuseumEnv } from '../../museum-env.ts'
import { limitBody } from '../../operation/body.ts'
import { empty, noStore, respond } from '../../operation/response.ts'
import { type Fixed, withSettings } from '../page-settings.ts'
import { cancellationPage, endedCancellationPage, requestedPage } from './cancellation-markup.ts'
import { type MyTicketsOptions, myTicketsFaultPage, myTicketsPage } from './my-tickets-markup.ts'
import { languageOf, maxFormBytes, visitorPageHeaders, withLanguage } from './visitor-page.ts'

type Uses = Pick<
  Museum,
  'getLinkedTickets' | 'requestCancellation' | 'getCancellation' | 'confirmCancellation' | 'linkOf'
>

/**
 * How visitors cancel their own tickets: the form of `/my-tickets/{link}` has an e-mail sent, and only the button of the page to which
 * that leads cancels. Reading a page changes nothing: mail servers open links. Faults are pages, too.
 */
export const cancellation = (museum: Uses, options: Fixed<MyTicketsOptions>): Hono<MuseumEnv> => {
  const { mountPath } = options
  const headers = visitorPageHeaders("'self'")
  const linkOf = (c: Context<MuseumEnv>) => c.req.param('link')!

  const faultPage = (c: Context<MuseumEnv>, fault: Parameters<typeof myTicketsFaultPage>[0], status: number) => {
    const shown = { link: linkOf(c), language: languageOf(c) }
    return respond(c, myTicketsFaultPage(fault, shown, withSettings(c, options)), status, headers)
  }
  const request = async (c: Context<MuseumEnv>) => {
    const link = linkOf(c)
    const chosen = new URLSearchParams(await c.req.text()).getAll('ticket')
    const ticketIds = chosen.flatMap((text) => (TicketId.faultOf(text) === undefined ? TicketId(text) : []))
    const outcome = await museum.requestCancellation(link, ticketIds)
    if (!isRefusal(outcome)) {
      const shown = { link, language: languageOf(c, outcome.order.language) }
      return respond(
        c,
        requestedPage(outcome, shown, withSettings(c, options)),
        outcome.state === 'ready' ? 200 : 409,
        headers,
      )
    }
    const isUnsent = outcome.refusal === 'no-ticket-chosen' || outcome.refusal === 'too-many-mails'
    const linked = isUnsent ? await museum.getLinkedTickets(link) : outcome
    if (isRefusal(linked))
      return linked.refusal === 'link-ended' ? faultPage(c, 'ended', 410) : faultPage(c, 'notFound', 404)
    const language = languageOf(c, linked.order?.language)
    const { nothingChosen, tooManyMails } = dictionaries[language].ownCancellation
    const [status, fault] = outcome.refusal === 'no-ticket-chosen' ? [422, nothingChosen] : [429, tooManyMails]
    return respond(c, await myTicketsPage(linked, { link, language, fault }, withSettings(c, options)), status, headers)
  }

  /** Answers with the page of a link in an e-mail, as it is after `use`. */
  const shown = (use: (link: string) => ReturnType<Museum['getCancellation']>) => async (c: Context<MuseumEnv>) => {
    const link = linkOf(c)
    const found = await use(link)
    if (isRefusal(found)) {
      if (found.refusal === 'link-not-found') return faultPage(c, 'notFound', 404)
      const language = languageOf(c)
      return respond(c, endedCancellationPage({ link, language }, withSettings(c, options)), 410, headers)
    }
    const language = languageOf(c, found.order.language)
    const ticketsLink = await museum.linkOf(found.order.tickets)
    const status = found.state === 'ready' || found.state === 'done' ? 200 : 409
    return respond(
      c,
      cancellationPage(found, { link, language, ticketsLink }, withSettings(c, options)),
      status,
      headers,
    )
  }

  const routes = new Hono<MuseumEnv>({ strict: false })
  const limit = limitBody(maxFormBytes)
  routes.get('/my-tickets/cancellation/:link', shown(museum.getCancellation))
  routes.post(
    '/my-tickets/cancellation/:link',
    limit,
    shown((link) => museum.confirmCancellation(link, visitors)),
  )
  routes.post('/my-tickets/:link/cancellation', limit, request)
  // A browser that reads the answer to the form again, as after a restart.
  routes.get('/my-tickets/:link/cancellation', async (c) => {
    const tickets = `${mountPath}/my-tickets/${encodeURIComponent(linkOf(c))}`
    return empty(c, 303, { Location: withLanguage(tickets, languageOf(c)), ...noStore })
  })
  return routes
}
