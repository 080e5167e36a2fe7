import { CalendarDate, type PlaceLimit, type Ticket } from '@museum/domain'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type SoldTicketRow, rowOf, ticketColumns } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

export type TicketInserts = Readonly<{
  /**
   * Inserts a ticket if `TicketRepository.add` may store it, and returns whether it did; with a limit, if the limit is in
   * force. It locks nothing: an event ticket whose occurrence is removed by another transaction meanwhile is inserted, and
   * is cancelled, since its occurrence does not exist any more.
   */
  insertTicketIfUnchanged: (tables: Tables, ticket: Ticket, limit?: PlaceLimit) => Promise<boolean>
  /** The same for several tickets of the same type; returns how many were inserted. */
  insertTicketsIfUnchanged: (tables: Tables, tickets: readonly Ticket[], limit?: PlaceLimit) => Promise<number>
}>

/** The statements that insert tickets, compiled once. */
export const ticketInserts = (kysely: Tables): TicketInserts => {
  const one = { unlimited: insertsOfOne(kysely, false), limited: insertsOfOne(kysely, true) }
  const several = { unlimited: insertsOfSeveral(kysely, false), limited: insertsOfSeveral(kysely, true) }
  return {
    insertTicketIfUnchanged: async (tables, ticket, limit) => {
      const inserts = one[kindOf(limit)]
      // Each statement has the values that its row has.
      const row = insertedRow(ticket, limit) as Required<InsertedRow>
      const statement = ticket.ticketType === 'event' ? inserts.event(row) : inserts.general(row)
      return (await tables.executeQuery(statement)).numAffectedRows === 1n
    },
    insertTicketsIfUnchanged: async (tables, tickets, limit) => {
      const inserts = several[kindOf(limit)]
      const rows = tickets.map((ticket) => datedRow(ticket))
      const { sql: text, parameters } = tickets[0]?.ticketType === 'event' ? inserts.event(rows) : inserts.general(rows)
      const values = limit === undefined ? parameters : [...parameters, limit.number]
      return Number((await tables.executeQuery(CompiledQuery.raw(text, [...values]))).numAffectedRows)
    },
  }
}

const kindOf = (limit: PlaceLimit | undefined) => (limit === undefined ? 'unlimited' : 'limited')

/** A ticket, and the weekday of general entry. */
type DatedRow = SoldTicketRow & Readonly<{ weekday?: string }>
/** The same with the number of a limit. */
type InsertedRow = DatedRow & Readonly<{ limit_number?: number }>

const datedRow = (ticket: Ticket): DatedRow => {
  const row = rowOf(ticket)
  return ticket.ticketType === 'event' ? row : { ...row, weekday: CalendarDate.weekday(ticket.ticketDate) }
}
const insertedRow = (ticket: Ticket, limit: PlaceLimit | undefined): InsertedRow =>
  limit === undefined ? datedRow(ticket) : { ...datedRow(ticket), limit_number: limit.number }

// All statements about general tickets apply the rule of `Schedule.hoursOn`: an exception replaces the weekly hours.

/** One ticket, without the table of constants that several need, which takes MariaDB a tenth of the statement. */
const insertsOfOne = (kysely: Tables, isLimited: boolean) => {
  const insert = () => kysely.insertInto('museum_ticket').columns(ticketColumns)
  const valuesOf = (row: Readonly<Record<keyof SoldTicketRow, RawBuilder<never>>>) =>
    sql.join(ticketColumns.map((column) => row[column]))
  const isInForce = (row: Readonly<{ limit_number: RawBuilder<never> }>) =>
    isLimited ? sql<boolean>`limit_number = ${row.limit_number}` : sql<boolean>`limit_number is null`
  return {
    general: compiledOnce([...ticketColumns, 'weekday', 'limit_number'], (row) =>
      insert()
        .expression(
          ({ selectFrom, fn, exists }) =>
            sql`select ${valuesOf(row)} from general_entry_limit where ${isInForce(row)} and ${fn.coalesce(
              selectFrom('hours_exception')
                .select(sql`time_open is not null`.as('is_open'))
                .where('exception_date', '=', row.ticket_date),
              exists(selectFrom('weekly_hours').select('weekday').where('weekday', '=', row.weekday)),
            )}`,
        )
        .compile(),
    ),
    event: compiledOnce([...ticketColumns, 'limit_number'], (row) =>
      insert()
        .expression(({ selectFrom }) =>
          selectFrom('special_event')
            .innerJoin('special_event_occurrence', 'special_event_occurrence.event_id', 'special_event.event_id')
            .where('special_event.event_id', '=', row.event_id)
            .where('special_event.name', '=', row.event_name)
            .where('special_event.location', '=', row.event_location)
            .where('special_event.price', '=', row.price)
            .where(isInForce(row))
            .where('special_event_occurrence.event_date', '=', row.ticket_date)
            .where('special_event_occurrence.occurrence_number', '=', row.occurrence_number)
            .select(ticketColumns.map((column) => sql`${row[column]}`.as(column))),
        )
        .compile(),
    ),
  }
}

