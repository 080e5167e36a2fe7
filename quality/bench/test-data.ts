/** The events and tickets of the bench's databases. Each has a number, from 0 on, which its identifier contains. */
import type { TableNames } from './table-names.ts'

type Kind = 'event' | 'ticket' | 'order' | 'reservation'
const digits = { event: '0000', ticket: '1111', order: '2222', reservation: '3333' }

/** The identifier of event, ticket, order or reservation number `n`. Identifiers ascend with their numbers. */
export const idOf = (kind: Kind, n: number): string => {
  const hex = n.toString(16).padStart(12, '0')
  return `0194${digits[kind]}-${hex.slice(0, 4)}-7000-8000-${hex}`
}
/** The same identifier as an SQL literal. */
export const idLiteral = (kind: Kind, n: number): string => `x'${idOf(kind, n).replaceAll('-', '')}'`

/** Day number `n`, from 0 on. */
export const day = (n: number): string => new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10)

/** The first day on which an event takes place. */
export const firstDay = day(0)

/** The dates of event number `n` of `events`; the first dates of all events are spread evenly over a thousand days. */
export const datesOf = (n: number, events: number): readonly [string, string, string] => {
  const first = Math.floor((n * 1_000) / events)
  return [day(first), day(first + 1), day(first + 7)]
}

/** An `insert` that names its columns: later versions have more of them, each with a default. */
const insertInto = (table: string, columns: string) => (rows: readonly string[]) =>
  `insert into ${table} (${columns}) values ${rows.join()}`

export const insertEvents = insertInto('special_event', 'event_id, name, location, event_description, price')
export const insertDates = ({ dates, number }: TableNames) =>
  insertInto(dates, `event_id, event_date, previous_date, ${number}`)
export const insertTickets = insertInto(
  'museum_ticket',
  'ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, confirmation_code, price, currency, state, order_id',
)
export const insertOrders = insertInto('museum_order', 'order_id, ticket_ids')
export const insertReservations = insertInto(
  'reservation',
  'reservation_id, state, held_until, own_limit, has_given_end, is_of_shop, created_at, items, currency',
)
export const insertHeldPlaces = insertInto(
  'held_place',
  'reservation_id, offer_id, slot_date, number, slot_minute, places, expires_at',
)

/** The row of event number `n`. */
export const eventRow = (n: number): string =>
  `(${idLiteral('event', n)},'Night at the Museum ${n}','Main Hall','Torches, whispers, and a mammoth: the halls after dark, with soup.',1990)`

/** The rows of the dates of event number `n`. */
export const dateRows = (n: number, events: number): string =>
  datesOf(n, events)
    .map((date, index, all) => `(${idLiteral('event', n)},'${date}',${index === 0 ? 'null' : `'${all[index - 1]}'`},1)`)
    .join()

/** The row of ticket number `n`, a valid one for an event. */
export const ticketRow = (n: number, event: number, date: string): string =>
  `(${idLiteral('ticket', n)},'event',${idLiteral('event', event)},'Night at the Museum ${event}','Main Hall','${date}',` +
  `'visitor-${n}@example.org','ticket-event-${String(n).padStart(11, '0')}',1990,'EUR','valid',null)`
