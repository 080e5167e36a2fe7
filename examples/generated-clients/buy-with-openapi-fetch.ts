/** Buys tickets with a client of `openapi-fetch` and the types of `openapi-typescript`. */
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/openapi-typescript.ts'
import { baseUrl, headers } from './login.ts'

const museum = createClient<paths>({ baseUrl, headers })
const email = 'visitor@example.org'

const created = await museum.POST('/special-events', {
  body: {
    name: 'Night at the Museum',
    location: 'Main Hall',
    eventDescription: 'Torches and a mammoth.',
    dates: ['2030-05-17'],
    price: 19.9,
  },
})
if (created.error) throw new Error(created.error.title)
const { eventId } = created.data

const bought = await museum.POST('/tickets', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { ticketType: 'event', eventId, ticketDate: '2030-05-17', email },
})
if (bought.error) throw new Error(bought.error.title)
// The type of a confirmation has `eventName` once its `ticketType` is known.
if (bought.data.ticketType === 'event') console.log(`${bought.data.eventName}: ${bought.data.confirmationCode}`)

const general = await museum.POST('/tickets', {
  body: { ticketType: 'general', ticketDate: '2030-05-18', email, phone: '+1(234)-567-8910' },
})
if (general.error) throw new Error(general.error.title)
console.log(`${general.data.message}: ${general.data.confirmationCode}`)

const image = await museum.GET('/tickets/{ticketId}/qr', {
  params: { path: { ticketId: general.data.ticketId } },
  parseAs: 'arrayBuffer',
})
console.log(`An image of ${(image.data as unknown as ArrayBuffer).byteLength} bytes`)

const refused = await museum.POST('/tickets', { body: { ticketType: 'general', ticketDate: '2020-01-01', email } })
const type = refused.error?.type as components['schemas']['KnownProblemType']
const places = refused.error?.errors?.map(({ pointer, code }) => `${pointer} ${code}`)
console.log(type === '/problems/validation-failed' ? `${places?.join()}` : 'Another problem')

// These calls must not compile: `@ts-expect-error` requires an error.
export const mistakes = () => [
  // @ts-expect-error an event ticket needs an eventId
  museum.POST('/tickets', { body: { ticketType: 'event', ticketDate: '2030-05-17', email } }),
  // @ts-expect-error there is no such type of ticket
  museum.POST('/tickets', { body: { ticketType: 'season', ticketDate: '2030-05-17', email } }),
  // @ts-expect-error there is no such problem
  type === '/problems/validation-faild',
]
