import { hash } from 'node:crypto'
import type { Programme, ProgrammeScope } from '@museum/application'
import { CalendarDate, type OpeningHours, Schedule } from '@museum/domain'
import {
  type Language,
  dictionaries,
  excerptOf,
  formatDate,
  formatDateParts,
  formatDay,
  formatFullDate,
  formatHours,
} from '@museum/languages'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { isSoldOut, priceText } from './feeds.ts'
import { fontStyle, latinFont } from './fonts.ts'
import { homePageStyle } from './home-page-style.ts'
import { pageHeaders } from './page.ts'
import { rehearsalNotice, rehearsalNoticeStyle } from './rehearsal-notice.ts'
import { type ShownEvent, structuredData } from './structured-data.ts'

/** What the page at `/` depends on, beside what is stored. */
export type HomePageOptions = Readonly<{
  museumName: string
  language: Language
  scope: ProgrammeScope
  /** The postal address of the museum, of one line or several. */
  address?: string | undefined
  mountPath: string
  /** The whole URL of the page; `undefined` if only a path is known. */
  homeUrl: string | undefined
  /** The IANA time zone of the museum's clock. */
  timeZone: string
  deskPath: string | undefined
  /** The whole URL at which visitors buy tickets; `undefined` where they do not. */
  shopUrl: string | undefined
  /** Whether tickets are not valid. */
  isRehearsal: boolean | undefined
  /** Whether visitors can have the links to their tickets sent. */
  findsTickets: boolean
}>

/** The events on the page, and the dates of each; the others are in the feeds. */
const maxEvents = 24
const maxDates = 6
/** The characters of a description that are shown before the reader asks for the rest. */
const descriptionLength = 320

const styleOf = (mountPath: string) => fontStyle(mountPath) + homePageStyle + rehearsalNoticeStyle

/** The headers of the page of an API below this path. */
export const homePageHeaders = (mountPath: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=UTF-8',
  ...pageHeaders(`img-src data:; font-src 'self'; style-src 'sha256-${hash('sha256', styleOf(mountPath), 'base64')}'`),
})

/**
 * The page at `/`, for visitors; `isTimed`: general entry has entry times. Its texts do not change within a programme, and none of them
 * is markup.
 */
