import { createHash, randomUUID } from 'node:crypto'
import { type Caller, type Museum, maxFreeOrders, visitors } from '@museum/application'
import { CalendarDate, LanguageTag, OnlinePayment, OrderId, type ReservationDraft, isRefusal } from '@museum/domain'
import { type Language, closestLanguage, dictionaries, formatMoney } from '@museum/languages'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { MuseumEnv } from '../../museum-env.ts'
import { limitBody } from '../../operation/body.ts'
import { empty, noStore, respond } from '../../operation/response.ts'
import { serviceUnavailable } from '../../problems/problem.ts'
import { type Fixed, withSettings } from '../page-settings.ts'
import { addressLimits } from './address-limits.ts'
import { type TypedOrder, changedPrices, draftOf, readChoice, readTyped } from './buy-form.ts'
import {
  type BuyOptions,
  type Reservation,
  choosePage,
  endPage,
  formPage,
  formUrl,
  orderTable,
  reviewPage,
} from './buy-markup.ts'
import { type Offer, shopOffers } from './offers.ts'
import { languageOf, maxFormBytes, visitorPageHeaders, withLanguage } from './visitor-page.ts'

type Uses = Pick<
  Museum,
  | 'getProgramme'
  | 'getAvailability'
  | 'getGeneralEntryAvailability'
  | 'getPriceCategories'
  | 'getMuseum'
  | 'getSpecialEvent'
  | 'isShopOpen'
  | 'createReservation'
  | 'getReservation'
  | 'openPayment'
  | 'extendReservation'
  | 'releaseReservation'
  | 'sellFreeReservation'
  | 'getOrder'
  | 'linkOf'
  | 'linkOfReservation'
  | 'reservationOfLink'
>
type Options = BuyOptions &
  Readonly<{
    /** The origin at which visitors see the pages. */
    publicOrigin: string
    /** The origins of the payment page, to which a form leads. */
    paymentOrigins: readonly string[]
    /** How many reservations of a network address may be held at a time. */
    maxReservations: number
    /** The network for which a request is counted; `undefined` where it is not. */
    countedNetwork: (c: Context<MuseumEnv>) => string | undefined
  }>

/** The rules of a shop apply to what visitors do, also with a reservation of the desk whose link they have. */
const asShop: Caller = { ...visitors, role: 'shop', hasLink: true }

/**
 * The pages at `/buy`: a visitor chooses, fills in a form, sees what is ordered while the places are held, and orders. The forms are the
 * state: each may be sent again. Faults are pages, too.
 */
