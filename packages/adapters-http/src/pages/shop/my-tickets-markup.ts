import { setImmediate } from 'node:timers/promises'
import type { Result } from '@museum/application'
import { OrderNumber, Price } from '@museum/domain'
import { type Language, dictionaries, formatMoment, formatMoney, formatVisit } from '@museum/languages'
import { type DeskTexts, deskTexts } from '@museum/languages/desk'
import { html, raw } from 'hono/html'
import { LRUCache } from 'lru-cache'
import { type QRCodeSegment, toString as codeAsText } from 'qrcode'
import { priceText } from '../feeds.ts'
import { hoursText } from '../home-page-markup.ts'
import { cancellationForm, isCancellable } from './cancellation-markup.ts'
import { type VisitorPageOptions, visitorPage, withLanguage } from './visitor-page.ts'

/** What the pages with the tickets of a visitor depend on, beside what is stored. */
export type MyTicketsOptions = VisitorPageOptions &
  Readonly<{
    /** The IANA time zone of the museum's clock. */
    timeZone: string
    /** Whether visitors can have the links to their tickets sent. */
    findsTickets: boolean
  }>

type LinkedTickets = Result<'getLinkedTickets'>
type ReceiptsOfOrder = Result<'getReceipts'>
type Shown = Readonly<{ link: string; language: Language }>
type LinkedTicket = LinkedTickets['tickets'][number]

/** The page with the tickets of a link. `fault` says what was wrong with the form for cancellations. */
export const myTicketsPage = async (
  linked: LinkedTickets,
  { link, language, fault }: Shown & Readonly<{ fault?: string }>,
  options: MyTicketsOptions,
): Promise<string> => {
  const { order, tickets } = linked
  const { mail, myTickets: words } = dictionaries[language]
  const path = `/my-tickets/${link}`
  const count = tickets.length
  const shown = []
  for (const [n, each] of tickets.entries()) {
    const number = count === 1 ? undefined : mail.ticketOf(n + 1, count)
    shown.push(await ticketSection(each, number, { link, language }, options))
  }
  const enters = tickets.some(({ ticket }) => ticket.state === 'valid')
  const main = html`${shown}
    <div class="summary">
      <p>${enters ? `${mail.howToEnter(count)} ` : ''}${words.keepLink}</p>
      ${
        order === undefined
          ? ''
          : html`<dl>
              <dt>${mail.orderNumber}</dt>
              <dd class="letters">${OrderNumber.of(order.orderId)}</dd>
              <dt>${mail.total}</dt>
              <dd>${priceText(Price(order.total), order.currency, language)}</dd>
            </dl>`
      }
      <p class="actions">
        ${
          order === undefined
            ? ''
            : html`<a href="${options.mountPath}${path}/receipt?language=${language}">${words.receipt}</a>`
        }
        <button type="button" class="print" hidden>${words.print}</button>
      </p>
    </div>
    ${isCancellable(linked) ? cancellationForm(linked, { link, language }, options, fault) : ''}`
  return visitorPage({ language, path, heading: mail.sold.heading(count), main }, options)
}

const ticketSection = async (
  { ticket, code, openingHours }: LinkedTicket,
  number: string | undefined,
  { link, language }: Shown,
  options: MyTicketsOptions,
) => {
  const { mail, ticketImage, myTickets: words } = dictionaries[language]
  const { ticketId, ticketType, state, event, confirmationCode, priceCategory, price, currency, admission } = ticket
  const path = `${options.mountPath}/my-tickets/${link}/${ticketId}`
  const heading = `ticket-${ticketId}`
  return html`<section
    class="ticket ${ticketType} ${state}"
    aria-labelledby="${number === undefined ? '' : `number-${ticketId} `}${heading}"
  >
    ${number === undefined ? '' : html`<p class="number" id="number-${ticketId}">${number}</p>`}
    <h2 id="${heading}" dir="auto">${event?.name ?? ticketImage.generalEntry}</h2>
    ${event === undefined ? '' : html`<p class="location" dir="auto">${event.location}</p>`}
    <p class="when"><time datetime="${dateTimeOf(ticket)}">${formatVisit(language, ticket)}</time></p>
    ${
      openingHours === undefined || ticket.entryTime !== undefined
        ? ''
        : html`<p class="number">${mail.labelled(mail.openingHours, hoursText(language, openingHours))}</p>`
    }
    ${state === 'cancelled' ? html`<p class="state">${words.cancelled}</p>` : ''}
    ${admission === undefined ? '' : html`<p class="state">${words.used(formatMoment(language, admission.at, options.timeZone))}</p>`}
    ${code === undefined ? '' : html`<div class="code">${raw(await codeImage(code, words.codeOf(confirmationCode)))}</div>`}
    <p class="typed"><span>${mail.confirmationCode}</span> <b>${confirmationCode}</b></p>
    <dl>
      ${
        priceCategory === undefined
          ? ''
          : html`<dt>${mail.priceCategory}</dt>
              <dd dir="auto">${priceCategory.name}</dd>`
      }
      <dt>${mail.price}</dt>
      <dd>${priceText(price, currency, language)}</dd>
    </dl>
    ${
      state === 'cancelled'
        ? ''
        : html`<p class="actions">
            <a href="${path}.png" download="${confirmationCode}.png">${words.image}</a>
            <a href="${path}.ics?language=${language}" download="${ticket.ticketDate}.ics">${words.calendar}</a>
          </p>`
    }
  </section>`
}

