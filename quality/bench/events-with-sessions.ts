import { type MeasuredServer, headers } from './measured-server.ts'
import { put } from './put.ts'
import { basePath } from './requests.ts'

/** A time of day, of minutes since midnight. */
export const timeAt = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The entry times of an event: sessions of an hour, one after another. */
export const sessions = (count: number, firstMinute = 10 * 60): object => ({
  rule: { times: Array.from({ length: count }, (_, n) => timeAt(firstMinute + n * 60)), length: 60 },
  capacity: 100,
})

/** Creates an event with sessions, through the API, and returns its path. */
export const addEventWithSessions = async (
  server: MeasuredServer,
  dates: readonly string[],
  count: number,
): Promise<string> => {
  const event = { name: 'Night at the Museum', location: 'Main Hall', eventDescription: '', dates, price: 19.9 }
  const body = JSON.stringify(event)
  const response = await fetch(`${server.url}${basePath}/special-events`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`An event was not created: ${response.status} ${await response.text()}`)
  const path = `/special-events/${((await response.json()) as { eventId: string }).eventId}`
  await put(server, `${path}/entry-times`, sessions(count))
  return path
}
