import type { Result } from '@museum/application'
import { OrderNumber, Price, type Ticket } from '@museum/domain'
import { type Language, dictionaries, formatMoment, formatVisit, givenBackTexts } from '@museum/languages'
import { html } from 'hono/html'
import { priceText } from '../feeds.ts'
import { type VisitorPageOptions, visitorPage, withLanguage } from './visitor-page.ts'

type LinkedTickets = Result<'getLinkedTickets'>
type Cancellation = Result<'getCancellation'>
type Shown = Readonly<{ link: string; language: Language }>
/** With the IANA time zone of the museum's clock. */
type Options = VisitorPageOptions & Readonly<{ timeZone: string }>

/** Whether a visitor can cancel any of these tickets. */
export const isCancellable = ({ tickets }: LinkedTickets): boolean =>
  tickets.some(({ cancellableUntil }) => cancellableUntil !== undefined)

/** The form in which a visitor chooses tickets to cancel. `fault` says what was wrong with it. */
export const cancellationForm = (
  { tickets, isPaidOnline }: LinkedTickets,
  { link, language }: Shown,
  { mountPath, timeZone }: Options,
  fault?: string,
) => {
  const { mail, ownCancellation: words } = dictionaries[language]
  const offered = tickets.flatMap(({ ticket, cancellableUntil }, n) =>
    cancellableUntil === undefined
      ? []
      : {
          ticket,
          until: cancellableUntil,
          number: tickets.length === 1 ? mail.ticket : mail.ticketOf(n + 1, tickets.length),
        },
  )
  const { currency } = offered[0]!.ticket
  const isPaid = offered.some(({ ticket }) => ticket.price > 0)
  const described = fault === undefined ? '' : html`aria-invalid="true" aria-describedby="cancel-fault"`
  const action = withLanguage(`${mountPath}/my-tickets/${link}/cancellation`, language)
  return html`<section class="panel" id="cancel" aria-labelledby="cancel-heading">
    <h2 id="cancel-heading">${words.title}</h2>
    <form method="post" action="${action}#cancel">
      <fieldset class="choice">
        <legend>${words.choose}</legend>
        ${fault === undefined ? '' : html`<p class="fault" id="cancel-fault" role="alert">${fault}</p>`}
        <ul>
          ${offered.map(
            ({ ticket, until, number }, n) =>
              html`<li>
                <label for="cancel-${ticket.ticketId}"
                  ><input
                    type="checkbox"
                    id="cancel-${ticket.ticketId}"
                    name="ticket"
                    value="${ticket.ticketId}"
                    data-price="${ticket.price}"
                    ${n === 0 ? described : ''}
                  />
                  <span
                    >${number}: ${nameOf(ticket, language)}
                    <small
                      >${priceText(ticket.price, currency, language)} ·
                      ${words.until(formatMoment(language, until, timeZone))}</small
                    ></span
                  ></label
                >
              </li>`,
          )}
        </ul>
        ${
          isPaid
            ? html`<p
                  class="sum"
                  hidden
                  data-currency="${currency}"
                  data-locale="${language === 'en' ? 'en-GB' : language}"
                >
                  <span>${mail.paymentReturned.refund}</span> <output></output>
                </p>
                <p>${isPaidOnline ? words.priceGoesBack.online : words.priceGoesBack.atMuseum}</p>`
            : ''
        }
      </fieldset>
      <div>
        <button>${words.request}</button>
        <p class="help">${words.byEmail}</p>
      </div>
    </form>
  </section>`
}

const nameOf = ({ event, priceCategory, ...ticket }: Ticket, language: Language) =>
  html`<bdi>${event?.name ?? dictionaries[language].ticketImage.generalEntry}</bdi>${
      priceCategory === undefined ? '' : html`, <bdi>${priceCategory.name}</bdi>`
    },
    ${formatVisit(language, ticket, 'short')}`

