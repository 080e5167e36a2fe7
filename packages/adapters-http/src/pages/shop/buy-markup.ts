import type { Programme, Result } from '@museum/application'
import { CalendarDate, OnlinePayment, type Price, Receipt, type VatRates } from '@museum/domain'
import {
  type Language,
  dictionaries,
  formatDay,
  formatFullDate,
  formatMoment,
  formatMoney,
  formatVisit,
} from '@museum/languages'
import { html, raw } from 'hono/html'
import { Temporal } from 'temporal-polyfill'
import { priceText } from '../feeds.ts'
import { hoursText } from '../home-page-markup.ts'
import { type AsksForPhone, type FormFault, type TypedOrder, fieldsOf } from './buy-form.ts'
import { type Offer, type OfferedDate, datesAtOnce } from './offers.ts'
import { type VisitorPageOptions, visitorPage, withLanguage } from './visitor-page.ts'

/** What the pages at which visitors buy depend on, beside what is stored. */
export type BuyOptions = VisitorPageOptions &
  Readonly<{
    /** The IANA time zone of the museum's clock. */
    timeZone: string
    /** How many tickets are sold at once. */
    maxTickets: number
    asksForPhone: AsksForPhone
    /** The rates of tax that prices contain; absent: no tax is named. */
    vatRates?: VatRates | undefined
    /** At which the museum answers visitors. */
    phone?: string | undefined
    email?: string | undefined
  }>

type ProgrammeEvent = Programme['events'][number]
export type Reservation = Result<'getReservation'>

/** The dates of an event that are shown before the visitor asks for all. */
const maxDates = 6

/** A link that leaves the form as it is typed; the text alone where there is no such page, as in a rehearsal. */
const linkTo = (url: string | undefined, text: string) =>
  url === undefined ? text : html`<a href="${url}" target="_blank" rel="noreferrer">${text}</a>`

/** The address of the form for a date of general entry or an event. */
export const formUrl = (mountPath: string, language: Language, date: CalendarDate, eventId?: string) =>
  withLanguage(`${mountPath}/buy?${eventId === undefined ? '' : `event=${eventId}&`}date=${date}`, language)

/** The page on which a visitor chooses a date, or an event and its date; of one event, with all of its dates. */
export const choosePage = (
  {
    dates,
    today,
    events,
    programme,
    event,
    note,
  }: Readonly<{
    dates: readonly OfferedDate[]
    today: CalendarDate
    events: readonly ProgrammeEvent[]
    programme: Programme
    event?: ProgrammeEvent | undefined
    /** Why what the visitor asked for is not shown. */
    note?: string | undefined
  }>,
  language: Language,
  options: BuyOptions,
): string => {
  const { mountPath } = options
  const { shop: words, ticketImage } = dictionaries[language]
  const first = dates[0]?.date
  const turned = (days: number) =>
    withLanguage(`${mountPath}/buy?from=${CalendarDate.plusDays(first!, days)}`, language)
  const general =
    first === undefined
      ? ''
      : html`<section class="panel" aria-labelledby="general">
          <h2 id="general">${ticketImage.generalEntry}</h2>
          <p class="help">${words.chooseDate}</p>
          <ul class="days">
            ${dates.map(({ date, level }) => dateCell(date, level, undefined, { today, language, mountPath }))}
          </ul>
          <p class="turn">
            ${first > today ? html`<a href="${turned(-datesAtOnce)}">${words.earlierDates}</a>` : ''}
            ${dates.length < datesAtOnce ? '' : html`<a href="${turned(datesAtOnce)}">${words.laterDates}</a>`}
          </p>
        </section>`
  const shown = event === undefined ? events : [event]
  const sold =
    shown.length === 0
      ? ''
      : html`<section class="panel" aria-labelledby="events">
          <h2 id="events">${event === undefined && first !== undefined ? words.chooseEvent : words.chooseDate}</h2>
          ${shown.map((each) => eventChoice(each, { programme, today, isWhole: event !== undefined }, language, options))}
        </section>`
  const nothing = first === undefined && shown.length === 0 ? html`<p class="panel">${words.nothingToBuy}</p>` : ''
  const main = html`${note === undefined ? '' : html`<p class="panel faults">${note}</p>`}${event === undefined ? general : ''}${sold}${nothing}`
  const path = event === undefined ? '/buy' : `/buy?event=${event.eventId}`
  return visitorPage({ language, path, heading: words.title, main, kind: 'buy' }, options)
}

