/** Buys tickets with a client of `@hey-api/openapi-ts`. */
import { client } from './generated/hey-api/client.gen.ts'
import { buyMuseumTickets, createSpecialEvent, getTicketCode } from './generated/hey-api/sdk.gen.ts'
import type { KnownProblemType } from './generated/hey-api/types.gen.ts'
import { baseUrl, headers } from './login.ts'

client.setConfig({ baseUrl, headers })
const email = 'visitor@example.org'

const created = await createSpecialEvent({
  body: {
    name: 'Night at the Museum',
    location: 'Main Hall',
    eventDescription: 'Torches and a mammoth.',
    dates: ['2030-05-17'],
    price: 19.9,
  },
  throwOnError: true,
})
const { eventId } = created.data

const bought = await buyMuseumTickets({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { ticketType: 'event', eventId, ticketDate: '2030-05-17', email },
  throwOnError: true,
})
// The type of a confirmation has `eventName` once its `ticketType` is known.
if (bought.data.ticketType === 'event') console.log(`${bought.data.eventName}: ${bought.data.confirmationCode}`)

const general = await buyMuseumTickets({
  body: { ticketType: 'general', ticketDate: '2030-05-18', email, phone: '+1(234)-567-8910' },
  throwOnError: true,
})
console.log(`${general.data.message}: ${general.data.confirmationCode}`)

const image = await getTicketCode({ path: { ticketId: general.data.ticketId }, parseAs: 'blob', throwOnError: true })
console.log(`An image of ${(image.data as Blob).size} bytes`)

const refused = await buyMuseumTickets({ body: { ticketType: 'general', ticketDate: '2020-01-01', email } })
const type = refused.error?.type as KnownProblemType
const places = refused.error?.errors?.map(({ pointer, code }) => `${pointer} ${code}`)
console.log(type === '/problems/validation-failed' ? `${places?.join()}` : 'Another problem')

// These calls must not compile: `@ts-expect-error` requires an error.
export const mistakes = () => [
  // @ts-expect-error an event ticket needs an eventId
  buyMuseumTickets({ body: { ticketType: 'event', ticketDate: '2030-05-17', email } }),
  // @ts-expect-error there is no such type of ticket
  buyMuseumTickets({ body: { ticketType: 'season', ticketDate: '2030-05-17', email } }),
  // @ts-expect-error there is no such problem
  type === '/problems/validation-faild',
]