const dateTimeOf = ({ ticketDate, entryTime }: LinkedTicket['ticket']) =>
  entryTime === undefined ? ticketDate : `${ticketDate}T${entryTime}`

/** Spares the search for the shortest mix of modes, which takes more than half of the time of a code. */
const inOneMode = (code: string): QRCodeSegment[] => [
  /^[0-9A-Z $%*+\-./:]+$/.test(code)
    ? { data: code, mode: 'alphanumeric' }
    : { data: new TextEncoder().encode(code), mode: 'byte' },
]

/** The codes that were drawn last. */
const drawnCodes = new LRUCache<string, string>({ max: 1_000 })

/** The code of a ticket as SVG, with its white border, and a name for those who do not see it. */
const codeImage = async (code: string, name: string): Promise<string> => {
  const known = drawnCodes.get(code)
  // A code takes more than a millisecond: between those of a large order, other requests get a turn.
  if (known === undefined) await setImmediate()
  const svg = known ?? (await codeAsText(inOneMode(code), { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }))
  drawnCodes.set(code, svg)
  return svg.replace('<svg ', `<svg role="img" aria-label="${name.replaceAll('"', '')}" `)
}

/** The page with the receipts of an order. */
export const receiptPage = async (
  { order, museum, receipts }: ReceiptsOfOrder,
  { link, language }: Shown,
  options: MyTicketsOptions,
): Promise<string> => {
  const { myTickets: words } = dictionaries[language]
  const { boxOffice } = await deskTexts[language]()
  const path = `/my-tickets/${link}`
  const main = html`${receipts.map((receipt) => receiptSection(receipt, order, museum, { boxOffice, language }, options))}
    <div class="summary">
      <p class="actions">
        <a href="${options.mountPath}${path}?language=${language}">${words.back}</a>
        <button type="button" class="print" hidden>${words.print}</button>
      </p>
    </div>`
  return visitorPage({ language, path: `${path}/receipt`, heading: words.receipt, main }, options)
}

const receiptSection = (
  { kind, at, till, payment, lines, total, taxes }: ReceiptsOfOrder['receipts'][number],
  { orderId, currency }: ReceiptsOfOrder['order'],
  museum: ReceiptsOfOrder['museum'],
  { boxOffice: words, language }: Readonly<{ boxOffice: DeskTexts['boxOffice']; language: Language }>,
  options: MyTicketsOptions,
) => {
  const { ticketImage, mail } = dictionaries[language]
  const money = (amount: number) => formatMoney(language, amount, currency)
  const names: Readonly<Record<string, string>> = words.methods
  return html`<section class="receipt">
    ${kind === 'sale' ? '' : html`<h2>${words.receiptOfRefund}</h2>`}
    <p><strong dir="auto">${museum.name}</strong></p>
    ${museum.address === undefined ? '' : html`<p class="lines" dir="auto">${museum.address}</p>`}
    ${museum.vatId === undefined ? '' : html`<p>${words.vatId} <bdi>${museum.vatId}</bdi></p>`}
    <p>${mail.labelled(mail.orderNumber, OrderNumber.of(orderId))}</p>
    <p>${formatMoment(language, at, options.timeZone)}${till === undefined ? '' : html` · <bdi>${till}</bdi>`}</p>
    <table>
      <tbody>
        ${lines.map(
          ({ ticket, quantity, amount }) =>
            html`<tr>
              <td>
                <bdi>${ticket.event?.name ?? ticketImage.generalEntry}</bdi><br />
                ${formatVisit(language, ticket)}<br />
                ${quantity} ×
                ${money(ticket.price)}${ticket.priceCategory === undefined ? '' : html` · <bdi>${ticket.priceCategory.name}</bdi>`}
              </td>
              <td>${money(amount)}</td>
            </tr>`,
        )}
        <tr class="total">
          <th scope="row">${words.total}</th>
          <td>${money(total)}</td>
        </tr>
        ${
          payment === undefined
            ? ''
            : html`<tr>
                <th scope="row">
                  <bdi>${Object.hasOwn(names, payment.method) ? names[payment.method] : payment.method}</bdi>
                </th>
                <td>${money(total)}</td>
              </tr>`
        }
        ${taxes.map(
          ({ rate, tax, amount }) =>
            html`<tr>
              <th scope="row">
                ${words.taxIn(`${new Intl.NumberFormat(language).format(rate / 100)} %`, money(amount))}
              </th>
              <td>${money(tax)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}

/** A page that says why there are no tickets. */
export const myTicketsFaultPage = (
  fault: 'notFound' | 'ended',
  { link, language }: Shown,
  options: MyTicketsOptions,
): string => {
  const { request, [fault]: words } = dictionaries[language].myTickets
  const { heading, text } = words
  const main = html`<p class="fault">${text}</p>
    ${
      options.findsTickets
        ? html`<p class="actions">
            <a href="${withLanguage(`${options.mountPath}/my-tickets`, language)}">${request.heading}</a>
          </p>`
        : ''
    }`
  return visitorPage({ language, path: `/my-tickets/${encodeURIComponent(link)}`, heading, main }, options)
}
