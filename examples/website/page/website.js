// @ts-check
import { NoResponseError, isProblem, museumClient } from '@museum/client'

/** @import { Availability, SpecialEvent, TicketConfirmation, TicketPurchase } from '@museum/client' */
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
/** The museum keeps a key for 24 hours. An order that is sent again later buys a second ticket. */
const keptMilliseconds = 22 * 60 * 60 * 1_000
/** The last order that was sent, its key, and when. The same order sent again under this key buys no second ticket. */
let sent = { order: '', key: '', at: 0 }
class KeyIsTooOld extends Error {}

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
  if (error instanceof KeyIsTooOld)
    return { purchase: 'It is not known whether you have bought this ticket. Ask the museum before you buy it again.' }
  if (error instanceof NoResponseError || (isProblem(error) && error.status === 503))
    return { purchase: 'No response arrived. Press “Buy the ticket” again: you will not get a second ticket.' }
  return { purchase: 'This did not work. Press “Buy the ticket” again: you will not get a second ticket.' }
}

const showTicket = async (/** @type {TicketConfirmation} */ { ticketId, confirmationCode, ticketDate }) => {
  const { title } = choice
  const content = byId('ticket-content')
  content.replaceChildren(
    element('p', {}, `${title}, ${dayOf(ticketDate)}`),
    element('p', {}, 'Confirmation code: ', element('code', {}, confirmationCode)),
  )
  byId('ticket').hidden = false
  byId('ticket-title').focus()
  try {
    const bytes = await museum.getTicketCode(ticketId)
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
    content.prepend(element('img', { src: url, alt: `Ticket with a QR code: ${title}, ${dayOf(ticketDate)}` }))
    content.append(element('a', { href: url, download: `ticket-${confirmationCode}.png` }, 'Save the ticket'))
  } catch (error) {
    console.warn(error)
    content.append(element('p', {}, 'The image is not available at the moment. The confirmation code admits you too.'))
  }
}

const purchase = async () => {
  const order = /** @type {TicketPurchase} */ ({
    ...(choice.eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId: choice.eventId }),
    ticketDate: choice.date,
    email: email.value.trim(),
    ...(phone.value.trim() !== '' && { phone: phone.value.trim() }),
  })
  const text = JSON.stringify(order)
  if (sent.order !== text) sent = { order: text, key: crypto.randomUUID(), at: Date.now() }
  if (Date.now() - sent.at >= keptMilliseconds) throw new KeyIsTooOld()
  const sold = await museum.buyMuseumTickets(order, { idempotencyKey: sent.key })
  // A new key next time: the next ticket is another one, also for the same person on the same day.
  sent = { order: '', key: '', at: 0 }
  return sold
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
    const sold = await purchase()
    dialog.close()
    await showTicket(sold)
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

start(async () => {
  await Promise.all([showEvents(), showEntry()])
})
