// @ts-check
import { NoResponseError, isProblem, museumClient } from '@museum/client'

/** @import { Availability, Order, Reservation, ReservationFields, SpecialEvent } from '@museum/client' */
/** @typedef {Readonly<{ title: string, date: string, eventId?: string, button: HTMLButtonElement }>} Choice */

const museum = museumClient({ baseUrl: '/api' })
/** The API does not say the currency of prices: it is the museum's. */
const price = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' })
const day = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayOf = (/** @type {string} */ date) => day.format(new Date(`${date}T00:00:00Z`))

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const [form, dialog, email, phone, buy] = [
  /** @type {HTMLFormElement} */ (byId('form')),
  /** @type {HTMLDialogElement} */ (byId('purchase')),
  /** @type {HTMLInputElement} */ (byId('email')),
  /** @type {HTMLInputElement} */ (byId('phone')),
  /** @type {HTMLButtonElement} */ (byId('buy')),
]

/**
 * An element with these properties and children.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} [properties]
 * @param {...(Node | string)} children
 */
const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Shows on the button of a day how many places are left. */
const showPlaces = (/** @type {HTMLButtonElement} */ button, /** @type {Availability} */ { date, available }) => {
  const places = available === null ? 'Places left' : available === 0 ? 'Sold out' : `${available} left`
  button.replaceChildren(dayOf(date), element('small', {}, places))
  button.disabled = available === 0
}

/** A day that can be chosen, with the places that are left. */
const dateItem = (
  /** @type {Availability} */ availability,
  /** @type {string} */ title,
  /** @type {string | undefined} */ eventId,
) => {
  const { date } = availability
  const button = element('button', { type: 'button', id: `${eventId ?? 'entry'}-${date}` })
  showPlaces(button, availability)
  button.addEventListener('click', () => open({ title, date, button, ...(eventId !== undefined && { eventId }) }))
  return element('li', {}, button)
}

const today = () => new Date().toLocaleDateString('sv-SE')

const eventCard = async (/** @type {SpecialEvent} */ { eventId, name, location, eventDescription, price: cost }) => {
  const places = await museum.getEventAvailability(eventId)
  const dates = element('ul', { className: 'dates', ariaLabel: `Dates of ${name}` })
  dates.append(...places.filter(({ date }) => date >= today()).map((each) => dateItem(each, name, eventId)))
  return element(
    'li',
    {},
    element('h3', {}, name),
    element('p', { className: 'place' }, `${location} · ${cost === 0 ? 'free' : price.format(cost)}`),
    ...(eventDescription === '' ? [] : [element('p', {}, eventDescription)]),
    dates,
  )
}

/** Reports a failure of loading, with a button that tries again. */
const tryAgain = (/** @type {() => Promise<void>} */ load) => {
  const again = element('button', { type: 'button' }, 'Try again')
  again.addEventListener('click', () => {
    byId('failure').replaceChildren()
    start(load)
  })
  byId('failure').replaceChildren(
    element('p', { className: 'error' }, 'The museum does not respond at the moment.'),
    again,
  )
}
/** Calls `load`, and says so meanwhile. */
const start = (/** @type {() => Promise<void>} */ load) => {
  byId('status').textContent = 'Loading …'
  load()
    .catch((error) => {
      console.warn(error)
      tryAgain(load)
    })
    .finally(() => (byId('status').textContent = ''))
}

/** The pages of the events; each is requested when it is shown. */
let pages = museum.listSpecialEvents({ limit: 6 }).pages()[Symbol.asyncIterator]()
const showEvents = async () => {
  try {
    const { value, done } = await pages.next()
    if (done) return
    const cards = await Promise.all(value.items.map(eventCard))
    const list = byId('events')
    const isFirst = list.childElementCount === 0
    list.append(...cards)
    if (list.childElementCount === 0) list.replaceWith(element('p', {}, 'No special events are planned.'))
    byId('more').hidden = value.total === undefined ? value.items.length < 6 : list.childElementCount >= value.total
    // The focus moves to the first new event, for the user who pressed the button.
    if (!isFirst) cards[0]?.querySelector('button')?.focus()
  } catch (error) {
    // An iteration that failed has ended; the next attempt begins again.
    pages = museum.listSpecialEvents({ limit: 6 }).pages()[Symbol.asyncIterator]()
    byId('events').replaceChildren()
    throw error
  }
}
const entryPlaces = () => museum.getGeneralEntryAvailability({ limit: 10 }).page()
const showEntry = async () => {
  const { items } = await entryPlaces()
  byId('entry').replaceChildren(...items.map((each) => dateItem(each, 'Museum entry', undefined)))
}

/** @type {Choice} */
let choice
/** The last reservation that was sent, and its key. The same one sent again under this key holds no second place. */
let sent = { text: '', key: '' }

