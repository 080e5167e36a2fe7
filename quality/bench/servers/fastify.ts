/** The routes, schemas, authentication and log of the Fastify servers, which differ in their databases. */
import { randomUUIDv7 } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { bytesOf, drawCode, confirmation, type eventBody } from './representations.ts'

type Event = ReturnType<typeof eventBody>
type Purchase = Readonly<{ ticketType: 'general' | 'event'; ticketDate: string; email: string; eventId?: string }>
export type Ticket = Readonly<{ id: Buffer; date: string; email: string; code: string; event?: Buffer }>

type Queries = Readonly<{
  findEvent: (id: Buffer) => Event | undefined | Promise<Event | undefined>
  listEvents: (startDate: string, page: number, limit: number) => Event[] | Promise<Event[]>
  /** Takes a place and inserts a ticket, in a transaction. Returns the name of its event; throws `notFound` or `soldOut`. */
  insertTicket: (ticket: Ticket) => string | undefined | Promise<string | undefined>
}>

export const soldOut = () => Object.assign(new Error('No place is left.'), { statusCode: 409 })
export const notFound = () => Object.assign(new Error('There is no such special event.'), { statusCode: 404 })
const unauthorized = () => Object.assign(new Error('Unknown user or wrong password'), { statusCode: 401 })

/** One line for each request instead of two, as the museum writes. */
class OneLine extends LogController {
  override incomingRequest() {}
  override requestCompleted(_error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    reply.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}

const string = { type: 'string' }
const date = { type: 'string', format: 'date' }
const uuid = { type: 'string', format: 'uuid' }
const event = {
  type: 'object',
  properties: {
    eventId: string,
    name: string,
    location: string,
    eventDescription: string,
    dates: { type: 'array', items: string },
    price: { type: 'number' },
  },
}
const purchase = {
  type: 'object',
  required: ['ticketType', 'ticketDate', 'email'],
  properties: {
    ticketType: { type: 'string', enum: ['general', 'event'] },
    ticketDate: date,
    email: { type: 'string', format: 'email', maxLength: 254 },
    eventId: uuid,
  },
  // An event ticket has an `eventId`.
  anyOf: [{ properties: { ticketType: { const: 'general' } } }, { required: ['eventId'] }],
}
const ticketConfirmation = {
  type: 'object',
  properties: {
    message: string,
    eventName: string,
    ticketId: string,
    ticketType: string,
    ticketDate: string,
    confirmationCode: string,
  },
}
const page = {
  type: 'object',
  required: ['startDate'],
  properties: {
    startDate: date,
    page: { type: 'integer', default: 1 },
    limit: { type: 'integer', default: 10 },
  },
}

/** Listens on a free port of the loopback interface; the log has the URL. `admin` has the password. */
export const startServer = async (password: string, queries: Queries): Promise<void> => {
  const app = fastify({ logger: true, logController: new OneLine() })
  app.addHook('onRequest', async ({ headers }) => {
    const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
    const [user, given] = Buffer.from(credentials, 'base64').toString().split(':')
    if (scheme !== 'Basic' || user !== 'admin' || given !== password) throw unauthorized()
  })
  app.get<{ Params: { eventId: string } }>(
    '/v1.1/special-events/:eventId',
    { schema: { params: { type: 'object', properties: { eventId: uuid } }, response: { 200: event } } },
    async ({ params }) => {
      const found = await queries.findEvent(bytesOf(params.eventId))
      if (found === undefined) throw notFound()
      return found
    },
  )
  app.get<{ Querystring: { startDate: string; page: number; limit: number } }>(
    '/v1.1/special-events',
    { schema: { querystring: page, response: { 200: { type: 'array', items: event } } } },
    async ({ query }) => queries.listEvents(query.startDate, query.page, query.limit),
  )
  app.post<{ Body: Purchase }>(
    '/v1.1/tickets',
    { schema: { body: purchase, response: { 201: ticketConfirmation } } },
    async ({ body: { ticketType, ticketDate, email, eventId } }, reply) => {
      const [ticketId, code] = [randomUUIDv7(), drawCode(ticketType)]
      const place = ticketType === 'event' ? { event: bytesOf(eventId!) } : {}
      const eventName = await queries.insertTicket({ id: bytesOf(ticketId), date: ticketDate, email, code, ...place })
      reply.code(201)
      return confirmation(ticketType, ticketDate, ticketId, code, eventName)
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
}
