import { CalendarDate, type Ticket } from '@museum/domain'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type TicketRow, rowOf, ticketColumns } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

export type TicketInserts = Readonly<{
  /**
   * Inserts a ticket if `TicketRepository.add` may store it, and returns whether it did. It locks nothing: an event ticket
   * whose occurrence is removed by another transaction meanwhile is inserted, and is cancelled, since its occurrence does
   * not exist any more.
   */
  insertTicketIfUnchanged: (tables: Tables, ticket: Ticket) => Promise<boolean>
  /** The same for several tickets of the same type; returns how many were inserted. */
  insertTicketsIfUnchanged: (tables: Tables, tickets: readonly Ticket[]) => Promise<number>
}>

/** The statements that insert tickets, compiled once. */
export const ticketInserts = (kysely: Tables): TicketInserts => {
  const [one, several] = [insertsOfOne(kysely), insertsOfSeveral(kysely)]
  return {
    insertTicketIfUnchanged: async (tables, ticket) => {
      const statement = ticket.ticketType === 'event' ? one.event(rowOf(ticket)) : one.general(rowWithWeekday(ticket))
      return (await tables.executeQuery(statement)).numAffectedRows === 1n
    },
    insertTicketsIfUnchanged: async (tables, tickets) => {
      const statement =
        tickets[0]?.ticketType === 'event'
          ? several.event(tickets.map(rowOf))
          : several.general(tickets.map(rowWithWeekday))
      return Number((await tables.executeQuery(statement)).numAffectedRows)
    },
  }
}

type RowWithWeekday = TicketRow & Readonly<{ weekday: string }>
const rowWithWeekday = (ticket: Ticket): RowWithWeekday => ({
  ...rowOf(ticket),
  weekday: CalendarDate.weekday(ticket.ticketDate),
})

// Both statements about general tickets apply the rule of `Schedule.hoursOn`: an exception replaces the weekly hours.

/** One ticket, without the table of constants that several need, which takes MariaDB a tenth of the statement. */
const insertsOfOne = (kysely: Tables) => {
  const insert = () => kysely.insertInto('museum_ticket').columns(ticketColumns)
  const valuesOf = (row: Readonly<Record<keyof TicketRow, RawBuilder<never>>>) =>
    sql.join(ticketColumns.map((column) => row[column]))
  return {
    general: compiledOnce([...ticketColumns, 'weekday'], (row) =>
      insert()
        .expression(
          ({ selectFrom, fn, exists }) =>
            sql`select ${valuesOf(row)} where ${fn.coalesce(
              selectFrom('hours_exception')
                .select(sql`time_open is not null`.as('is_open'))
                .where('exception_date', '=', row.ticket_date),
              exists(selectFrom('weekly_hours').select('weekday').where('weekday', '=', row.weekday)),
            )}`,
        )
        .compile(),
    ),
    event: compiledOnce(ticketColumns, (row) =>
      insert()
        .expression(({ selectFrom }) =>
          selectFrom('special_event')
            .innerJoin('special_event_occurrence', 'special_event_occurrence.event_id', 'special_event.event_id')
            .where('special_event.event_id', '=', row.event_id)
            .where('special_event.name', '=', row.event_name)
            .where('special_event.location', '=', row.event_location)
            .where('special_event.price', '=', row.price)
            .where('special_event_occurrence.event_date', '=', row.ticket_date)
            .where('special_event_occurrence.occurrence_number', '=', row.occurrence_number)
            .select(ticketColumns.map((column) => sql`${row[column]}`.as(column))),
        )
        .compile(),
    ),
  }
}

/** Several tickets, joined with what they depend on. */
const insertsOfSeveral = (kysely: Tables) => {
  const insert = () => kysely.insertInto('museum_ticket').columns(ticketColumns)
  const valuesOf = (row: TicketRow) => Object.values(row)
  return {
    general: compiledForEachCount(valuesOf, (rows: readonly RowWithWeekday[]) =>
      insert()
        .expression((from) =>
          from
            .selectFrom(wantedRows(rows))
            .leftJoin('hours_exception', 'hours_exception.exception_date', 'wanted.ticket_date')
            .leftJoin('weekly_hours', 'weekly_hours.weekday', 'wanted.weekday')
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
    event: compiledForEachCount(valuesOf, (rows: readonly TicketRow[]) =>
      insert()
        .expression((from) =>
          from
            .selectFrom(wantedRows(rows))
            .innerJoin('special_event', (event) =>
              event
                .onRef('special_event.event_id', '=', 'wanted.event_id')
                .onRef('special_event.name', '=', 'wanted.event_name')
                .onRef('special_event.location', '=', 'wanted.event_location')
                .onRef('special_event.price', '=', 'wanted.price'),
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
const wantedRows = <Row extends TicketRow>(rows: readonly Row[]) => {
  const columns = Object.keys(rows[0]!) as (keyof Row & string)[]
  const selects = rows.map((row, n) =>
    n === 0
      ? sql`select ${sql.join(columns.map((column) => sql`${row[column]} as ${sql.ref(column)}`))}`
      : sql`select ${sql.join(columns.map((column) => row[column]))}`,
  )
  return sql<Row>`(${sql.join(selects, sql` union all `)})`.as<'wanted'>(sql.ref('wanted'))
}