const open = (/** @type {Choice} */ chosen) => {
  choice = chosen
  byId('purchase-title').textContent = chosen.title
  byId('purchase-date').textContent = dayOf(chosen.date)
  showFaults({})
  dialog.showModal()
}

/** Shows what is wrong at each field, or with the purchase as a whole, and moves the focus to the first faulty field. */
const showFaults = (/** @type {Readonly<{ email?: string, phone?: string, purchase?: string }>} */ faults) => {
  byId('purchase-error').textContent = faults.purchase ?? ''
  for (const [field, fault] of /** @type {const} */ ([
    [phone, faults.phone],
    [email, faults.email],
  ])) {
    byId(`${field.id}-error`).textContent = fault ?? ''
    field.setAttribute('aria-invalid', String(fault !== undefined))
    if (fault !== undefined) field.focus()
  }
}

/** The messages for a purchase that failed. */
const faultsOf = (/** @type {unknown} */ error) => {
  if (isProblem(error, 'sold-out')) return { purchase: 'The last place was just sold. Choose another day.' }
  if (isProblem(error, 'museum-closed', 'event-not-found'))
    return { purchase: 'This was cancelled in the meantime. Choose another day.' }
  if (isProblem(error, 'validation-failed')) {
    const codes = new Set(error.errors.map(({ code }) => code))
    const faults = {
      ...(codes.has('not-an-email') && { email: 'Enter an e-mail address, such as name@example.org.' }),
      ...(codes.has('not-a-phone') && {
        phone: 'Enter at least 3 digits; spaces and + ( ) - . / may be among them.',
      }),
    }
    return Object.keys(faults).length > 0 ? faults : { purchase: error.detail }
  }
  if (isProblem(error, 'reservation-ended')) {
    sent = { text: '', key: '' }
    return { purchase: 'Your place was held no longer. Press “Buy the ticket” again.' }
  }
  if (isProblem(error, 'payment-off', 'payment-provider-unavailable'))
    return { purchase: 'You cannot pay at the moment. Your place is held: press “Buy the ticket” again in a minute.' }
  if (error instanceof NoResponseError || (isProblem(error) && error.status === 503))
    return { purchase: 'No response arrived. Press “Buy the ticket” again: you will not get a second ticket.' }
  return { purchase: 'This did not work. Press “Buy the ticket” again: you will not get a second ticket.' }
}

/** Shows the tickets of an order, each with its image; or goes to the museum's page with them, if it has one. */
const showTickets = async (/** @type {Order} */ { tickets, ticketsUrl }) => {
  if (ticketsUrl !== undefined) return location.replace(ticketsUrl)
  const content = byId('ticket-content')
  content.replaceChildren()
  byId('reservation').hidden = true
  byId('ticket').hidden = false
  byId('ticket-title').focus()
  for (const { ticketId, confirmationCode, ticketDate, event } of tickets) {
    const title = `${event?.name ?? 'Museum entry'}, ${dayOf(ticketDate)}`
    const shown = element(
      'div',
      {},
      element('p', {}, title),
      element('p', {}, 'Confirmation code: ', element('code', {}, confirmationCode)),
    )
    content.append(shown)
    try {
      const bytes = await museum.getTicketCode(ticketId)
      const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
      shown.prepend(element('img', { src: url, alt: `Ticket with a QR code: ${title}` }))
      shown.append(element('a', { href: url, download: `ticket-${confirmationCode}.png` }, 'Save the ticket'))
    } catch (error) {
      console.warn(error)
      shown.append(element('p', {}, 'The image is not available at the moment. The confirmation code admits you too.'))
    }
  }
}

/** The address of this page that shows a reservation: the visitor comes back to it, and may load it again. */
const pageOf = (/** @type {string} */ reservationId) => `${location.origin}/?reservation=${reservationId}`

/** Opens the payment page of a reservation, or the one that is open already. */
const pay = async (/** @type {string} */ reservationId) => {
  const page = pageOf(reservationId)
  try {
    location.assign((await museum.openPayment(reservationId, { returnUrl: page, language: 'en' })).url)
  } catch (error) {
    if (!isProblem(error, 'reservation-ended') || error.values['state'] !== 'sold') throw error
    // The visitor has paid already.
    location.assign(page)
  }
}

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' })
const textOf = (/** @type {Reservation} */ { state, payment, items, total, heldUntil }) => {
  if (payment?.state === 'returned')
    return 'Your payment came when the place was held no longer. All of it is given back to you.'
  if (state === 'held')
    return `${items.map(({ ticketDate }) => dayOf(ticketDate)).join(', ')}: ${price.format(total)} are not paid yet. Your place is held until ${time.format(new Date(heldUntil))}.`
  if (payment?.state === 'paid') return 'You have paid, and have no ticket yet: the museum looks into it.'
  if (payment?.state === 'open') return 'Your payment is looked up. If it was made, your ticket will be here.'
  return state === 'released'
    ? 'Your place was given back, and nothing was paid.'
    : 'The time to pay is over, and nothing was paid.'
}