const eventChoice = (
  event: ProgrammeEvent,
  { programme, today, isWhole }: Readonly<{ programme: Programme; today: CalendarDate; isWhole: boolean }>,
  language: Language,
  { mountPath }: BuyOptions,
) => {
  const { shop: words } = dictionaries[language]
  const dates = isWhole ? event.dates : event.dates.slice(0, maxDates)
  const [soldOut, few] = [programme.soldOut, programme.few].map((dates) => dates.get(event.eventId))
  return html`<div class="sold">
    <h3 dir="auto">${event.name}</h3>
    <p class="location" dir="auto">${event.location}</p>
    <p>${priceText(event.price, programme.currency, language)}</p>
    <ul class="days">
      ${dates.map((date) =>
        dateCell(date, soldOut?.has(date) ? 'none' : few?.has(date) ? 'few' : 'enough', event.eventId, {
          today,
          language,
          mountPath,
        }),
      )}
    </ul>
    ${
      dates.length === event.dates.length
        ? ''
        : html`<p class="turn">
            <a href="${withLanguage(`${mountPath}/buy?event=${event.eventId}`, language)}">${words.allDates}</a>
          </p>`
    }
  </div>`
}

/** A date, with what visitors are told of its places; only a date that has some is a link. */
const dateCell = (
  date: CalendarDate,
  level: OfferedDate['level'],
  eventId: string | undefined,
  { today, language, mountPath }: Readonly<{ today: CalendarDate; language: Language; mountPath: string }>,
) => {
  const { shop: words, page } = dictionaries[language]
  const day = html`<time datetime="${date}">${formatDay(language, date, today)}</time>`
  const content = html`${day} <small>${level === undefined ? page.closed : words.levels[level]}</small>`
  return level === undefined || level === 'none'
    ? html`<li class="${level ?? 'closed'}"><span>${content}</span></li>`
    : html`<li class="${level}"><a href="${formUrl(mountPath, language, date, eventId)}">${content}</a></li>`
}