export const homePageOf = (
  programme: Programme | 'unavailable',
  isTimed: boolean,
  options: HomePageOptions,
): string => {
  const { museumName, language, scope, mountPath, deskPath, shopUrl, findsTickets, isRehearsal } = options
  const { page: words, shop, myTickets } = dictionaries[language]
  const isFull = scope === 'full' && programme !== 'unavailable'
  const shown = isFull ? eventsToShow(programme) : []
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${museumName}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="${mountPath}${latinFont}" as="font" type="font/woff2" crossorigin />
        ${
          isFull
            ? html`<link rel="alternate" type="application/feed+json" href="${mountPath}/events.json" />
                <link rel="alternate" type="text/calendar" href="${mountPath}/calendar.ics" />
                ${raw(`<script type="application/ld+json">${structuredData(programme, shown, options)}</script>`)}`
            : ''
        }
        ${raw(`<style>${styleOf(mountPath)}</style>`)}
      </head>
      <body>
        ${rehearsalNotice(language, isRehearsal)}
        <header>
          ${museumSign}
          <h1 dir="auto">${museumName}</h1>
          ${ornament}
          ${programme === 'unavailable' ? html`<p>${words.unavailable}</p>` : stateToday(programme, language)}
          ${shopUrl === undefined ? '' : html`<p class="tickets"><a href="${mountPath}/buy">${shop.buy}</a></p>`}
        </header>
        <main class="${isFull ? 'full' : ''}">
          ${isFull ? whatsOn(programme, shown, options) : ''}
          ${programme === 'unavailable' ? '' : openingHours(programme, { isFull: scope === 'full', isTimed }, language)}
        </main>
        <footer>
          <ul>
            ${findsTickets ? html`<li><a href="${mountPath}/my-tickets">${myTickets.request.heading}</a></li>` : ''}
            ${deskPath === undefined ? '' : html`<li><a href="${mountPath}${deskPath}">${words.desk}</a></li>`}
            ${isFull ? html`<li><a href="${mountPath}/events.json">${words.feed}</a></li>` : ''}
            <li><a href="${mountPath}/docs">${words.apiReference}</a></li>
            <li><a href="${mountPath}/openapi.json">${words.openApiDocument}</a></li>
            <li><a href="${mountPath}/healthz">${words.serviceState}</a></li>
          </ul>
        </footer>
      </body>
    </html>` as HtmlEscapedString // Not a promise, since none of its parts is a promise.
}

/** The museum of the ticket images. */
export const museumSign = html`<svg class="sign" viewBox="0 0 52 40" aria-hidden="true">
  <path d="M26 0 52 14H0zM6 17h5v14H6zm12 0h4v14h-4zm12 0h4v14h-4zm11 0h5v14h-5zM3 34h46v2H3zM0 38h52v2H0z" />
</svg>`

/** A line with a diamond, below the name of the museum. */
export const ornament = html`<div class="ornament" aria-hidden="true"><span></span></div>`

const stateToday = ({ today, schedule }: Programme, language: Language) => {
  const { page: words } = dictionaries[language]
  const hours = Schedule.hoursOn(schedule, today)
  return html`<p class="today">
      ${hours === undefined ? words.closedToday : words.openToday(hoursText(language, hours))}
    </p>
    <p class="date"><time datetime="${today}">${formatFullDate(language, today)}</time></p>`
}

/** The typeface has no thin space, which French has in a range. */
export const hoursText = (...given: Parameters<typeof formatHours>) =>
  formatHours(...given).replaceAll('\u2009', '\u00a0')

const openingHours = (
  { today, schedule, generalPrice, currency }: Programme,
  { isFull, isTimed }: Readonly<{ isFull: boolean; isTimed: boolean }>,
  language: Language,
) => {
  const { page: words, mail, ticketImage } = dictionaries[language]
  const finalDay = CalendarDate.plusDays(today, 6)
  const week = [...CalendarDate.between(today, finalDay)]
  const [opening] = Schedule.openDays(schedule, today, CalendarDate.plusDays(today, 365))
  /** Whether the museum is closed in all of the week. */
  const isClosed = opening === undefined || opening.date > finalDay
  const later = isFull
    ? [...schedule.exceptions].filter(([date]) => date > finalDay && date <= CalendarDate.plusDays(today, 92))
    : []
  const row = (date: CalendarDate, hours: OpeningHours | 'closed', note: string) =>
    html`<tr ${date === today ? raw('class="now"') : ''}>
      <th scope="row"><time datetime="${date}">${formatDay(language, date, today)}</time></th>
      <td>
        ${hours === 'closed' ? html`<span class="closed">${words.closed}</span>` : html`<bdi>${hoursText(language, hours)}</bdi>`}
        ${note === '' ? '' : html`<small>${note}</small>`}
      </td>
    </tr>`
  return html`<section class="hours" aria-labelledby="opening-hours">
    <h2 id="opening-hours">${mail.openingHours}</h2>
    ${opening !== undefined && isClosed ? html`<p>${words.opensAgain(formatDate(language, opening.date))}</p>` : ''}
    <table>
      <tbody>
        ${week.map((date) =>
          row(
            date,
            Schedule.hoursOn(schedule, date) ?? 'closed',
            !isClosed && schedule.exceptions.has(date) ? words.exceptionally : '',
          ),
        )}
      </tbody>
    </table>
    ${
      isFull
        ? html`<p class="entry">
            ${mail.labelled(ticketImage.generalEntry, priceText(generalPrice, currency, language))}
          </p>`
        : ''
    }
    ${isTimed ? html`<p class="entry">${words.timedEntry}</p>` : ''}
    ${
      later.length === 0
        ? ''
        : html`<h3>${words.otherHours}</h3>
            <table>
              <tbody>
                ${later
                  .toSorted(([one], [other]) => (one < other ? -1 : 1))
                  .map(([date, hours]) => row(date, hours, ''))}
              </tbody>
            </table>`
    }
  </section>`
}

/** The events that the page shows, each with the dates that it shows. */
const eventsToShow = ({ events }: Programme): readonly ShownEvent[] =>
  events.slice(0, maxEvents).map((event) => ({ event, dates: event.dates.slice(0, maxDates) }))

const whatsOn = (programme: Programme, shown: readonly ShownEvent[], options: HomePageOptions) => {
  const { language, mountPath } = options
  const { page: words } = dictionaries[language]
  const further = programme.events.length - shown.length
  return html`<section aria-labelledby="whats-on">
    <h2 id="whats-on">${words.whatsOn}</h2>
    ${
      shown.length === 0
        ? html`<p class="empty">${words.noEvents}</p>`
        : html`<ol class="events">
              ${shown.map((each) => html`<li>${eventArticle(programme, each, options)}</li>`)}
            </ol>
            <p class="more">
              ${further === 0 ? '' : words.furtherEvents(further)}
              <a href="${mountPath}/calendar.ics">${words.calendar}</a>
            </p>`
    }
  </section>`
}

const eventArticle = (
  programme: Programme,
  { event, dates }: ShownEvent,
  { language, mountPath, shopUrl }: HomePageOptions,
) => {
  const { page: words, mail, shop } = dictionaries[language]
  const { today, currency } = programme
  const first = formatDateParts(language, event.dates[0]!)
  const isFull = event.dates.every((date) => isSoldOut(programme, event, date))
  const description = excerptOf(event.eventDescription, descriptionLength)
  const further = event.dates.length - dates.length
  /** A date with its sessions. */
  const dateWithTimes = (date: CalendarDate) => [
    html`<time datetime="${date}">${formatDay(language, date, today)}</time>`,
    ...event.times.map((time) => {
      const shown = html`<time datetime="${date}T${time}">${time}</time>`
      return isSoldOut(programme, event, date, time) && !isSoldOut(programme, event, date)
        ? html` · <span class="sold-out">${shown} <small>${words.soldOut}</small></span>`
        : html` · ${shown}`
    }),
  ]
  return html`<article id="event-${event.eventId}">
    <p class="stub" aria-hidden="true">
      <span>${first.month}</span><b>${first.day}</b><span class="weekday">${first.weekday}</span>
    </p>
    <div class="about">
      <h3 dir="auto">${event.name}</h3>
      <p class="location" dir="auto">${event.location}</p>
      <ul class="dates">
        ${dates.map(
          (date) =>
            html`<li ${isSoldOut(programme, event, date) ? raw('class="sold-out"') : ''}>
              ${dateWithTimes(date)}
              ${isSoldOut(programme, event, date) && !isFull ? html`<small>${words.soldOut}</small>` : ''}
            </li>`,
        )}
        ${
          further === 0
            ? ''
            : html`<li class="further">${words.furtherDates(further, formatDate(language, event.dates.at(-1)!))}</li>`
        }
      </ul>
      ${paragraphsOf(description.rest === '' ? description.text : `${description.text} …`)}
      ${
        description.rest === ''
          ? ''
          : html`<details>
              <summary>${words.readMore}</summary>
              ${paragraphsOf(`… ${description.rest}`)}
            </details>`
      }
      <p class="price">
        <span><span class="label">${mail.price}</span> ${priceText(event.price, currency, language)}</span>
        <strong class="${isFull ? 'sold-out' : 'left'}">
          ${
            isFull
              ? words.soldOut
              : shopUrl === undefined
                ? words.placesLeft
                : html`<a href="${mountPath}/buy?event=${event.eventId}">${shop.buy}</a>`
          }
        </strong>
      </p>
    </div>
  </article>`
}

/** A text with empty lines between its paragraphs. */
const paragraphsOf = (text: string) =>
  text
    .split(/(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph) =>
        html`<p class="text" dir="auto">
          ${paragraph.split(/\r\n|\r|\n/).map((line, n) => html`${n === 0 ? '' : raw('<br />')}${line}`)}
        </p>`,
    )