/** Shows what became of a reservation: its tickets once it is paid. */
const showReservation = async (/** @type {Reservation} */ reservation) => {
  if (reservation.state === 'sold') {
    await showTickets(await museum.getOrder(reservation.reservationId))
    return
  }
  const isFirst = byId('reservation').hidden
  byId('reservation').hidden = false
  byId('reservation-text').textContent = textOf(reservation)
  byId('reservation-actions').hidden = reservation.state !== 'held'
  if (isFirst) byId('reservation-title').focus()
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let next
/** Shows a reservation, and while it may still be paid again every three seconds. */
const follow = async (/** @type {string} */ reservationId) => {
  const reservation = await museum.getReservation(reservationId)
  const { state, payment } = reservation
  if (state === 'held' || (state === 'expired' && payment?.state === 'open'))
    next = setTimeout(() => startFollowing(reservationId), 3_000)
  await showReservation(reservation)
}

const startFollowing = (/** @type {string} */ reservationId) => {
  follow(reservationId).catch((error) => {
    console.warn(error)
    // An old address: the museum keeps what was not sold for a week.
    if (!isProblem(error, 'reservation-not-found')) tryAgain(() => follow(reservationId))
  })
}

const release = async (/** @type {string} */ reservationId) => {
  clearTimeout(next)
  await showReservation(await museum.releaseReservation(reservationId))
}

/** Calls `act` for the reservation that is shown, and says so if that fails. */
const actOn = (/** @type {string} */ reservationId, /** @type {(id: string) => Promise<unknown>} */ act) => {
  byId('reservation-error').textContent = ''
  act(reservationId).catch((error) => {
    console.warn(error)
    byId('reservation-error').textContent = 'This did not work. Press it again in a minute.'
  })
}

/** Holds the place, and sells it if it costs nothing; otherwise the visitor goes to the payment page. */
const purchase = async () => {
  const { eventId, date: ticketDate } = choice
  const reservation = /** @type {ReservationFields} */ ({
    items: [
      {
        ...(eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }),
        ticketDate,
        quantity: 1,
      },
    ],
    email: email.value.trim(),
    ...(phone.value.trim() !== '' && { phone: phone.value.trim() }),
    language: 'en',
  })
  const text = JSON.stringify(reservation)
  if (sent.text !== text) sent = { text, key: crypto.randomUUID() }
  const { reservationId, total } = await museum.createReservation(reservation, { idempotencyKey: sent.key })
  if (total > 0) {
    await pay(reservationId)
    return
  }
  await museum.sellReservation(reservationId)
  // A new key next time: the next ticket is another one, also for the same person on the same day.
  sent = { text: '', key: '' }
  dialog.close()
  history.replaceState(undefined, '', pageOf(reservationId))
  await follow(reservationId)
}

/** Loads the places of the chosen event, or of general entry, again. */
const refresh = async () => {
  const { eventId } = choice
  const places = eventId === undefined ? (await entryPlaces()).items : await museum.getEventAvailability(eventId)
  for (const each of places) {
    const button = document.getElementById(`${eventId ?? 'entry'}-${each.date}`)
    if (button instanceof HTMLButtonElement) showPlaces(button, each)
  }
}

const submit = async () => {
  showFaults({})
  if (email.value.trim() === '') {
    showFaults({ email: 'Enter your e-mail address.' })
    return
  }
  buy.disabled = true
  byId('purchase-status').textContent = 'Buying …'
  try {
    await purchase()
  } catch (error) {
    showFaults(faultsOf(error))
  } finally {
    buy.disabled = false
    byId('purchase-status').textContent = ''
    refresh().catch(console.warn)
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  submit().catch(console.warn)
})
dialog.addEventListener('close', () => {
  // The browser returns the focus to the button of the day, unless that was sold out meanwhile.
  if (choice.button.disabled) choice.button.closest('section')?.querySelector('h2')?.focus()
})
byId('cancel').addEventListener('click', () => dialog.close())
byId('more').addEventListener('click', () => start(showEvents))

const reserved = new URLSearchParams(location.search).get('reservation')
if (reserved !== null) {
  byId('pay').addEventListener('click', () => actOn(reserved, pay))
  byId('release').addEventListener('click', () => actOn(reserved, release))
  startFollowing(reserved)
}
start(async () => {
  await Promise.all([showEvents(), showEntry()])
})
