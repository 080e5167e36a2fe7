import { Availability, type EventId, type Offer, Slot, type TakenByTime, type Ticket, TimeOfDay } from '@museum/domain'
import { type ExpressionBuilder, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, bytesOfUuid, uuidOfBytes } from '@museum/database'
import { byPrimaryKey } from '../database/by-primary-key.ts'

/** The primary key of `slot`. */
export const slotKeyColumns = ['offer_id', 'slot_date', 'number', 'slot_minute'] as const

/** The columns of a row's key. */
export type SlotRowKey = Pick<MuseumTables['slot'], (typeof slotKeyColumns)[number]>

const generalEntry = '00000000-0000-0000-0000-000000000000' as EventId
/** The `offer_id` of general entry. */
export const generalEntryId = bytesOfUuid(generalEntry)
/** The `slot_minute` of a slot without a time. */
export const noTime = -1

/** The key of a slot's row. */
export const slotRowKey = ({ offer, date, number, time }: Slot): SlotRowKey => ({
  offer_id: offer === 'general' ? generalEntryId : bytesOfUuid(offer),
  slot_date: date,
  number,
  slot_minute: minuteOf({ time }),
})

/** The slot of a row. */
export const slotOfRow = (row: SlotRowKey): Slot => {
  const id = uuidOfBytes(row.offer_id)
  const offer: Offer = id === generalEntry ? 'general' : id
  const time = timeOfMinute(row.slot_minute)
  return { offer, date: row.slot_date, number: row.number, ...(time !== undefined && { time }) }
}

const minuteOf = ({ time }: Pick<Slot, 'time'>) => (time === undefined ? noTime : TimeOfDay.toMinutes(time))

/** The entry time of a slot's row; undefined for a slot without a time. */
export const timeOfMinute = (minute: number): TimeOfDay | undefined =>
  minute === noTime ? undefined : TimeOfDay.ofMinutes(minute)

/** Slots in the order of the primary keys: every transaction locks them in this order. */
export const inKeyOrder = (slots: readonly Slot[]): readonly Slot[] => slots.toSorted(compareSlots)

/** The slots of tickets in this order, with the tickets of each. */
export const ticketsBySlot = (tickets: readonly Ticket[]): readonly (readonly [Slot, readonly Ticket[]])[] => {
  const bySlot = Map.groupBy(tickets, (ticket) => Slot.key(Slot.of(ticket)))
  return [...bySlot.values()]
    .map((some) => [Slot.of(some[0]!), some] as const)
    .toSorted(([a], [b]) => compareSlots(a, b))
}

const compareSlots = (a: Slot, b: Slot) =>
  compareTexts(idText(a), idText(b)) || compareTexts(a.date, b.date) || a.number - b.number || minuteOf(a) - minuteOf(b)

/** Before the identifier of every event. */
const idText = ({ offer }: Slot) => (offer === 'general' ? '' : offer)

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Occurrences = MuseumTables & { occurrence: MuseumTables['event_occurrence'] }

/**
 * The slots of an occurrence, one for each entry time for which tickets were sold. Not a join, and by the primary key: otherwise an
 * engine may read all slots.
 */
const slotsOfOccurrence = ({ selectFrom }: ExpressionBuilder<Occurrences, 'occurrence'>, engine: Engine) =>
  selectFrom(byPrimaryKey(engine, 'slot'))
    .whereRef('slot.offer_id', '=', 'occurrence.event_id')
    .whereRef('slot.slot_date', '=', 'occurrence.event_date')
    .whereRef('slot.number', '=', 'occurrence.number')

/** Selects the number of tickets sold for an occurrence, which MySQL returns as text; null if it has no slot with a row. */
export const soldForOccurrence = (engine: Engine) => (from: ExpressionBuilder<Occurrences, 'occurrence'>) =>
  slotsOfOccurrence(from, engine)
    .select(({ fn }) => fn.sum<number | string>('slot.sold').as('sold'))
    .as('sold')

/** Selects the taken places of an occurrence by entry time, as text: `MINUTE:SOLD:HELD,MINUTE:SOLD:HELD`, or null. */
export const takenByMinuteForOccurrence = (engine: Engine) => (from: ExpressionBuilder<Occurrences, 'occurrence'>) =>
  slotsOfOccurrence(from, engine)
    .select(sql<string | null>`group_concat(concat(slot.slot_minute, ':', slot.sold, ':', slot.held))`.as('taken'))
    .as('taken_by_minute')

/** The taken places from the text that `takenByMinuteForOccurrence` selects. */
export const takenByTimeOf = (takenByMinute: string | null): TakenByTime =>
  new Map(
    (takenByMinute?.split(',') ?? []).map((triple) => {
      const [minute, sold, held] = triple.split(':').map(Number) as [number, number, number]
      return [timeOfMinute(minute), Availability.takenOf([{ sold, held }])]
    }),
  )
