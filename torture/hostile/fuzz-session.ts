import { authorization } from '../spawn-server.ts'
import { type ResponseCheck, responseCheck } from './check-response.ts'
import { type Outcome, type RawResponse, keepAliveClient } from './raw-http.ts'
import { type Document, firstDate } from './requests.ts'
import type { Museum } from './start-museum.ts'

type Event = Readonly<{ eventId: string; etag: string }>

/**
 * A client of a fuzz run. It holds the OpenAPI document, the slugs of the problem pages, and some events and tickets.
 */
export type FuzzSession = Readonly<{
  document: Document
  check: ResponseCheck
  /** Sends bytes over a connection that is kept alive. */
  send(request: Buffer, isHead: boolean): Promise<Outcome>
  /** Replaces the placeholders in a text: `@event:3@`, `@etag:3@`, `@ticket:3@`, `@cancelled:3@`, `@credentials@`. */
  fillIn(text: string): string
  /** Takes note of what a response created, changed or deleted. */
  learn(method: string, path: string, response: RawResponse): void
  /** Creates events in place of deleted ones. */
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
  const create = async () => {
    const response = await expectStatus(201, 'POST', '/v1.1/special-events', draft(events.length))
    const { eventId } = JSON.parse(response.body.toString()) as { eventId: string }
    events.push({ eventId, etag: response.headers.get('etag')! })
    return eventId
  }
  const buy = async (order: object) => {
    const response = await expectStatus(201, 'POST', '/v1.1/tickets', {
      ticketDate: firstDate,
      email: 'visitor@example.org',
      ...order,
    })
    return (JSON.parse(response.body.toString()) as { ticketId: string }).ticketId
  }
  for (let n = 0; n < 5; n += 1) {
    const eventId = await create()
    cancelled.push(await buy({ ticketType: 'event', eventId }))
    await expectStatus(204, 'DELETE', `/v1.1/special-events/${eventId}`)
    events.pop()
    tickets.push(await buy({ ticketType: 'general' }))
  }
  const replenish = async () => {
    while (events.length < 10) await create()
  }
  await replenish()
  const placeholders: Readonly<Record<string, (n: number) => string>> = {
    event: (n) => events[n % events.length]!.eventId,
    etag: (n) => events[n % events.length]!.etag,
    ticket: (n) => tickets[n % tickets.length]!,
    cancelled: (n) => cancelled[n % cancelled.length]!,
  }
  return {
    document,
    check: responseCheck(document, pages),
    send: client.send,
    fillIn: (text) =>
      text
        .replaceAll('@credentials@', authorization)
        .replaceAll(/@(event|etag|ticket|cancelled):(\d{1,3})@/g, (_, kind: string, n: string) =>
          placeholders[kind]!(Number(n)),
        ),
    learn(method, path, { status, headers, body }) {
      const [, eventId] = /^\/v1\.1\/special-events\/([0-9a-f-]{36})$/i.exec(path) ?? []
      const index = events.findIndex((event) => event.eventId === eventId?.toLowerCase())
      if (method === 'POST' && status === 201) {
        const created = JSON.parse(body.toString()) as { eventId?: string; ticketId?: string }
        if (created.ticketId !== undefined) tickets.splice(tickets.length % 30, 1, created.ticketId)
        else if (events.length < 30) events.push({ eventId: created.eventId!, etag: headers.get('etag')! })
      }
      if (index >= 0 && method === 'DELETE' && status === 204) events.splice(index, 1)
      if (index >= 0 && (method === 'GET' || method === 'PATCH') && status === 200)
        events[index] = { eventId: events[index]!.eventId, etag: headers.get('etag')! }
    },
    replenish,
    async checkService() {
      try {
        const eventId = await create()
        const ticketId = await buy({ ticketType: 'event', eventId })
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
