import { CalendarDate, type Ticket } from '@museum/domain'
import { type Kysely, sql } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type TicketRow, rowOf } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

export type TicketInserts = Readonly<{
  /** Inserts tickets, whatever has changed since their purchases were decided. */
  insertTickets: (tables: Tables, tickets: readonly Ticket[]) => Promise<void>
  /**
   * Inserts those tickets that `TicketRepository.add` may store, and returns how many. All must have the same type. It locks
   * nothing: an event ticket whose occurrence is removed by another transaction meanwhile is inserted, and is cancelled,
   * since its occurrence does not exist any more.
   */
  insertTicketsIfUnchanged: (tables: Tables, tickets: readonly Ticket[]) => Promise<number>
}>

/** The statements that insert tickets, compiled once for each number of tickets. */
export const ticketInserts = (kysely: Tables): TicketInserts => {
  const insertTickets = compiledForEachCount(valuesOfRow, (rows: readonly TicketRow[]) =>
    kysely.insertInto('museum_ticket').values(rows).compile(),
  )
  const insertGeneralTickets = compiledForEachCount(valuesOfRow, (rows: readonly RowWithWeekday[]) =>
    kysely
      .insertInto('museum_ticket')
      .columns(columnsOf(rows[0]!))
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
          .select(columnsOf(rows[0]!).map((column) => `wanted.${column}` as const)),
      )
      .compile(),
  )
  const insertEventTickets = compiledForEachCount(valuesOfRow, (rows: readonly TicketRow[]) =>
    kysely
      .insertInto('museum_ticket')
      .columns(columnsOf(rows[0]!))
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
          .selectAll('wanted'),
      )
      .compile(),
  )
  return {
    insertTickets: async (tables, tickets) => void (await tables.executeQuery(insertTickets(tickets.map(rowOf)))),
    insertTicketsIfUnchanged: async (tables, tickets) => {
      const statement =
        tickets[0]?.ticketType === 'event'
          ? insertEventTickets(tickets.map(rowOf))
          : insertGeneralTickets(tickets.map(rowWithWeekday))
      const { numAffectedRows } = await tables.executeQuery(statement)
      return Number(numAffectedRows)
    },
  }
}

type RowWithWeekday = TicketRow & Readonly<{ weekday: string }>
const rowWithWeekday = (ticket: Ticket): RowWithWeekday => ({
  ...rowOf(ticket),
  weekday: CalendarDate.weekday(ticket.ticketDate),
})

const valuesOfRow = (row: TicketRow) => Object.values(row)
/** The columns of the table. */
const columnsOf = (row: TicketRow) => Object.keys(row).filter((column) => column !== 'weekday') as (keyof TicketRow)[]

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
