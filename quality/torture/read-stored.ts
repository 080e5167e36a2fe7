import { type MuseumDatabase, kyselyTicketRepository } from '@museum/adapters-persistence'
import { Slot, TicketId, TimeOfDay } from '@museum/domain'
import type { Stored } from './check-history.ts'
import { occurrenceKey } from './slots.ts'
import { uuidOf } from './uuid-of.ts'

/** How many tickets are read at once. */
const batchSize = 1_000

/** The `slot_minute` of tickets that admit all day. */
const noTime = -1
/** The entry time of a row; null for tickets that admit all day. */
export const entryTimeOf = (minute: number | null): string | null =>
  minute === null || minute === noTime ? null : TimeOfDay.ofMinutes(minute)

/**
 * Reads what is stored: the columns from the tables, so that every row is seen, and each ticket's state through the
 * repository, as the service reads it.
 */
export const readStored = async (database: MuseumDatabase): Promise<Stored> => {
  const { kysely } = database
  const rows = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'ticket_type', 'ticket_date', 'event_id', 'event_name', 'email', 'confirmation_code'])
    .select(['occurrence_number', 'state'])
    .execute()
  const { find } = kyselyTicketRepository(database)
  const tickets: Stored['tickets'][number][] = []
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map(async (row) => {
      const ticketId = uuidOf(row.ticket_id)
      return {
        ticketId,
        ticketType: row.ticket_type,
        ticketDate: row.ticket_date,
        eventId: row.event_id && uuidOf(row.event_id),
        eventName: row.event_name,
        email: row.email,
        confirmationCode: row.confirmation_code,
        occurrenceNumber: row.occurrence_number,
        isCancelled: row.state === 'cancelled',
        state: (await find(TicketId(ticketId)))?.state ?? 'not found',
      }
    })
    tickets.push(...(await Promise.all(batch)))
  }
  const generalEntry = await kysely.selectFrom('general_entry').select('capacity').executeTakeFirst()
  const events = await kysely
    .selectFrom('special_event')
    .select(['event_id', 'name', 'capacity'])
    .where('deleted_at', 'is', null)
    .execute()
  const dates = await kysely
    .selectFrom('event_occurrence')
    .select(['event_id', 'event_date'])
    .where('removed_at', 'is', null)
    .execute()
  const datesOf = Map.groupBy(dates, (row) => uuidOf(row.event_id))
  return {
    tickets,
    generalEntryCapacity: generalEntry?.capacity ?? null,
    counters: await readCounters(database),
    events: events.map((row) => {
      const eventId = uuidOf(row.event_id)
      const eventDates = (datesOf.get(eventId) ?? []).map((date) => date.event_date)
      return { eventId, name: row.name, capacity: row.capacity, dates: eventDates }
    }),
  }
}

/**
 * Reads what is counted for each slot with a row, those of removed occurrences included, and for each without a row that has
 * tickets; with the number of tickets that should be counted. Each is read in one statement, so as of one moment: a server may
 * still write for a client that is gone.
 */
export const readCounters = async ({ kysely }: MuseumDatabase): Promise<Stored['counters']> => {
  const generalEntry = Buffer.alloc(16) as never
  const ofEvents = await kysely
    .selectFrom('slot')
    .select(({ selectFrom }) => [
      'offer_id',
      'slot_date as date',
      'slot_minute as minute',
      'sold',
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .whereRef('museum_ticket.event_id', '=', 'slot.offer_id')
        .whereRef('museum_ticket.ticket_date', '=', 'slot.slot_date')
        .whereRef('museum_ticket.occurrence_number', '=', 'slot.number')
        .where(({ eb, fn, lit, ref }) => eb(fn.coalesce('entry_minute', lit(noTime)), '=', ref('slot.slot_minute')))
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    ])
    .where('offer_id', '!=', generalEntry)
    .execute()
  const ofDays = await kysely
    .selectFrom('slot')
    .select(({ selectFrom }) => [
      'slot_date as date',
      'slot_minute as minute',
      'sold',
      selectFrom('museum_ticket')
        .select(({ fn }) => fn.countAll<number>().as('tickets'))
        .where('museum_ticket.event_id', 'is', null)
        .whereRef('museum_ticket.ticket_date', '=', 'slot.slot_date')
        .where(({ eb, fn, lit, ref }) => eb(fn.coalesce('entry_minute', lit(noTime)), '=', ref('slot.slot_minute')))
        .where('museum_ticket.state', '!=', 'cancelled')
        .as('tickets'),
    ])
    .where('offer_id', '=', generalEntry)
    .execute()
  const uncounted = await kysely
    .selectFrom('museum_ticket')
    .leftJoin('slot', (slot) =>
      slot
        .on(({ eb, fn, val, ref }) => eb('offer_id', '=', fn.coalesce(ref('event_id'), val(generalEntry))))
        .onRef('slot_date', '=', 'ticket_date')
        .on(({ eb, ref, lit }) =>
          eb('number', '=', eb.case().when('event_id', 'is', null).then(lit(0)).else(ref('occurrence_number')).end()),
        )
        .on(({ eb, fn, lit }) => eb('slot_minute', '=', fn.coalesce('entry_minute', lit(noTime)))),
    )
    .select(({ fn }) => ['event_id', 'ticket_date as date', 'entry_minute', fn.countAll<number>().as('tickets')])
    .where('offer_id', 'is', null)
    .groupBy(['event_id', 'ticket_date', 'entry_minute'])
    .execute()
  return [
    ...ofEvents.map(({ offer_id, date, minute, sold, tickets }) => ({
      eventId: uuidOf(offer_id),
      date,
      entryTime: entryTimeOf(minute),
      sold,
      tickets: tickets ?? 0,
    })),
    ...ofDays.map(({ date, minute, sold, tickets }) => ({
      eventId: null,
      date,
      entryTime: entryTimeOf(minute),
      sold,
      tickets: tickets ?? 0,
    })),
    ...uncounted.map(({ event_id, date, entry_minute, tickets }) => ({
      eventId: event_id && uuidOf(event_id),
      date,
      entryTime: entryTimeOf(entry_minute),
      sold: 0,
      tickets,
    })),
  ]
}

type TicketRow = Readonly<{ event_id: Uint8Array | null; ticket_date: string; occurrence_number: number | null }>

/** Reads which occurrences there are. Returns whether the event of a ticket has its occurrence; true for a general ticket. */
export const readOccurrences = async ({ kysely }: MuseumDatabase) => {
  const rows = await kysely
    .selectFrom('event_occurrence')
    .select(['event_id', 'event_date', 'number'])
    .where('removed_at', 'is', null)
    .execute()
  const present = new Set(
    rows.map((row) => Slot.key({ offer: uuidOf(row.event_id), date: row.event_date, number: row.number })),
  )
  return ({ event_id, ticket_date: ticketDate, occurrence_number: occurrenceNumber }: TicketRow) =>
    event_id === null || present.has(occurrenceKey({ eventId: uuidOf(event_id), ticketDate, occurrenceNumber }))
}