/** The page that says that the e-mail is sent, or why it is not: for the tickets of a link. */
export const requestedPage = (cancellation: Cancellation, { link, language }: Shown, options: Options): string => {
  const { ownCancellation: words } = dictionaries[language]
  const path = `/my-tickets/${link}`
  const toTickets = withLanguage(`${options.mountPath}${path}`, language)
  const { heading, text } = cancellation.state === 'ready' ? words.sent : outcomeText(cancellation, language)
  return page(
    { path, heading, texts: [text, ...backTexts(cancellation, language)], cancellation, toTickets },
    language,
    options,
  )
}

/** The page behind the link of an e-mail: its button cancels, or it says what has become of the tickets. */
export const cancellationPage = (
  cancellation: Cancellation,
  { link, language, ticketsLink }: Shown & Readonly<{ ticketsLink: string | undefined }>,
  options: Options,
): string => {
  const { ownCancellation: words } = dictionaries[language]
  const { mountPath } = options
  const path = `/my-tickets/cancellation/${link}`
  const toTickets = ticketsLink && withLanguage(`${mountPath}/my-tickets/${ticketsLink}`, language)
  const back = backTexts(cancellation, language)
  const count = cancellation.tickets.length
  if (cancellation.state !== 'ready') {
    const { heading, text } = outcomeText(cancellation, language)
    return page({ path, heading, texts: [text, ...back], cancellation, toTickets }, language, options)
  }
  const button = html`<form method="post" action="${withLanguage(mountPath + path, language)}">
    <button class="main">${words.confirm(count)}</button>
  </form>`
  const texts = [...back, words.final]
  return page({ path, heading: words.question(count), texts, cancellation, button, toTickets }, language, options)
}

/** What was cancelled, or why nothing was. */
const outcomeText = (
  { state, tickets }: Cancellation,
  language: Language,
): Readonly<{ heading: string; text: string }> => {
  const { done, refused } = dictionaries[language].ownCancellation
  const { length: count } = tickets
  switch (state) {
    case 'ticket-admitted':
      return { heading: refused.heading, text: refused.used }
    case 'ticket-cancelled':
      return { heading: refused.heading, text: refused.cancelled }
    case 'too-late-to-cancel':
      return { heading: refused.heading, text: refused.tooLate }
    default:
      return { heading: done.heading(count), text: done.text(count) }
  }
}

/** Where the money is; nothing where nothing is cancelled. */
const backTexts = ({ state, back, order }: Cancellation, language: Language): readonly string[] =>
  state === 'ready' || state === 'done' ? givenBackTexts(language, back, order.currency) : []

const page = (
  {
    path,
    heading,
    texts,
    cancellation: { order, tickets },
    button,
    toTickets,
  }: Readonly<{
    path: string
    heading: string
    texts: readonly string[]
    cancellation: Cancellation
    button?: unknown
    toTickets: string | undefined
  }>,
  language: Language,
  options: Options,
): string => {
  const { mail, myTickets } = dictionaries[language]
  const main = html`<section class="panel stack">
    <ul>
      ${tickets.map(
        (ticket) =>
          html`<li>${nameOf(ticket, language)} · ${priceText(Price(ticket.price), order.currency, language)}</li>`,
      )}
    </ul>
    ${texts.map((text) => html`<p>${text}</p>`)}
    <p>${mail.labelled(mail.orderNumber, OrderNumber.of(order.orderId))}</p>
    ${button ?? ''} ${toTickets === undefined ? '' : html`<a class="button" href="${toTickets}">${myTickets.back}</a>`}
  </section>`
  return visitorPage({ language, path, heading, main }, options)
}

/** The page of a link that has ended. */
export const endedCancellationPage = ({ link, language }: Shown, options: Options): string => {
  const { heading, text } = dictionaries[language].ownCancellation.linkEnded
  const path = `/my-tickets/cancellation/${encodeURIComponent(link)}`
  return visitorPage({ language, path, heading, main: html`<p class="panel">${text}</p>` }, options)
}
