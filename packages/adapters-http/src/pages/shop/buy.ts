import { createHash, randomUUID } from 'node:crypto'
import { type Caller, type Museum, Unavailable } from '@museum/application'
import { CalendarDate, LanguageTag, OnlinePayment, OrderId, type Refusal, isRefusal } from '@museum/domain'
import { type Language, closestLanguage, dictionaries } from '@museum/languages'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import type { MuseumEnv } from '../../museum-env.ts'
import { empty, noStore, respond } from '../../operation/response.ts'
import { addressLimits, isOwnNetwork, networkOf } from './address-limits.ts'
import { type TypedOrder, draftOf, readChoice, readTyped } from './buy-form.ts'
import { type BuyOptions, type Reservation, choosePage, endPage, formPage, reviewPage } from './buy-markup.ts'
import { type Offer, shopOffers } from './offers.ts'
import { languageOf, visitorPageHeaders, visitors } from './visitor-page.ts'

type Uses = Pick<
  Museum,
  | 'getProgramme'
  | 'getAvailability'
  | 'getPriceCategories'
  | 'getMuseum'
  | 'createReservation'
  | 'getReservation'
  | 'openPayment'
  | 'extendReservation'
  | 'releaseReservation'
  | 'sellReservation'
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
    /** Whether an address has no limit, such as the museum's own. */
    isUnlimited: (address: string) => boolean
  }>

/** The rules of a shop apply to what visitors do. */
const asShop: Caller = { ...visitors, role: 'shop' }

const maxFormBytes = 16 * 1024
/** For how long a new reservation holds its places. */
const holdMilliseconds = 15 * 60_000

/**
 * The pages at `/buy`: a visitor chooses, fills in a form, sees what is ordered while the places are held, and orders. The forms are the
 * state: each may be sent again. Faults are pages, too.
 */