/** The form for an offer, as it was typed; `notes` are sentences about the whole of it, such as that places are missing. */
export const formPage = (
  offer: Offer,
  typed: TypedOrder,
  { faults = [], notes = [] }: Readonly<{ faults?: readonly FormFault[]; notes?: readonly string[] }>,
  language: Language,
  options: BuyOptions,
): string => {
  const { mountPath, maxTickets, asksForPhone, termsUrl } = options
  const { shop: words, ticketImage, mail } = dictionaries[language]
  const { date, eventId, name, location, openingHours, entryTimes, categories, currency } = offer
  const textOf = ({ fault }: FormFault) =>
    fault === 'tooManyTickets' ? words.faults.tooManyTickets(maxTickets) : words.faults[fault]
  const faultOf = (field: FormFault['field']) => faults.find((each) => each.field === field)
  /** Names what is wrong with a field, and describes the field by it. */
  const described = (field: FormFault['field'], ...others: readonly string[]) => {
    const ids = [...(faultOf(field) ? [`${field}-fault`] : []), ...others]
    return raw(
      `${faultOf(field) ? ' aria-invalid="true"' : ''}${faults[0]?.field === field ? ' autofocus' : ''}` +
        (ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : ''),
    )
  }
  const sentence = (field: FormFault['field']) => {
    const fault = faultOf(field)
    return fault === undefined ? '' : html`<p class="fault" id="${field}-fault">${textOf(fault)}</p>`
  }
  const money = (price: Price) => priceText(price, currency, language)
  const query = `${eventId === undefined ? '' : `event=${eventId}&`}date=${date}`
  const [before, terms, after] = words.acceptTerms
  const firstOpen = entryTimes?.findIndex(({ level }) => level !== 'none')
  const main = html`${
      faults.length + notes.length === 0
        ? ''
        : html`<div class="panel faults" role="alert" tabindex="-1" ${raw(faults.length === 0 ? 'autofocus' : '')}>
            <p class="fault">${words.checkEntries}</p>
            <ul>
              ${notes.map((note) => html`<li>${note}</li>`)}
              ${faults.map((fault) => html`<li><a href="#${fault.field}">${textOf(fault)}</a></li>`)}
            </ul>
          </div>`
    }
    <form class="panel" method="post" action="${mountPath}/buy" novalidate>
      <div>
        <p class="when"><time datetime="${date}">${formatFullDate(language, date)}</time></p>
        ${location === undefined ? '' : html`<p class="location" dir="auto">${location}</p>`}
        ${
          openingHours === undefined
            ? ''
            : html`<p class="help">${mail.labelled(mail.openingHours, hoursText(language, openingHours))}</p>`
        }
        <p>
          <a href="${withLanguage(`${mountPath}/buy${eventId === undefined ? '' : `?event=${eventId}`}`, language)}"
            >${words.otherDates}</a
          >
        </p>
      </div>
      <input type="hidden" name="key" value="${typed.key}" />
      <input type="hidden" name="date" value="${date}" />
      ${eventId === undefined ? '' : html`<input type="hidden" name="event" value="${eventId}" />`}
      <input type="hidden" name="language" value="${language}" />
      ${
        entryTimes === undefined
          ? ''
          : html`<fieldset class="times" id="time">
              <legend>${words.entryTime}</legend>
              ${sentence('time')}
              <ul>
                ${entryTimes.map(
                  ({ entryTime, level }, n) =>
                    html`<li>
                      <label class="${level}">
                        <input
                          type="radio"
                          name="time"
                          value="${entryTime}"
                          ${raw(level === 'none' ? 'disabled' : entryTime === typed.time ? 'checked' : '')}
                          ${n === firstOpen ? described('time') : ''}
                        />
                        <span>${entryTime}</span>
                        ${level === 'enough' ? '' : html`<small>${words.levels[level]}</small>`}
                      </label>
                    </li>`,
                )}
              </ul>
            </fieldset>`
      }
      <fieldset class="counts" id="quantities">
        <legend>${words.howMany}</legend>
        ${sentence('quantities')}
        <ul>
          ${categories.map(({ priceCategory, name: category, price }, n) => {
            const names = fieldsOf(priceCategory)
            return html`<li>
              <label for="${names.quantity}"
                ><bdi>${category}</bdi> <small>${price === 0 ? mail.free : words.each(money(price))}</small></label
              >
              <input type="hidden" name="${names.price}" value="${price}" />
              <input
                id="${names.quantity}"
                name="${names.quantity}"
                value="${typed.quantities.get(priceCategory) ?? ''}"
                data-price="${price}"
                inputmode="numeric"
                maxlength="3"
                placeholder="0"
                ${n === 0 ? described('quantities') : ''}
              />
            </li>`
          })}
        </ul>
        <p class="sum" hidden data-currency="${currency}" data-locale="${language === 'en' ? 'en-GB' : language}">
          <span>${mail.total}</span> <output></output>
        </p>
      </fieldset>
      <div class="field">
        <label for="email">${words.email}</label>
        ${sentence('email')}
        <input
          id="email"
          type="email"
          name="email"
          value="${typed.email}"
          autocomplete="email"
          maxlength="254"
          required
          ${described('email', 'email-help')}
        />
        <p class="help" id="email-help">${words.emailHelp}</p>
      </div>
      ${
        asksForPhone === 'off'
          ? ''
          : html`<div class="field">
              <label for="phone">${asksForPhone === 'required' ? words.phone : words.optional(words.phone)}</label>
              ${sentence('phone')}
              <input
                id="phone"
                type="tel"
                name="phone"
                value="${typed.phone}"
                autocomplete="tel"
                maxlength="32"
                ${raw(asksForPhone === 'required' ? 'required' : '')}
                ${described('phone')}
              />
            </div>`
      }
      <div class="terms">
        ${sentence('terms')}
        <label
          ><input
            type="checkbox"
            id="terms"
            name="terms"
            value="yes"
            ${raw(typed.hasAcceptedTerms ? 'checked' : '')}
            required
            ${described('terms')}
          />
          <span>${before} ${linkTo(termsUrl, terms)}${after}</span></label
        >
      </div>
      <div>
        <button class="main">${words.goOn}</button>
        <p class="help">${words.goOnHelp}</p>
      </div>
    </form>`
  return visitorPage(
    { language, path: `/buy?${query}`, heading: name ?? ticketImage.generalEntry, main, kind: 'buy' },
    options,
  )
}

