/** What the servers other than the museum's share: identifiers, confirmation codes and the bodies of responses. */
import { randomInt } from 'node:crypto'

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const letters = (count: number) => {
  let text = ''
  for (let n = 0; n < count; n += 1) text += alphabet[randomInt(alphabet.length)]!
  return text
}

export const drawCode = (ticketType: string): string => `ticket-${ticketType}-${letters(6)}-${letters(5)}`

export const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

const uuidOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

export const admission = (admissionId: string, ticketId: string, ticketDate: string) => ({
  admitted: true,
  admissionId,
  ticket: { ticketId, ticketType: 'general', ticketDate },
})

export const confirmation = (
  ticketType: string,
  ticketDate: string,
  ticketId: string,
  confirmationCode: string,
  eventName?: string,
) => ({
  message: `Museum ${ticketType === 'event' ? 'special event' : 'general entry'} ticket purchased`,
  eventName,
  ticketId,
  ticketType,
  ticketDate,
  confirmationCode,
})

/** A row of an event, by its columns. */
export type EventRow = Readonly<Record<string, unknown>>

export const eventBody = (row: EventRow, dates: readonly string[]) => ({
  eventId: uuidOf(row['event_id'] as Uint8Array),
  name: row['name'] as string,
  location: row['location'] as string,
  eventDescription: row['event_description'] as string,
  dates,
  price: Number(row['price']) / 100,
})