/** Several tickets, joined with what they depend on. The number of a limit is the last value. */
const insertsOfSeveral = (kysely: Tables, isLimited: boolean) => {
  const insert = () => kysely.insertInto('museum_ticket').columns(ticketColumns)
  const valuesOf = (rows: readonly DatedRow[]) => rows.flatMap((row) => Object.values(row))
  const isInForce = (table: 'special_event' | 'general_entry_limit') =>
    isLimited
      ? sql<boolean>`${sql.ref(`${table}.limit_number`)} = ${null}`
      : sql<boolean>`${sql.ref(`${table}.limit_number`)} is null`
  return {
    general: compiledForEachCount(valuesOf, (rows: readonly DatedRow[]) =>
      insert()
        .expression((from) =>
          from
            .selectFrom(wantedRows(rows))
            .innerJoin('general_entry_limit', (limit) => limit.on(isInForce('general_entry_limit')))
            .leftJoin('hours_exception', 'hours_exception.exception_date', 'wanted.ticket_date')
            .leftJoin('weekly_hours', (hours) => hours.on(sql<boolean>`weekly_hours.weekday = wanted.weekday`))
            .where(({ or, and, eb }) =>
              or([
                eb('hours_exception.time_open', 'is not', null),
                and([eb('hours_exception.exception_date', 'is', null), eb('weekly_hours.weekday', 'is not', null)]),
              ]),
            )
            .select(ticketColumns.map((column) => `wanted.${column}` as const)),
        )
        .compile(),
    ),
    event: compiledForEachCount(valuesOf, (rows: readonly DatedRow[]) =>
      insert()
        .expression((from) =>
          from
            .selectFrom(wantedRows(rows))
            .innerJoin('special_event', (event) =>
              event
                .onRef('special_event.event_id', '=', 'wanted.event_id')
                .onRef('special_event.name', '=', 'wanted.event_name')
                .onRef('special_event.location', '=', 'wanted.event_location')
                .onRef('special_event.price', '=', 'wanted.price')
                .on(isInForce('special_event')),
            )
            .innerJoin('special_event_occurrence', (occurrence) =>
              occurrence
                .onRef('special_event_occurrence.event_id', '=', 'wanted.event_id')
                .onRef('special_event_occurrence.event_date', '=', 'wanted.ticket_date')
                .onRef('special_event_occurrence.occurrence_number', '=', 'wanted.occurrence_number'),
            )
            .select(ticketColumns.map((column) => `wanted.${column}` as const)),
        )
        .compile(),
    ),
  }
}

/** A table of constants. */
const wantedRows = (rows: readonly DatedRow[]) => {
  const columns = Object.keys(rows[0]!) as (keyof DatedRow)[]
  const selects = rows.map((row, n) =>
    n === 0
      ? sql`select ${sql.join(columns.map((column) => sql`${row[column]} as ${sql.ref(column)}`))}`
      : sql`select ${sql.join(columns.map((column) => row[column]))}`,
  )
  return sql<DatedRow>`(${sql.join(selects, sql` union all `)})`.as<'wanted'>(sql.ref('wanted'))
}