/** The page of a reservation whose places are held: what is ordered, and the button that orders it. `note` says what went wrong. */
export const reviewPage = (
  reservation: Reservation,
  {
    path,
    names,
    note,
    isLive,
    now,
  }: Readonly<{
    path: string
    /** The name of what each item is for. */
    names: readonly string[]
    note?: string | undefined
    /** Whether the page can be read again at its address. */
    isLive: boolean
    now: number
  }>,
  language: Language,
  options: BuyOptions,
): string => {
  const { mountPath, privacyUrl, termsUrl } = options
  const { shop: words, mail, myTickets } = dictionaries[language]
  const { total, currency, heldUntil, hasGivenEnd, purchaser } = reservation
  const isPaying = OnlinePayment.openOf(reservation) !== undefined
  const money = formatMoney(language, total, currency)
  const seconds = Math.round((heldUntil - now) / 1_000)
  const until = hasGivenEnd
    ? words.review.reservedUntil(formatMoment(language, heldUntil, options.timeZone))
    : words.review.heldUntil(timeText(heldUntil, options))
  const orders = isPaying ? words.payment.payNow : total === 0 ? words.review.order : words.review.orderAndPay(money)
  const action = (name: string, text: string, kind: string) =>
    html`<form method="post" action="${withLanguage(`${mountPath}${path}/${name}`, language)}">
      <button class="${kind}">${text}</button>
    </form>`
  const main = html`${note === undefined ? '' : html`<p class="panel faults" role="alert">${note}</p>`}
    ${isPaying ? html`<p class="panel" role="status" ${raw(isLive ? 'data-state="unknown"' : '')}>${words.payment.notKnown}</p>` : ''}
    <section class="panel stack">
      ${orderTable(reservation, names, language)}
      ${taxesOf(reservation, options).map(({ rate, tax }) => html`<p class="help">${words.review.taxIn(`${new Intl.NumberFormat(language).format(rate / 100)} %`, formatMoney(language, tax, currency))}</p>`)}
      <p>
        ${words.review.ticketsGoTo}
        <strong class="email"><bdi>${purchaser?.email}</bdi></strong>
      </p>
      ${hasGivenEnd ? '' : action('change', words.review.change, '')}
    </section>
    <section class="panel stack">
      <p
        role="status"
        ${raw(isLive && seconds > 0 ? `data-seconds="${seconds}"` : '')}
        data-soon="${words.review.minuteLeft}"
      >
        ${until}
      </p>
      <p class="help">
        ${words.review.noWithdrawal} ${termsUrl === undefined ? '' : html`${linkTo(termsUrl, mail.terms)} ·`}
        ${privacyUrl === undefined ? '' : linkTo(privacyUrl, myTickets.privacy)}
      </p>
      ${action('payment', orders, 'main')}
      <div class="side">
        ${hasGivenEnd ? '' : action('extension', words.review.prolong, 'quiet')}
        ${action('release', words.review.giveUp, 'quiet')}
      </div>
    </section>`
  return visitorPage(
    {
      language,
      path,
      heading: words.review.heading,
      main,
      kind: 'buy',
      ...(isPaying && isLive && { refresh: 10 }),
    },
    options,
  )
}

