import { weekdays } from '@museum/domain'
import { authorization } from '../spawn-server.ts'
import { type ResponseCheck, responseCheck } from './check-response.ts'
import { type Outcome, type RawResponse, keepAliveClient } from './raw-http.ts'
import { readQrCode } from '../read-qr-code.ts'
import { type Document, entryTimes, firstDate } from './requests.ts'
import { type Museum, today } from './start-museum.ts'

type Event = Readonly<{ eventId: string; etag: string }>
type OrderAnswer = Readonly<{ orderId: string; tickets: readonly Readonly<{ ticketId: string; price: number }>[] }>

/**
 * A client of a fuzz run. It holds the OpenAPI document, the slugs of the problem pages, and some events, tickets, orders
 * and reservations.
 */
export type FuzzSession = Readonly<{
  document: Document
  check: ResponseCheck
  /** Sends bytes over a connection that is kept alive. */
  send(request: Buffer, isHead: boolean): Promise<Outcome>
  /** Replaces the placeholders in a text: see `Request`. */
  fillIn(text: string): string
  /** Takes note of what a response created, changed or deleted. */
  learn(method: string, path: string, response: RawResponse): void
  /** Creates events, tickets, orders, reservations and admissions in place of deleted, used, settled, ended and reverted ones. */
  replenish(): Promise<void>
  /** Buys a ticket, fetches its image and lists events; resolves to what failed. */
  checkService(): Promise<readonly string[]>
  close(): void
}>

const draft = (n: number) => ({
  name: `Night at the Museum ${n}`,
  location: 'Main Hall',
  eventDescription: 'Torches, whispers, and a mammoth 🦣.',
  dates: [firstDate, '2031-05-18'],
  price: 19.9,
})

/** Removes the first item that matches. */
const remove = <T>(items: T[], matches: (item: T) => boolean) => {
  const index = items.findIndex(matches)
  if (index >= 0) items.splice(index, 1)
}

