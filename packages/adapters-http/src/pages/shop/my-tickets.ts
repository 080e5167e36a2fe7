import { domainToASCII } from 'node:url'
import { type Museum, type Result, visitors } from '@museum/application'
import { type Refusal, Slot, TicketId, isRefusal } from '@museum/domain'
import { iCalendar, visitEntry } from '@museum/languages'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { MuseumEnv } from '../../museum-env.ts'
import { noStore, respond } from '../../operation/response.ts'
import { sessionStart } from '../feeds.ts'
import { isCancellable } from './cancellation-markup.ts'
import { type MyTicketsOptions, myTicketsFaultPage, myTicketsPage, receiptPage } from './my-tickets-markup.ts'
import { type Fixed, withSettings } from '../page-settings.ts'
import { immutable, staticFile } from '../static-file.ts'
import { shopFiles } from './shop-files.ts'
import { languageOf, visitorPageHeaders } from './visitor-page.ts'

type Options = MyTicketsOptions &
  Readonly<{
    /** The postal address of the museum, of one line or several. */
    address?: string | undefined
    /** The address from which e-mails are sent. */
    mailFrom: string
  }>

type LinkedTickets = Result<'getLinkedTickets'>

const statuses = { notFound: 404, ended: 410 } as const

/**
 * The pages at `/my-tickets/{link}`, for everyone who has the link: the tickets, their images, calendar entries, and the receipt of
 * the order. Faults are pages, too.
 */
export const myTickets = (
  { getLinkedTickets, getTicketCode, getReceipts }: Pick<Museum, 'getLinkedTickets' | 'getTicketCode' | 'getReceipts'>,
  options: Fixed<Options>,
): Hono<MuseumEnv> => {
  const { mountPath, timeZone, mailFrom } = options
  const headers = visitorPageHeaders()
  const headersWithForm = visitorPageHeaders("'self'")
  const mailDomain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)

  const faultPage = (c: Context<MuseumEnv>, fault: keyof typeof statuses, kept?: string) => {
    const shown = { link: c.req.param('link') ?? '', language: languageOf(c, kept) }
    return respond(c, myTicketsFaultPage(fault, shown, withSettings(c, options)), statuses[fault], headers)
  }
  /** Answers with what `show` makes of the tickets of the link, or with the page of a fault. */
  const withTickets =
    (show: (c: Context<MuseumEnv>, linked: LinkedTickets) => Promise<Response | Refusal>) =>
    async (c: Context<MuseumEnv>): Promise<Response> => {
      const linked = await getLinkedTickets(c.req.param('link')!)
      if (isRefusal(linked)) return faultPage(c, linked.refusal === 'link-ended' ? 'ended' : 'notFound')
      const shown = await show(c, linked)
      return isRefusal(shown) ? faultPage(c, 'notFound', linked.order?.language) : shown
    }
  const shownTo = (c: Context<MuseumEnv>, { order }: LinkedTickets) => ({
    link: c.req.param('link')!,
    language: languageOf(c, order?.language),
  })
  const notAmongThem: Refusal = { refusal: 'ticket-not-found', because: 'The link does not lead to this ticket.' }

  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.use('/my-tickets/*', compress())
  const { style, script } = shopFiles(mountPath)
  for (const [{ path, content }, type] of [
    [style, 'text/css'],
    [script, 'text/javascript'],
  ] as const)
    routes.get(
      path,
      staticFile(() => content, { 'Content-Type': `${type}; charset=utf-8`, ...immutable }),
    )
  routes.get(
    '/my-tickets/:link',
    withTickets(async (c, linked) => {
      const page = await myTicketsPage(linked, shownTo(c, linked), withSettings(c, options))
      return respond(c, page, 200, isCancellable(linked) ? headersWithForm : headers)
    }),
  )
  routes.get(
    '/my-tickets/:link/receipt',
    withTickets(async (c, linked) => {
      const receipts = linked.order && (await getReceipts(linked.order.orderId))
      if (receipts === undefined) return notAmongThem
      if (isRefusal(receipts)) return receipts
      return respond(c, await receiptPage(receipts, shownTo(c, linked), withSettings(c, options)), 200, headers)
    }),
  )
  routes.get(
    '/my-tickets/:link/:file{.+\\.png}',
    withTickets(async (c, { tickets }) => {
      const found = ticketNamed(c.req.param('file')!, tickets)
      const drawn = found && (await getTicketCode(found.ticket.ticketId, visitors))
      if (drawn === undefined) return notAmongThem
      return isRefusal(drawn) ? drawn : respond(c, drawn.image, 200, { 'Content-Type': 'image/png', ...noStore })
    }),
  )
  routes.get(
    '/my-tickets/:link/:file{.+\\.ics}',
    withTickets(async (c, linked) => {
      const found = ticketNamed(c.req.param('file')!, linked.tickets)
      if (found === undefined) return notAmongThem
      const { ticket, openingHours } = found
      const visit = Slot.visitOf(ticket)
      const together = linked.tickets.filter(
        (each) => Slot.visitOf(each.ticket) === visit && each.ticket.state !== 'cancelled',
      )
      const entry = visitEntry(
        { ...ticket, openingHours, confirmationCodes: together.map((each) => each.ticket.confirmationCode) },
        {
          uid: `${ticket.orderId ?? ticket.ticketId}-${visit}@${domainToASCII(mailDomain) || mailDomain}`,
          at: Date.now(),
        },
        {
          ...withSettings(c, options),
          language: shownTo(c, linked).language,
          momentOf: (date, time) => sessionStart(date, time, timeZone).epochMilliseconds,
        },
      )
      const text = [...iCalendar({ METHOD: 'PUBLISH' }, [entry])].join('')
      return respond(c, text, 200, { 'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH', ...noStore })
    }),
  )
  return routes
}

/** The ticket that a file is of, unless it is cancelled. */
const ticketNamed = (file: string, tickets: LinkedTickets['tickets']) => {
  const name = file.slice(0, file.lastIndexOf('.'))
  const ticketId = TicketId.faultOf(name) === undefined ? TicketId(name) : undefined
  return tickets.find(({ ticket }) => ticket.ticketId === ticketId && ticket.state !== 'cancelled')
}
