import { createHash, randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Unavailable } from '@museum/application'
import { Currency, Email, Price, TicketId, isRefusal } from '@museum/domain'
import { listOffers } from './list-offers.mjs'
import { openMuseumOn } from './open-museum-on.mjs'
import { receiptOf } from './receipt.mjs'

/** @import { Ticket, TicketOrder } from '@museum/domain' */

const { values: options } = parseArgs({
  options: {
    name: { type: 'string', default: 'kiosk' },
    database: { type: 'string', default: 'sqlite:kiosk.sqlite' },
    printer: { type: 'string', default: '/dev/usb/lp0' },
    'time-zone': { type: 'string', default: 'UTC' },
    'general-price': { type: 'string', default: '12.00' },
    currency: { type: 'string', default: 'EUR' },
    email: { type: 'string', default: 'kiosk@museum.example' },
  },
})
const email = Email(options.email)
const { museum, today, close } = await openMuseumOn({
  database: options.database,
  timeZone: options['time-zone'],
  generalPrice: Price.ofAmount(Number(options['general-price'])),
  currency: Currency(options.currency),
})
const actor = { username: options.name }

const show = async () => {
  const offers = await listOffers(museum, today())
  for (const [n, { title, availability }] of offers.entries()) {
    const places = availability.available === null ? '' : `, ${availability.available} places left`
    console.log(`${n + 1}  ${title}${places}`)
  }
  if (offers.length === 0) console.log('NOTHING is on sale today')
}

/**
 * Sells a ticket under a new key: when an attempt is interrupted, the next one does not sell a second ticket.
 *
 * @param {TicketOrder} order
 */
const sell = async (order) => {
  const fingerprint = createHash('sha256').update(JSON.stringify(order)).digest('hex')
  const once = {
    idempotencyKey: randomUUID(),
    fingerprint,
    /** @param {Ticket} ticket */
    render: ({ ticketId }) => ticketId,
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await museum.buyMuseumTickets(order, { actor, once })
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === 3) throw error
    }
  }
}

/** @param {TicketId} ticketId */
const print = async (ticketId) => {
  const ticketCode = await museum.getTicketCode(ticketId)
  if (isRefusal(ticketCode)) return console.log(`REFUSED ${ticketCode.because}`)
  try {
    await appendFile(options.printer, receiptOf(ticketCode))
    console.log(`PRINTED ${ticketCode.ticket.confirmationCode}`)
  } catch (error) {
    console.log(`NOT PRINTED (${/** @type {Error} */ (error).message}): to print it, type print ${ticketId}`)
  }
}

/** @param {string} line */
const answer = async (line) => {
  if (line.startsWith('print ')) {
    const id = line.slice('print '.length)
    return TicketId.faultOf(id) === undefined ? print(TicketId(id)) : console.log('REFUSED this is not a ticket')
  }
  const offer = (await listOffers(museum, today()))[Number(line) - 1]
  if (offer === undefined) return show()
  const sold = await sell({ ...offer.order, purchaser: { email } })
  if (isRefusal(sold)) return console.log(`REFUSED ${sold.because}`)
  await print(TicketId(sold.response))
}

await show()
for await (const line of createInterface({ input: process.stdin })) {
  try {
    await answer(line.trim())
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`TRY AGAIN ${error.message}`)
  }
}
await close()