export const openFuzzSession = async ({ port }: Museum): Promise<FuzzSession> => {
  const client = keepAliveClient(port)
  const request = async (method: string, path: string, body?: object): Promise<RawResponse> => {
    const content = body === undefined ? '' : JSON.stringify(body)
    const framing = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${body ? framing : ''}\r\n`
    const outcome = await client.send(Buffer.from(head + content), false)
    if ('failure' in outcome) throw new Error(`${method} ${path}: ${outcome.failure}`)
    return outcome
  }
  const expectStatus = async (status: number, method: string, path: string, body?: object) => {
    const response = await request(method, path, body)
    if (response.status !== status) throw new Error(`${method} ${path}: ${response.bytes.toString()}`)
    return response
  }
  const document = JSON.parse((await expectStatus(200, 'GET', '/openapi.json')).body.toString()) as Document
  const index = (await expectStatus(200, 'GET', '/problems')).body.toString()
  const slugs = new Set([...index.matchAll(/href="(?:\/problems\/)?#?([a-z-]+)"/g)].map(([, slug]) => slug!))
  const pages = new Set<string>()
  for (const slug of slugs) if ((await request('GET', `/problems/${slug}`)).status === 200) pages.add(slug)

  const events: Event[] = []
  const tickets: string[] = []
  const cancelled: string[] = []
  /** Orders, and tickets of cancelled orders whose refunds are due. */
  const orders: string[] = []
  const due: string[] = []
  /** Reservations of two tickets that are held, and others that are sold or released. */
  const held: string[] = []
  const ended: string[] = []
  const webhooks: string[] = []
  const closings: string[] = []
  /** Tickets that are valid on the museum's present day, each with a code, and admissions of such tickets. */
  const unused: Readonly<{ ticketId: string; code: string }>[] = []
  const used: Readonly<{ ticketId: string; code: string; admissionId: string }>[] = []
  let [cursor, sold] = ['', 0]
  /** Events that have all entry times that requests name. */
  const timed: string[] = []
  let acceptedRules = 0
  /** Whether the rule of general entry must be removed: most are, since purchases need one of its entry times. */
  let hasRule = false
  const create = async () => {
    const response = await expectStatus(201, 'POST', '/v1.1/special-events', draft(events.length))
    const { eventId } = JSON.parse(response.body.toString()) as { eventId: string }
    events.push({ eventId, etag: response.headers.get('etag')! })
    return eventId
  }
  const nineToSix = { timeOpen: '09:00', timeClose: '18:00' }
  const everyDay = { week: Object.fromEntries(weekdays.map((day) => [day, nineToSix])), exceptions: [] }
  const removeRule = async () => {
    hasRule = false
    await expectStatus(200, 'PUT', '/v1.1/museum-hours/entry-times?confirm=true', { rule: null })
  }
  const buy = async (order: Readonly<{ ticketType: 'general' | 'event'; eventId?: string; ticketDate?: string }>) => {
    // A request of the run may have closed the museum, or set entry times.
    if (order.ticketType === 'general') {
      await expectStatus(200, 'PUT', '/v1.1/museum-hours/schedule?confirm=true', everyDay)
      await removeRule()
    }
    const response = await expectStatus(201, 'POST', '/v1.1/tickets', {
      ticketDate: firstDate,
      email: 'visitor@example.org',
      ...order,
    })
    return JSON.parse(response.body.toString()) as { ticketId: string; confirmationCode: string }
  }
  /** Sells or reserves two event tickets; undefined when the event cannot be sold. */
  const postItem = async (path: string) => {
    if (events.length === 0) await create()
    const { eventId } = events[0]!
    const item = { ticketType: 'event', eventId, ticketDate: firstDate }
    // A request of the run may have set a capacity or entry times, or removed the date or the event.
    await request('PUT', `/v1.1/special-events/${eventId}/capacity`, { capacity: null })
    await request('PUT', `/v1.1/special-events/${eventId}/entry-times?confirm=true`, { rule: null })
    const response = await request('POST', path, { items: [{ ...item, quantity: 2 }] })
    if (response.status !== 201) return void events.shift()
    return JSON.parse(response.body.toString()) as object
  }
  const reserve = async () => {
    const reservation = (await postItem('/v1.1/reservations')) as Readonly<{ reservationId: string }> | undefined
    if (reservation !== undefined) held.push(reservation.reservationId)
  }
  /** Sells an order of two event tickets. */
  const placeOrder = async () => {
    const order = (await postItem('/v1.1/orders')) as OrderAnswer | undefined
    if (order === undefined) return undefined
    const { orderId, tickets: sold } = order
    orders.splice(orders.length % 30, 1, orderId)
    return { orderId, ticketIds: sold.map(({ ticketId }) => ticketId) }
  }
  const cancelOrder = async () => {
    const order = await placeOrder()
    if (order === undefined) return
    await expectStatus(200, 'POST', `/v1.1/orders/${order.orderId}/cancellation`)
    due.push(...order.ticketIds)
  }
  const addWebhook = async () => {
    const webhook = { url: 'http://127.0.0.1:9/museum', types: ['special-event.created', 'ticket.sold'] }
    const response = await request('POST', '/v1.1/webhooks', webhook)
    if (response.status === 201) return (JSON.parse(response.body.toString()) as { webhookId: string }).webhookId
    // There are 50: requests of the run added the others.
    const all = JSON.parse((await expectStatus(200, 'GET', '/v1.1/webhooks')).body.toString()) as {
      webhookId: string
    }[]
    return all[0]!.webhookId
  }
  const sellForToday = async () => {
    const { ticketId, confirmationCode } = await buy({ ticketType: 'general', ticketDate: today })
    sold += 1
    // The signed code of every fourth ticket: to draw and to read an image takes long.
    const image = sold % 4 === 0 ? await request('GET', `/v1.1/tickets/${ticketId}/qr`) : undefined
    unused.push({ ticketId, code: (image && (await readQrCode(image.body))) ?? `${ticketId}.${confirmationCode}` })
  }
  const admit = async () => {
    if (unused.length === 0) await sellForToday()
    const ticket = unused.shift()!
    const response = await expectStatus(200, 'POST', '/v1.1/admissions', { code: ticket.code })
    const { admissionId } = JSON.parse(response.body.toString()) as { admissionId?: string }
    // A request of the run may have admitted or cancelled it.
    if (admissionId !== undefined) used.push({ ...ticket, admissionId })
  }
  for (let n = 0; n < 5; n += 1) {
    const eventId = await create()
    cancelled.push((await buy({ ticketType: 'event', eventId })).ticketId)
    await expectStatus(204, 'DELETE', `/v1.1/special-events/${eventId}`)
    events.pop()
    tickets.push((await buy({ ticketType: 'general' })).ticketId)
  }
  const replenish = async () => {
    while (events.length < 10) await create()
    while (timed.length < 3) {
      const eventId = await create()
      events.pop()
      const rule = { times: entryTimes, length: 30 }
      await expectStatus(200, 'PUT', `/v1.1/special-events/${eventId}/entry-times`, { rule })
      timed.push(eventId)
    }
    if (hasRule) await removeRule()
    // A request of the run may have set a capacity of general entry.
    if (used.length < 4 || unused.length < 4)
      await expectStatus(200, 'PUT', '/v1.1/museum-hours/capacity', { capacity: null })
    while (orders.length < 4) await placeOrder()
    while (due.length < 4) await cancelOrder()
    while (held.length < 4) await reserve()
    while (closings.length < 2) {
      const response = await expectStatus(201, 'POST', '/v1.1/closings', { float: 0, counted: [] })
      closings.push((JSON.parse(response.body.toString()) as { closingId: string }).closingId)
    }
    while (webhooks.length < 4) webhooks.push(await addWebhook())
    while (used.length < 4) await admit()
    while (unused.length < 4) await sellForToday()
    if (cursor === '') {
      const response = await expectStatus(200, 'GET', `/v1.1/ticket-revocations?date=${today}`)
      cursor = (JSON.parse(response.body.toString()) as { cursor: string }).cursor
    }
  }
  await replenish()
  const placeholders: Readonly<Record<string, (n: number) => string>> = {
    event: (n) => events[n % events.length]!.eventId,
    timed: (n) => timed[n % timed.length]!,
    etag: (n) => events[n % events.length]!.etag,
    ticket: (n) => tickets[n % tickets.length]!,
    cancelled: (n) => cancelled[n % cancelled.length]!,
    due: (n) => due[n % due.length]!,
    order: (n) => orders[n % orders.length]!,
    reservation: (n) => (n % 4 === 0 && ended.length > 0 ? ended[n % ended.length]! : held[n % held.length]!),
    closing: (n) => closings[n % closings.length]!,
    webhook: (n) => webhooks[n % webhooks.length]!,
    admitted: (n) => used[n % used.length]!.ticketId,
    admission: (n) => used[n % used.length]!.admissionId,
    code: (n) => (n % 2 === 0 ? unused : used)[Math.floor(n / 2) % 4]!.code,
    cursor: () => cursor,
  }
  return {
    document,
    check: responseCheck(document, pages),
    send: client.send,
    fillIn: (text) =>
      text
        .replaceAll('@credentials@', authorization)
        .replaceAll('@now@', new Date().toISOString())
        .replaceAll('@soon@', new Date(Date.now() + 3_600_000).toISOString())
        .replaceAll(
          /@(event|timed|etag|ticket|cancelled|due|order|reservation|closing|webhook|admitted|admission|code|cursor):(\d{1,3})@/g,
          (_, kind: string, n: string) => placeholders[kind]!(Number(n)),
        ),
    learn(method, path, { status, headers, body }) {
      const [, eventId] = /^\/v1\.1\/special-events\/([0-9a-f-]{36})$/i.exec(path) ?? []
      const [, admissionId] = /^\/v1\.1\/admissions\/([0-9a-f-]{36})$/i.exec(path) ?? []
      const [, cancelledId] = /^\/v1\.1\/tickets\/([0-9a-f-]{36})\/cancellation$/i.exec(path) ?? []
      const [, webhookId] = /^\/v1\.1\/webhooks\/([0-9a-f-]{36})$/i.exec(path) ?? []
      const [, settledId] = /^\/v1\.1\/tickets\/([0-9a-f-]{36})\/refund$/i.exec(path) ?? []
      const [, endedId] = /^\/v1\.1\/reservations\/([0-9a-f-]{36})\/(?:order|release)$/i.exec(path) ?? []
      const index = events.findIndex((event) => event.eventId === eventId?.toLowerCase())
      if (method === 'POST' && status === 201 && !/\/(webhooks|closings|users)$/.test(path)) {
        const created = JSON.parse(body.toString()) as {
          eventId?: string
          ticketId?: string
          orderId?: string
          reservationId?: string
        }
        if (created.reservationId !== undefined) held.splice(held.length % 30, 1, created.reservationId)
        else if (created.orderId !== undefined) orders.splice(orders.length % 30, 1, created.orderId)
        else if (created.ticketId !== undefined) tickets.splice(tickets.length % 30, 1, created.ticketId)
        else if (events.length < 30) events.push({ eventId: created.eventId!, etag: headers.get('etag')! })
      }
      if (path.endsWith('/admissions') && method === 'POST' && status === 200) {
        const outcome = JSON.parse(body.toString()) as { admissionId?: string; ticket?: { ticketId: string } }
        const at = unused.findIndex(({ ticketId }) => ticketId === outcome.ticket?.ticketId)
        if (at >= 0 && outcome.admissionId !== undefined)
          used.push({ ...unused.splice(at, 1)[0]!, admissionId: outcome.admissionId })
      }
      if (method === 'PUT' && path === '/v1.1/museum-hours/entry-times' && status === 200) {
        acceptedRules += 1
        hasRule = acceptedRules % 5 !== 0
      }
      if (status === 204) remove(webhooks, (each) => each === webhookId?.toLowerCase())
      if (status === 204) remove(used, (each) => each.admissionId === admissionId?.toLowerCase())
      if (status === 200 && cancelledId !== undefined) {
        const isCancelled = (ticketId: string) => ticketId === cancelledId.toLowerCase()
        remove(unused, ({ ticketId }) => isCancelled(ticketId))
        if (tickets.length > 1) remove(tickets, isCancelled)
      }
      if (status === 200 && settledId !== undefined) remove(due, (ticketId) => ticketId === settledId.toLowerCase())
      if ((status === 200 || status === 201) && endedId !== undefined) {
        remove(held, (reservationId) => reservationId === endedId.toLowerCase())
        ended.splice(ended.length % 30, 1, endedId.toLowerCase())
      }
      if (index >= 0 && method === 'DELETE' && status === 204) events.splice(index, 1)
      if (index >= 0 && (method === 'GET' || method === 'PATCH') && status === 200)
        events[index] = { eventId: events[index]!.eventId, etag: headers.get('etag')! }
    },
    replenish,
    async checkService() {
      try {
        const eventId = await create()
        const { ticketId } = await buy({ ticketType: 'event', eventId })
        await admit()
        await expectStatus(200, 'GET', `/v1.1/tickets/${ticketId}/qr`)
        await expectStatus(200, 'GET', `/v1.1/special-events?startDate=${firstDate}`)
        return []
      } catch (error) {
        return [`The service does not work after the run: ${(error as Error).message}`]
      }
    },
    close: client.close,
  }
}