export const buy = (museum: Uses, options: Options): Hono<MuseumEnv> => {
  const { mountPath, language: own, publicOrigin, paymentOrigins, maxTickets, maxReservations, isUnlimited } = options
  const offers = shopOffers(museum)
  const emptyFormHeaders = {
    ...visitorPageHeaders("'self'"),
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'all',
  }
  const headers = visitorPageHeaders(["'self'", ...paymentOrigins].join(' '))
  const answer = (c: Context<MuseumEnv>, page: string, status: number) => respond(c, page, status, headers)
  const redirect = (c: Context<MuseumEnv>, location: string) => empty(c, 303, { Location: location, ...noStore })

  /** What a reservation is for, by the eventId; general entry has none. */
  const namesOf = async (language: Language) => {
    const { events } = await offers.programme()
    const { generalEntry } = dictionaries[language].ticketImage
    return new Map([['', generalEntry], ...events.map(({ eventId, name }) => [eventId, name] as const)])
  }
  const unavailablePage = (c: Context<MuseumEnv>) => {
    const language = languageOf(c, undefined, own)
    const { heading, text } = dictionaries[language].shop.unavailable
    return respond(c, endPage({ path: '/buy', heading, texts: [text] }, language, options), 503, {
      ...headers,
      'Retry-After': '60',
    })
  }
  /** Answers with a page also while the database is away. */
  const page = (handle: (c: Context<MuseumEnv>) => Promise<Response>) => async (c: Context<MuseumEnv>) => {
    try {
      return await handle(c)
    } catch (error) {
      if (error instanceof Unavailable) return unavailablePage(c)
      throw error
    }
  }
  const endedPage = (
    c: Context<MuseumEnv>,
    which: 'ended' | 'removed' | 'givenUp',
    language: Language,
    status: number,
    path = '/buy',
  ) => {
    const { heading, text } = dictionaries[language].shop[which]
    return answer(c, endPage({ path, heading, texts: [text] }, language, options), status)
  }

  const showForm = async (c: Context<MuseumEnv>) => {
    const language = languageOf(c, undefined, own)
    const query = { date: c.req.query('date') ?? '', event: c.req.query('event') ?? '' }
    const choice = readChoice(query)
    const offer = choice && (await offers.find(choice.date, choice.eventId))
    if (offer !== undefined) {
      const typed = { ...emptyForm(), time: c.req.query('time') ?? '' }
      return respond(c, formPage(offer, typed, {}, language, options), 200, emptyFormHeaders)
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
    const shown = { dates, today, events: events.slice(0, maxEvents), programme, event }
    return respond(c, choosePage(shown, language, options), 200, emptyFormHeaders)
  }

  /** The form again, with what is wrong with it. */
  const formAgain = (
    c: Context<MuseumEnv>,
    offer: Offer,
    typed: TypedOrder,
    wrong: Parameters<typeof formPage>[2],
    language: Language,
    status: number,
  ) => answer(c, formPage(offer, typed, wrong, language, options), status)

  const limits = addressLimits({ limit: maxReservations })
  /** The network for which reservations are counted; `undefined` where they are not. */
  const countedNetwork = (c: Context<MuseumEnv>): string | undefined => {
    const address = c.get('clientAddress')
    // What is behind a proxy that is not trusted shares the proxy's address.
    const isOfProxy = isOwnNetwork(address) && c.req.header('X-Forwarded-For') !== undefined
    return address === '' || isOfProxy || isUnlimited(address) ? undefined : networkOf(address)
  }
  const tooManyPage = (c: Context<MuseumEnv>, seconds: number, language: Language) => {
    const { heading, text } = dictionaries[language].shop.tooMany
    const shown = { path: '/buy', heading, texts: [text(Math.ceil(seconds / 60))] }
    return respond(c, endPage(shown, language, options), 429, { ...headers, 'Retry-After': String(seconds) })
  }

  const order = async (c: Context<MuseumEnv>) => {
    const fields = new URLSearchParams(await c.req.text())
    const language = closestLanguage(fields.get('language') ?? undefined) ?? languageOf(c, undefined, own)
    const typed = readTyped(fields)
    const { faults: words } = dictionaries[language].shop
    const choice = readChoice(typed)
    const offer = choice && (await offers.find(choice.date, choice.eventId))
    if (offer === undefined) {
      const { title } = dictionaries[language].shop
      return answer(c, endPage({ path: '/buy', heading: title, texts: [words.notOffered] }, language, options), 409)
    }
    const read = draftOf(typed, offer, { maxTickets, language })
    if ('faults' in read) return formAgain(c, offer, typed, { faults: read.faults }, language, 422)
    const fingerprint = createHash('sha256').update(JSON.stringify(read.draft)).digest('hex')
    const key = `${typed.key.slice(0, 64)} ${fingerprint}`
    const network = countedNetwork(c)
    const seconds = network === undefined ? undefined : limits.secondsToWait(network, key)
    if (seconds !== undefined) return tooManyPage(c, seconds, language)
    const outcome = await museum.createReservation(read.draft, {
      actor: asShop,
      once: {
        idempotencyKey: key,
        fingerprint,
        render: ({ reservationId }) => reservationId,
      },
    })
    if (!isRefusal(outcome)) {
      const reservationId = OrderId(outcome.response)
      if (network !== undefined) limits.count(network, { key, reservationId, heldUntil: Date.now() + holdMilliseconds })
      const link = await museum.linkOfReservation(reservationId)
      return redirect(c, `${mountPath}/buy/${link}?language=${language}`)
    }
    if (outcome.refusal === 'request-in-progress') return unavailablePage(c)
    // What is offered now, with its prices.
    const current = (await offers.findAgain(offer.date, offer.eventId)) ?? offer
    const note =
      outcome.refusal === 'sold-out'
        ? words.soldOut
        : outcome.refusal === 'total-changed'
          ? words.priceChanged
          : words.notOffered
    return formAgain(c, current, { ...typed, key: randomUUID() }, { notes: [note] }, language, 409)
  }

  /** Answers with what `handle` makes of the reservation of the link. */
  const withReservation = (
    handle: (c: Context<MuseumEnv>, reservation: Reservation, language: Language) => Promise<Response>,
  ) =>
    page(async (c) => {
      const reservationId = await museum.reservationOfLink(c.req.param('link')!)
      if (reservationId === undefined) {
        const language = languageOf(c, undefined, own)
        return endedPage(c, 'removed', language, 404)
      }
      const reservation = await museum.getReservation(reservationId, asShop)
      if (isRefusal(reservation)) return endedPage(c, 'removed', languageOf(c, undefined, own), 410)
      return handle(c, reservation, languageOf(c, reservation.language, own))
    })
  const review = async (
    c: Context<MuseumEnv>,
    reservation: Reservation,
    language: Language,
    status = 200,
    note?: string,
  ) =>
    answer(
      c,
      reviewPage(
        reservation,
        { link: c.req.param('link')!, names: await namesOf(language), note },
        language,
        Date.now(),
        options,
      ),
      status,
    )
  const toReview = (c: Context<MuseumEnv>) => redirect(c, `${mountPath}/buy/${c.req.param('link')!}`)
  const endCount = (c: Context<MuseumEnv>, reservationId: OrderId) => {
    const network = countedNetwork(c)
    if (network !== undefined) limits.end(network, reservationId)
  }
  const toTickets = async (c: Context<MuseumEnv>, reservationId: OrderId, language: Language) => {
    endCount(c, reservationId)
    const found = await museum.getOrder(reservationId, asShop)
    const link = isRefusal(found) ? undefined : await museum.linkOf(found.order.tickets)
    return link === undefined
      ? endedPage(c, 'removed', language, 410)
      : redirect(c, `${mountPath}/my-tickets/${link}?language=${language}`)
  }

  const show = withReservation(async (c, reservation, language) => {
    const { state, payments, currency } = reservation
    if (state === 'sold') return toTickets(c, reservation.reservationId, language)
    const path = `/buy/${c.req.param('link')!}`
    const returned = payments.find((payment) => payment.state === 'returned')
    if (state === 'held' || OnlinePayment.openOf(reservation) !== undefined) return review(c, reservation, language)
    if (returned !== undefined) {
      const { mail } = dictionaries[language]
      const { heading, reasons, noTickets, amountGoesBack } = mail.paymentReturned
      const { amount = returned.amount, currency: paidIn = currency } = returned.refund ?? {}
      const money = new Intl.NumberFormat(language, { style: 'currency', currency: paidIn }).format(amount / 100)
      const texts = [reasons[returned.returned!], noTickets, amountGoesBack(money)]
      return answer(c, endPage({ path, heading, texts }, language, options), 200)
    }
    return endedPage(c, state === 'released' ? 'givenUp' : 'ended', language, 200, path)
  })

  const pay = withReservation(async (c, reservation, language) => {
    const { reservationId } = reservation
    if (reservation.state !== 'held' && OnlinePayment.openOf(reservation) === undefined) return toReview(c)
    if (reservation.total === 0) {
      const outcome = await museum.sellReservation(reservationId, {}, asShop)
      return isRefusal(outcome) ? toReview(c) : toTickets(c, reservationId, language)
    }
    const returnUrl = `${publicOrigin}${mountPath}/buy/${c.req.param('link')!}`
    const opened = await museum.openPayment(reservationId, { returnUrl, language: LanguageTag(language) }, asShop)
    if (!isRefusal(opened)) return redirect(c, opened.payment.url)
    if (opened.refusal === 'payment-provider-unavailable')
      return review(c, reservation, language, 503, dictionaries[language].shop.payment.away)
    return toReview(c)
  })

  const prolong = withReservation(async (c, { reservationId }) => {
    await museum.extendReservation(reservationId, undefined, asShop)
    return toReview(c)
  })

  const release = async (c: Context<MuseumEnv>, { reservationId }: Reservation): Promise<Refusal | undefined> => {
    const released = await museum.releaseReservation(reservationId, asShop)
    if (isRefusal(released)) return released
    endCount(c, reservationId)
    return undefined
  }
  const giveUp = withReservation(async (c, reservation, language) => {
    const refusal = await release(c, reservation)
    if (refusal?.refusal === 'payment-provider-unavailable')
      return review(c, reservation, language, 503, dictionaries[language].shop.payment.away)
    return toReview(c)
  })
  /** Gives the places back, and shows the form as it was. */
  const change = withReservation(async (c, reservation, language) => {
    const refusal = await release(c, reservation)
    if (refusal?.refusal === 'payment-provider-unavailable')
      return review(c, reservation, language, 503, dictionaries[language].shop.payment.away)
    const [item] = reservation.items
    const offer = item && (await offers.findAgain(item.ticketDate, item.eventId))
    if (reservation.state === 'sold' || offer === undefined) return toReview(c)
    return formAgain(c, offer, formOf(reservation, offer), {}, language, 200)
  })

  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.use('/buy/*', compress())
  routes.get('/buy', page(showForm))
  const limit = bodyLimit({ maxSize: maxFormBytes, onError: unavailablePage })
  routes.post('/buy', limit, page(order))
  routes.get('/buy/:link', show)
  for (const [action, handle] of Object.entries({ payment: pay, extension: prolong, release: giveUp, change }))
    routes.post(`/buy/:link/${action}`, limit, handle)
  return routes
}

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
  hasAcceptedTerms: true,
})
