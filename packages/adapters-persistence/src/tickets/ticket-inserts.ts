import type { EventTicket, Ticket } from '@museum/domain'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type TicketRow, rowOf } from './ticket-row.ts'

type Tables = Kysely<MuseumTables>

export type TicketInserts = Readonly<{
  /** Inserts tickets, whether or not their occurrences exist. */
  insertTickets: (tables: Tables, tickets: readonly Ticket[]) => Promise<void>
  /**
   * Inserts those event tickets whose occurrence exists, and returns how many. It locks nothing: a ticket whose occurrence
   * is removed by another transaction meanwhile is inserted, and is cancelled, since its occurrence does not exist any more.
   */
  insertEventTickets: (tables: Tables, tickets: readonly EventTicket[]) => Promise<number>
}>

/** The statements that insert tickets, compiled once for each number of tickets. */
export const ticketInserts = (kysely: Tables): TicketInserts => {
  const insertTickets = compiledForEachCount((rows) => kysely.insertInto('museum_ticket').values(rows).compile())
  const insertEventTickets = compiledForEachCount((rows) => {
    const columns = Object.keys(rows[0]!) as (keyof TicketRow)[]
    const selects = rows.map((row, n) =>
      n === 0
        ? sql`select ${sql.join(columns.map((column) => sql`${row[column]} as ${sql.ref(column)}`))}`
        : sql`select ${sql.join(columns.map((column) => row[column]))}`,
    )
    const wanted = sql<TicketRow>`(${sql.join(selects, sql` union all `)})`.as<'wanted'>(sql.ref('wanted'))
    return kysely
      .insertInto('museum_ticket')
      .columns(columns)
      .expression((from) =>
        from
          .selectFrom(wanted)
          .innerJoin('special_event_occurrence', (occurrence) =>
            occurrence
              .onRef('special_event_occurrence.event_id', '=', 'wanted.event_id')
              .onRef('special_event_occurrence.event_date', '=', 'wanted.ticket_date')
              .onRef('special_event_occurrence.occurrence_number', '=', 'wanted.occurrence_number'),
          )
          .selectAll('wanted'),
      )
      .compile()
  })
  return {
    insertTickets: async (tables, tickets) => void (await tables.executeQuery(insertTickets(tickets))),
    insertEventTickets: async (tables, tickets) => {
      const { numAffectedRows } = await tables.executeQuery(insertEventTickets(tickets))
      return Number(numAffectedRows)
    },
  }
}

/** Keeps the text of a statement for each number of rows, since compiling it costs more than all else about it. */
const compiledForEachCount = (compile: (rows: readonly TicketRow[]) => CompiledQuery) => {
  const texts = new Map<number, string>()
  return (tickets: readonly Ticket[]): CompiledQuery => {
    const rows = tickets.map(rowOf)
    const text = texts.get(rows.length) ?? compile(rows).sql
    texts.set(rows.length, text)
    return CompiledQuery.raw(
      text,
      rows.flatMap((row) => Object.values(row)),
    )
  }
}
