/** The routes, schemas, authentication and log of the Fastify servers, which differ in their databases. */
import { randomInt, randomUUIDv7 } from 'node:crypto'
import basicAuth from '@fastify/basic-auth'
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { codeOf, confirmation } from '../../servers/representations.ts'

type Event = {
  eventId: string
  name: string
  location: string
  eventDescription: string
  dates: string[]
  price: number
}
type Purchase = {
  ticketType: 'general' | 'event'
  ticketDate: string
  email: string
  eventId?: string
  phone?: string
}
export type Ticket = Purchase & { ticketId: string; confirmationCode: string; soldBy: string }

type Queries = {
  findEvent: (eventId: string) => Event | undefined | Promise<Event | undefined>
  listEvents: (startDate: string, page: number, limit: number) => Event[] | Promise<Event[]>
  /** Takes a place and inserts a ticket, in a transaction. Returns the name of its event; throws `notFound` or `soldOut`. */
  insertTicket: (ticket: Ticket) => string | undefined | Promise<string | undefined>
}

export const soldOut = () => Object.assign(new Error('No place is left.'), { statusCode: 409 })
export const notFound = () => Object.assign(new Error('There is no such special event.'), { statusCode: 404 })

/** One line for each request instead of two, as the museum writes. */
class OneLine extends LogController {
  override incomingRequest() {}
  override requestCompleted(_error: Error | null, request: FastifyRequest, reply: FastifyReply) {
    reply.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, 'request completed')
  }
}

const event = {
  type: 'object',
  properties: {
    eventId: { type: 'string' },
    name: { type: 'string' },
    location: { type: 'string' },
    eventDescription: { type: 'string' },
    dates: { type: 'array', items: { type: 'string' } },
    price: { type: 'number' },
  },
}

const purchase = {
  type: 'object',
  required: ['ticketType', 'ticketDate', 'email'],
  properties: {
    ticketType: { type: 'string', enum: ['general', 'event'] },
    ticketDate: { type: 'string', format: 'date' },
    email: { type: 'string', format: 'email', maxLength: 254 },
    eventId: { type: 'string', format: 'uuid' },
    phone: { type: 'string', maxLength: 32 },
  },
  if: { properties: { ticketType: { const: 'event' } } },
  then: { required: ['eventId'] },
}

const ticketConfirmation = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    eventName: { type: 'string' },
    ticketId: { type: 'string' },
    ticketType: { type: 'string' },
    ticketDate: { type: 'string' },
    confirmationCode: { type: 'string' },
  },
}

export const startServer = async (password: string, queries: Queries) => {
  const app = fastify({ logger: true, logController: new OneLine() })

  await app.register(basicAuth, {
    authenticate: true,
    async validate(username, given) {
      if (username !== 'admin' || given !== password) return new Error('Unknown user or wrong password')
      return undefined
    },
  })
  app.addHook('onRequest', app.basicAuth)

  app.get<{ Params: { eventId: string } }>(
    '/v1.1/special-events/:eventId',
    {
      schema: {
        params: { type: 'object', properties: { eventId: { type: 'string', format: 'uuid' } } },
        response: { 200: event },
      },
    },
    async ({ params }) => {
      const found = await queries.findEvent(params.eventId)
      if (found === undefined) throw notFound()
      return found
    },
  )

  app.get<{ Querystring: { startDate: string; page: number; limit: number } }>(
    '/v1.1/special-events',
    {
      schema: {
        querystring: {
          type: 'object',
          required: ['startDate'],
          properties: {
            startDate: { type: 'string', format: 'date' },
            page: { type: 'integer', default: 1 },
            limit: { type: 'integer', default: 10 },
          },
        },
        response: { 200: { type: 'array', items: event } },
      },
    },
    async ({ query: { startDate, page, limit } }) => queries.listEvents(startDate, page, limit),
  )

  app.post<{ Body: Purchase }>(
    '/v1.1/tickets',
    { schema: { body: purchase, response: { 201: ticketConfirmation } } },
    async ({ body }, reply) => {
      const ticketId = randomUUIDv7()
      const confirmationCode = codeOf(body.ticketType, randomInt)
      const eventName = await queries.insertTicket({ ...body, ticketId, confirmationCode, soldBy: 'admin' })
      reply.code(201)
      return confirmation(body.ticketType, body.ticketDate, ticketId, confirmationCode, eventName)
    },
  )

  await app.listen({ port: 0, host: '127.0.0.1' })
}
