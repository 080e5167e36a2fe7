/** Someone who knows the museum: its document, its problem pages, some of its events and tickets. */
import { type Judge, judgeOf } from './check-response.ts'
import type { Museum } from './start-museum.ts'
import { type Document, premiere } from './requests.ts'
import { type Answer, type Outcome, openLine } from './raw-http.ts'

type Event = Readonly<{ eventId: string; etag: string }>

export type Visitor = Readonly<{
  document: Document
  judge: Judge
  /** Sends bytes over a connection that is kept. */
  ask(request: Buffer, isHead: boolean): Promise<Outcome>
  /** Puts what is known now in the place of the marks in a text. */
  resolved(text: string): string
  /** Learns from an answer what there is and what has gone. */
  learn(method: string, path: string, answer: Answer): void
  /** Has enough events to visit, when some were deleted. */
  replenish(): Promise<void>
  /** Buys a ticket and fetches its image; tells what failed. */
  buysAsEver(): Promise<readonly string[]>
  close(): void
}>

const aDraft = (n: number) => ({
  name: `Night at the Museum ${n}`,
  location: 'Main Hall',
  eventDescription: 'Torches, whispers, and a mammoth 🦣.',
  dates: [premiere, '2031-05-18'],
  price: 19.9,
})

export const visit = async ({ port, authorization }: Museum): Promise<Visitor> => {
  const line = openLine(port)
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const content = body === undefined ? '' : JSON.stringify(body)
    const framing = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n`
    const head = `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${body ? framing : ''}\r\n`
    const outcome = await line.ask(Buffer.from(head + content), false)
    if ('wrong' in outcome) throw new Error(`${method} ${path}: ${outcome.wrong}`)
    return outcome
  }
  const ok = async (expected: number, method: string, path: string, body?: object) => {
    const answer = await send(method, path, body)
    if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.bytes.toString()}`)
    return answer
  }
  const document = JSON.parse((await ok(200, 'GET', '/openapi.json')).body.toString()) as Document
  const index = (await ok(200, 'GET', '/problems')).body.toString()
  const slugs = new Set([...index.matchAll(/href="(?:\/problems\/)?#?([a-z-]+)"/g)].map(([, slug]) => slug!))
  const pages = new Set<string>()
  for (const slug of slugs) if ((await send('GET', `/problems/${slug}`)).status === 200) pages.add(slug)

  const events: Event[] = []
  const tickets: string[] = []
  const cancelled: string[] = []
  const create = async () => {
    const answer = await ok(201, 'POST', '/v1.1/special-events', aDraft(events.length))
    const { eventId } = JSON.parse(answer.body.toString()) as { eventId: string }
    events.push({ eventId, etag: answer.headers.get('etag')! })
    return eventId
  }
  const buy = async (order: object) => {
    const answer = await ok(201, 'POST', '/v1.1/tickets', {
      ticketDate: premiere,
      email: 'visitor@example.org',
      ...order,
    })
    return (JSON.parse(answer.body.toString()) as { ticketId: string }).ticketId
  }
  for (let n = 0; n < 5; n += 1) {
    const eventId = await create()
    cancelled.push(await buy({ ticketType: 'event', eventId }))
    await ok(204, 'DELETE', `/v1.1/special-events/${eventId}`)
    events.pop()
    tickets.push(await buy({ ticketType: 'general' }))
  }
  const replenish = async () => {
    while (events.length < 10) await create()
  }
  await replenish()
  const known: Readonly<Record<string, (n: number) => string>> = {
    event: (n) => events[n % events.length]!.eventId,
    etag: (n) => events[n % events.length]!.etag,
    ticket: (n) => tickets[n % tickets.length]!,
    cancelled: (n) => cancelled[n % cancelled.length]!,
  }
  return {
    document,
    judge: judgeOf(document, pages),
    ask: line.ask,
    resolved: (text) =>
      text
        .replaceAll('@credentials@', authorization)
        .replaceAll(/@(event|etag|ticket|cancelled):(\d{1,3})@/g, (_, kind: string, n: string) =>
          known[kind]!(Number(n)),
        ),
    learn(method, path, { status, headers, body }) {
      const [, eventId] = /^\/v1\.1\/special-events\/([0-9a-f-]{36})$/i.exec(path) ?? []
      const at = events.findIndex((event) => event.eventId === eventId?.toLowerCase())
      if (method === 'POST' && status === 201) {
        const made = JSON.parse(body.toString()) as { eventId?: string; ticketId?: string }
        if (made.ticketId !== undefined) tickets.splice(tickets.length % 30, 1, made.ticketId)
        else if (events.length < 30) events.push({ eventId: made.eventId!, etag: headers.get('etag')! })
      }
      if (at >= 0 && method === 'DELETE' && status === 204) events.splice(at, 1)
      if (at >= 0 && (method === 'GET' || method === 'PATCH') && status === 200)
        events[at] = { eventId: events[at]!.eventId, etag: headers.get('etag')! }
    },
    replenish,
    async buysAsEver() {
      try {
        const eventId = await create()
        const ticketId = await buy({ ticketType: 'event', eventId })
        await ok(200, 'GET', `/v1.1/tickets/${ticketId}/qr`)
        await ok(200, 'GET', `/v1.1/special-events?startDate=${premiere}`)
        return []
      } catch (error) {
        return [`After all this the museum does not sell as ever: ${(error as Error).message}`]
      }
    },
    close: line.close,
  }
}
