import { SpecialEventBody } from '../src/special-events/special-event.wire.ts'
import { type aMuseumApi, event } from './a-museum-api.ts'

/** Creates the example event, with `changes` of its members, and gives the response, its body, its ETag and its path. */
export const createdEvent = async ({ send }: ReturnType<typeof aMuseumApi>, changes: object = {}) => {
  const response = await send('POST', '/special-events', { ...event, ...changes })
  const body = SpecialEventBody.strict().parse(await response.json())
  return { response, body, path: `/special-events/${body.eventId}`, etag: response.headers.get('ETag')! }
}