/** What is ordered, by the `names` of what each item is for, and the total. */
export const orderTable = (
  { items, total, currency }: Pick<Reservation, 'items' | 'total' | 'currency'>,
  names: readonly string[],
  language: Language,
): unknown => {
  const { mail } = dictionaries[language]
  return html`<table class="order">
    <tbody>
      ${items.map(
        (item, n) =>
          html`<tr>
            <td>
              <bdi>${names[n]}</bdi><br />
              <strong>${formatVisit(language, item)}</strong><br />
              ${item.quantity} ×
              ${formatMoney(language, item.quote.price, currency)}${item.quote.priceCategory === undefined ? '' : html` · <bdi>${item.quote.priceCategory.name}</bdi>`}
            </td>
            <td>${formatMoney(language, item.quantity * item.quote.price, currency)}</td>
          </tr>`,
      )}
      <tr class="total">
        <th scope="row">${mail.total}</th>
        <td>${total === 0 ? mail.free : formatMoney(language, total, currency)}</td>
      </tr>
    </tbody>
  </table>`
}

/** A page of a reservation that has ended, or of nothing: a heading, what happened, and the way to choose again. */
export const endPage = (
  {
    path,
    heading,
    order = '',
    texts,
    again,
    namesContacts = false,
  }: Readonly<{
    path: string
    heading: string
    /** A table of what was chosen. */
    order?: unknown
    texts: readonly string[]
    /** Where the visitor chooses again; by default among all that is sold. `null`: nowhere. */
    again?: string | null | undefined
    /** Whether it names the telephone number and the e-mail address of the museum, where these are set. */
    namesContacts?: boolean
  }>,
  language: Language,
  options: BuyOptions,
): string => {
  const { shop: words } = dictionaries[language]
  const main = html`<section class="panel stack">
    ${texts.map((text) => html`<p>${text}</p>`)} ${namesContacts ? contacts(options) : ''} ${order}
    ${again === null ? '' : html`<a class="button" href="${again ?? withLanguage(`${options.mountPath}/buy`, language)}">${words.ended.again}</a>`}
  </section>`
  return visitorPage({ language, path, heading, main, kind: 'buy' }, options)
}

/** The telephone number and the e-mail address of the museum, as links. */
const contacts = ({ phone, email }: BuyOptions) =>
  phone === undefined && email === undefined
    ? ''
    : html`<p>
        ${
          phone === undefined
            ? ''
            : html`<a href="tel:${dialled(phone)}"><bdi>${phone}</bdi></a
                ><br />`
        }
        ${email === undefined ? '' : html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`}
      </p>`

/** What is dialled for a number as it is written: `+49 (0)30 1234` is +49301234, and without an extension. */
const dialled = (phone: string) =>
  phone
    .replace(/[x#].*/s, '')
    .replace(/^(\s*\+.*)\(0\)/s, '$1')
    .replaceAll(/[^+\d]/g, '')

/** A moment as a time on the museum's clock: `14:31`. */
const timeText = (at: number, { timeZone }: BuyOptions) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainTime().toString().slice(0, 5)

/** The tax that the sum of each rate contains, in minor units. */
const taxesOf = ({ items, currency }: Reservation, { vatRates }: BuyOptions) => {
  if (vatRates === undefined) return []
  const byRate = Map.groupBy(items, ({ ticketType }) => vatRates[ticketType])
  return [...byRate].flatMap(([rate, some]) => {
    const amount = some.reduce((sum, { quantity, quote }) => sum + quantity * quote.price, 0)
    return rate === undefined || amount === 0 ? [] : [{ rate, tax: Receipt.taxIn(amount, rate, currency) }]
  })
}