export const buy = (museum: Uses, options: Fixed<Options>): Hono<MuseumEnv> => {
  const { mountPath, publicOrigin, paymentOrigins, maxTickets, asksForPhone, maxReservations, countedNetwork } = options
  const offers = shopOffers(museum)
  const limits = addressLimits({ limit: maxReservations })
  const emptyFormHeaders = {
    ...visitorPageHeaders("'self'"),
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'all',
  }
  const headers = visitorPageHeaders(["'self'", ...paymentOrigins].join(' '))
  const answer = (c: Context<MuseumEnv>, page: string, status: number, more: Readonly<Record<string, string>> = {}) =>
    respond(c, page, status, { ...headers, ...more })
  const redirect = (c: Context<MuseumEnv>, location: string) => empty(c, 303, { Location: location, ...noStore })
  /** A page that says what happened, and leads on. */
  const saying = (
    c: Context<MuseumEnv>,
    { heading, text }: Readonly<{ heading: string; text: string }>,
    language: Language,
    status: number,
    more: Readonly<Record<string, string>> = {},
  ) => {
    // The museum can help where a limit is reached.
    const page = endPage(
      { path: '/buy', heading, texts: [text], namesContacts: status === 429 },
      language,
      withSettings(c, options),
    )
    return answer(c, page, status, more)
  }

  /** The page while the museum has closed the shop. */
  const closedPage = (c: Context<MuseumEnv>, language: Language) => {
    const { heading, text } = dictionaries[language].shop.closed
    return endPage({ path: '/buy', heading, texts: [text], again: null }, language, withSettings(c, options))
  }

  const showForm = async (c: Context<MuseumEnv>) => {
    const language = languageOf(c)
    if (!(await museum.isShopOpen())) return respond(c, closedPage(c, language), 200, emptyFormHeaders)
    const query = { date: c.req.query('date') ?? '', event: c.req.query('event') ?? '' }
    const choice = readChoice(query)
    const offer = choice && (await offers.find(choice.date, choice.eventId))
    if (offer !== undefined) {
      const typed = { ...emptyForm(), time: c.req.query('time') ?? '' }
      return respond(c, formPage(offer, typed, {}, language, withSettings(c, options)), 200, emptyFormHeaders)
    }
    const programme = await offers.programme()
    const { today } = programme
    const from = c.req.query('from') ?? ''
    const sold = await Promise.all(programme.events.map(offers.isSold))
    const events = programme.events.filter((_, n) => sold[n])
    const event = events.find(({ eventId }) => eventId === query.event)
    const dates =
      event === undefined
        ? await offers.dates(CalendarDate.faultOf(from) === undefined ? CalendarDate(from) : today)
        : []
    const note = query.date === '' ? undefined : dictionaries[language].shop.faults.notOffered
    const shown = { dates, today, events: events.slice(0, maxEvents), programme, event, note }
    return respond(c, choosePage(shown, language, withSettings(c, options)), 200, emptyFormHeaders)
  }

  const order = async (c: Context<MuseumEnv>) => {
    const fields = new URLSearchParams(await c.req.text())
    const language = closestLanguage(fields.get('language') ?? undefined) ?? languageOf(c)
    if (!(await museum.isShopOpen())) return answer(c, closedPage(c, language), 503)
    const typed = readTyped(fields)
    const { faults: words, title, tooMany } = dictionaries[language].shop
    const choice = readChoice(typed)
    const offer = choice && (await offers.find(choice.date, choice.eventId))
    if (offer === undefined) return saying(c, { heading: title, text: words.notOffered }, language, 409)
    const formAgain = (shown: Offer, form: TypedOrder, wrong: Parameters<typeof formPage>[2], status: number) =>
      answer(c, formPage(shown, form, wrong, language, withSettings(c, options)), status)
    const read = draftOf(typed, offer, { maxTickets, asksForPhone, language })
    if ('faults' in read) return formAgain(offer, typed, { faults: read.faults }, 422)
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([typed.key, read.draft]))
      .digest('hex')
    const network = countedNetwork(c)
    const counted = network === undefined ? undefined : limits.begin(network, fingerprint)
    if (counted !== undefined && 'seconds' in counted) {
      const { heading, text } = tooMany
      const retry = { 'Retry-After': String(counted.seconds) }
      return saying(c, { heading, text: text(Math.ceil(counted.seconds / 60)) }, language, 429, retry)
    }
    const outcome = await reserveOnce(read.draft, fingerprint)
    if (!isRefusal(outcome)) {
      counted?.made(outcome.reservationId, Date.now() + outcome.heldUntil - outcome.createdAt)
      const link = await museum.linkOfReservation(outcome)
      return redirect(c, withLanguage(`${mountPath}/buy/${link}`, language))
    }
    counted?.refused()
    if (outcome.refusal === 'request-in-progress') return serviceUnavailable(c)
    if (outcome.refusal === 'shop-closed') return answer(c, closedPage(c, language), 503)
    // What is offered now, with its prices.
    const current = (await offers.findAgain(offer.date, offer.eventId)) ?? offer
    const notes = { 'sold-out': words.soldOut, 'total-changed': words.priceChanged } as const
    const note = Object.hasOwn(notes, outcome.refusal) ? notes[outcome.refusal as keyof typeof notes] : words.notOffered
    const changes = changedPrices(typed, current).map(({ name, price, before }) =>
      words.priceWas(
        name,
        formatMoney(language, price, current.currency),
        formatMoney(language, before, current.currency),
      ),
    )
    return formAgain(current, { ...typed, key: randomUUID() }, { notes: [note, ...changes] }, 409)
  }
  /** Makes the reservation of a form: once, however often the form is sent, unless the one that it made has ended. */
  const reserveOnce = async (draft: ReservationDraft, fingerprint: string) => {
    for (let time = 1; ; time += 1) {
      const outcome = await museum.createReservation(draft, {
        actor: asShop,
        once: {
          idempotencyKey: `${fingerprint} ${time}`,
          fingerprint,
          render: ({ reservationId }) => reservationId,
        },
      })
      if (isRefusal(outcome)) return outcome
      const reservation = await museum.getReservation(OrderId(outcome.response), asShop)
      const hasEnded = isRefusal(reservation) || reservation.state === 'released' || reservation.state === 'expired'
      if (!hasEnded || time === maxTimes) return reservation as Reservation
    }
  }

  /** Answers with what `handle` makes of the reservation of the link. */
  const withReservation =
    (handle: (c: Context<MuseumEnv>, reservation: Reservation, language: Language) => Promise<Response>) =>
    async (c: Context<MuseumEnv>) => {
      const reservationId = await museum.reservationOfLink(c.req.param('link')!)
      const reservation = isRefusal(reservationId) ? reservationId : await museum.getReservation(reservationId, asShop)
      if (!isRefusal(reservation)) return handle(c, reservation, languageOf(c, reservation.language))
      const language = languageOf(c)
      const { notFound, removed } = dictionaries[language].shop
      const isUnknown = reservation.refusal === 'link-not-found'
      return saying(c, isUnknown ? notFound : removed, language, isUnknown ? 404 : 410)
    }
  const pathOf = (c: Context<MuseumEnv>) => `/buy/${encodeURIComponent(c.req.param('link')!)}`
  const toReview = (c: Context<MuseumEnv>, language: Language) =>
    redirect(c, withLanguage(`${mountPath}${pathOf(c)}`, language))
  /** The name of what each item is for; empty where it is no longer known. */
  const namesOf = ({ items }: Reservation, language: Language): Promise<readonly string[]> =>
    Promise.all(
      items.map(async ({ eventId }) => {
        const event = eventId && (await museum.getSpecialEvent(eventId))
        if (event === undefined) return dictionaries[language].ticketImage.generalEntry
        return isRefusal(event) ? '' : event.name
      }),
    )
  const review = async (
    c: Context<MuseumEnv>,
    reservation: Reservation,
    language: Language,
    note?: string,
    status = 200,
  ) => {
    const names = await namesOf(reservation, language)
    // Only a page that was asked for by its own address can be read again.
    const isLive = c.req.method === 'GET'
    const shown = { path: pathOf(c), names, note, isLive, now: Date.now() }
    return answer(c, reviewPage(reservation, shown, language, withSettings(c, options)), status)
  }
  const endCount = (c: Context<MuseumEnv>, reservationId: OrderId) => {
    const network = countedNetwork(c)
    if (network !== undefined) limits.end(network, reservationId)
  }
  const hold = (
    c: Context<MuseumEnv>,
    { reservationId, heldUntil }: Pick<Reservation, 'reservationId' | 'heldUntil'>,
  ) => {
    const network = countedNetwork(c)
    if (network !== undefined) limits.hold(network, reservationId, heldUntil)
  }
  const toTickets = async (c: Context<MuseumEnv>, reservationId: OrderId, language: Language) => {
    endCount(c, reservationId)
    const found = await museum.getOrder(reservationId, asShop)
    const link = isRefusal(found) ? undefined : await museum.linkOf(found.order.tickets)
    if (link === undefined) return saying(c, dictionaries[language].shop.removed, language, 410)
    return redirect(c, withLanguage(`${mountPath}/my-tickets/${link}`, language))
  }

  const show = withReservation(async (c, reservation, language) => {
    const { state, payments } = reservation
    if (state === 'sold') return toTickets(c, reservation.reservationId, language)
    if (state === 'held' || OnlinePayment.openOf(reservation) !== undefined) return review(c, reservation, language)
    const path = pathOf(c)
    const returned = payments.find((payment) => payment.state === 'returned')
    if (returned !== undefined) {
      const { heading, reasons, noTickets, amountGoesBack } = dictionaries[language].mail.paymentReturned
      const { amount, currency } = { ...returned, ...returned.refund }
      const texts = [reasons[returned.returned!], noTickets, amountGoesBack(formatMoney(language, amount, currency))]
      return answer(c, endPage({ path, heading, texts }, language, withSettings(c, options)), 200)
    }
    const { givenUp, ended, faults } = dictionaries[language].shop
    const { heading, text } = state === 'released' ? givenUp : ended
    const order = orderTable(reservation, await namesOf(reservation, language), language)
    if (!(await museum.isShopOpen()))
      return answer(
        c,
        endPage({ path, heading, order, texts: [text], again: null }, language, withSettings(c, options)),
        200,
      )
    // What the form reserves is for one date and entry time; what a desk reserves need not be.
    const [item] = reservation.hasGivenEnd ? [] : reservation.items
    const offer = item && (await offers.find(item.ticketDate, item.eventId))
    const level = offer && levelAt(offer, item.entryTime)
    const stillOffered = { enough: ended.stillOffered, few: ended.stillOffered, none: faults.soldOut }
    const page = {
      path,
      heading,
      order,
      texts: [text, ...(item ? [level === undefined ? faults.notOffered : stillOffered[level]] : [])],
      again: item && offer && formUrl(mountPath, language, item.ticketDate, item.eventId),
    }
    return answer(c, endPage(page, language, withSettings(c, options)), 200)
  })

  const pay = withReservation(async (c, reservation, language) => {
    const { reservationId, state, total } = reservation
    if (state !== 'held' && OnlinePayment.openOf(reservation) === undefined) return toReview(c, language)
    if (total === 0) {
      const outcome = await museum.sellFreeReservation(reservationId, asShop)
      if (isRefusal(outcome) && outcome.refusal === 'too-many-orders') {
        const { heading, text } = dictionaries[language].shop.tooManyFree
        const texts = [text(maxFreeOrders)]
        return answer(
          c,
          endPage({ path: pathOf(c), heading, texts, namesContacts: true }, language, withSettings(c, options)),
          429,
        )
      }
      return isRefusal(outcome) ? toReview(c, language) : toTickets(c, reservationId, language)
    }
    const returnUrl = `${publicOrigin}${mountPath}${pathOf(c)}`
    const opened = await museum.openPayment(reservationId, { returnUrl, language: LanguageTag(language) }, asShop)
    if (!isRefusal(opened)) {
      hold(c, { reservationId, heldUntil: opened.payment.heldUntil })
      return redirect(c, opened.payment.url)
    }
    const { payment: words, faults } = dictionaries[language].shop
    if (opened.refusal === 'payment-provider-unavailable') return review(c, reservation, language, words.away, 503)
    if (opened.refusal === 'reservation-ended') return toReview(c, language)
    const { minimum, currency } = (opened.values ?? {}) as Readonly<{ minimum?: number; currency?: string }>
    const note =
      minimum === undefined || currency === undefined
        ? faults.paymentFailed
        : faults.belowMinimum(formatMoney(language, minimum * 100, currency))
    return review(c, reservation, language, note, 409)
  })

  const prolong = withReservation(async (c, { reservationId }, language) => {
    const prolonged = await museum.extendReservation(reservationId, undefined, asShop)
    if (!isRefusal(prolonged)) hold(c, prolonged)
    return toReview(c, language)
  })

  /** Gives the places back, then shows what `then` makes of it, or where they are not given back why. */
  const release = async (
    c: Context<MuseumEnv>,
    reservation: Reservation,
    language: Language,
    then: (released: Reservation) => Promise<Response>,
  ) => {
    const released = await museum.releaseReservation(reservation.reservationId, asShop)
    if (isRefusal(released))
      return released.refusal === 'payment-provider-unavailable'
        ? review(c, reservation, language, dictionaries[language].shop.payment.away, 503)
        : toReview(c, language)
    if (released.state === 'released') endCount(c, released.reservationId)
    return then(released)
  }
  const giveUp = withReservation((c, reservation, language) =>
    release(c, reservation, language, async () => toReview(c, language)),
  )
  /**
   * Gives the places back, and shows the form as it was. Those for a school or a group were chosen at the desk. While the shop is closed
   * they stay held: the form could not be sent.
   */
  const change = withReservation(async (c, held, language) => {
    if (held.hasGivenEnd) return toReview(c, language)
    if (held.state === 'held' && !(await museum.isShopOpen()))
      return review(c, held, language, dictionaries[language].shop.closed.heading, 503)
    return release(c, held, language, async (reservation) => {
      const [item] = reservation.items
      const offer = item && (await offers.findAgain(item.ticketDate, item.eventId))
      // It was paid meanwhile, or is offered no more.
      if (reservation.state !== 'released' || offer === undefined) return toReview(c, language)
      return answer(c, formPage(offer, formOf(reservation, offer), {}, language, withSettings(c, options)), 200)
    })
  })

  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.use('/buy/*', compress())
  routes.get('/buy', showForm)
  const limit = limitBody(maxFormBytes)
  routes.post('/buy', limit, order)
  routes.get('/buy/:link', show)
  for (const [action, handle] of Object.entries({ payment: pay, extension: prolong, release: giveUp, change })) {
    routes.post(`/buy/:link/${action}`, limit, handle)
    // A browser that reads the answer to a form again, as after a restart.
    routes.get(`/buy/:link/${action}`, async (c) => toReview(c, languageOf(c)))
  }
  return routes
}

/** What visitors are told of the places at an entry time, or on a date without any; `undefined` where the time is not offered. */
const levelAt = ({ level, entryTimes }: Offer, time: string | undefined): Offer['level'] | undefined =>
  entryTimes === undefined && time === undefined
    ? level
    : entryTimes?.find(({ entryTime }) => entryTime === time)?.level

/** How often a form makes a reservation, each after the one before has ended. */
const maxTimes = 20

/** The events on the page; the others are found by the page of visitors. */
const maxEvents = 24

const emptyForm = (): TypedOrder => ({
  key: randomUUID(),
  date: '',
  event: '',
  time: '',
  quantities: new Map(),
  prices: new Map(),
  email: '',
  phone: '',
  hasAcceptedTerms: false,
})

/** The form that a reservation was made with. */
const formOf = ({ items, purchaser }: Reservation, { categories }: Offer): TypedOrder => ({
  ...emptyForm(),
  time: items[0]?.entryTime ?? '',
  quantities: new Map(
    items.map(({ priceCategory, quantity }) => [priceCategory ?? categories[0]!.priceCategory, String(quantity)]),
  ),
  email: purchaser?.email ?? '',
  phone: purchaser?.phone ?? '',
  hasAcceptedTerms: true,
})
