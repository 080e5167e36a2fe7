import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Page } from '@museum/application'
import { CalendarDate, EventDates, EventId } from '@museum/domain'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'

describe.each(namedEngines)('the count of valid tickets on %s', (_, engine) => {
  let opened: OpenedDatabase
  const [events, dates, ticketsOfEach] = [50, 40, 10]
  const firstDate = CalendarDate('2030-05-01')
  const day = (n: number) => CalendarDate.plusDays(firstDate, n)
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  const sequence = (name: string, count: number) =>
    `${name} (n) as (select 0 union all select n + 1 from ${name} where n + 1 < ${count})`
  const number = engine.isMysql
    ? (text: string) => `concat('code-', ${text})`
    : (text: string) => `'code-' || (${text})`
  const id = engine.isMysql
    ? (text: string) => `unhex(lpad(hex(${text}), 32, '0'))`
    : (text: string) => `unhex(printf('%032X', ${text}))`
  const columns = `ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, confirmation_code,
    price, currency, state, occurrence_number`
  /** Inserts `count` general tickets for a date. Recursion ends after 1,000 rows on MySQL. */
  const generalTicketsOn = (date: CalendarDate, count: number) =>
    `insert into museum_ticket (${columns})
     with recursive ${sequence('ones', 100)}, ${sequence('hundreds', Math.ceil(count / 100))}
     select ${id('2000000000 + hundreds.n * 100 + ones.n')}, 'general', null, null, null, '${date}', 'visitor@example.org',
       ${number('2000000000 + hundreds.n * 100 + ones.n')}, 0, 'EUR', 'valid', null
     from ones cross join hundreds where hundreds.n * 100 + ones.n < ${count}`
  beforeAll(async () => {
    opened = await aDatabase(engine)
    await fillWithEvents(
      opened.database,
      engine,
      Array.from({ length: events }, (_event, n) =>
        aSpecialEvent({
          eventId: EventId(exampleId(n)),
          dates: EventDates(Array.from({ length: dates }, (_date, m) => day(m))),
        }),
      ),
    )
    // Each occurrence, and general entry on each date, has the same number of tickets.
    await run(
      `insert into museum_ticket (${columns})
       with recursive ${sequence('numbers', ticketsOfEach)}
       select ${id(`o.row_number_of_all * ${ticketsOfEach} + n`)}, 'event', o.event_id, 'Night', 'Hall', o.event_date,
         'visitor@example.org', ${number(`o.row_number_of_all * ${ticketsOfEach} + n`)}, 1990, 'EUR', 'valid', 1
       from (select event_id, event_date, row_number() over (order by event_id, event_date) as row_number_of_all
         from event_occurrence) as o cross join numbers`,
    )
    await run(
      `insert into museum_ticket (${columns})
       with recursive ${sequence('numbers', events * ticketsOfEach)}
       select ${id(`1000000000 + o.row_number_of_all * ${events * ticketsOfEach} + n`)}, 'general', null, null, null,
         o.event_date, 'visitor@example.org',
         ${number(`1000000000 + o.row_number_of_all * ${events * ticketsOfEach} + n`)}, 0, 'EUR', 'valid', null
       from (select event_date, row_number() over (order by event_date) as row_number_of_all
         from event_occurrence group by event_date) as o cross join numbers`,
    )
    await run(engine.isMysql ? 'analyze table museum_ticket' : 'analyze')
  })
  afterAll(() => opened.close())

  it('reads ranges of indexes for a date', async () => {
    const statements = await statementsOf(opened.database, async (recording) => {
      expect(await kyselyTicketRepository(recording).countValid(day(7))).toEqual({
        date: day(7),
        general: events * ticketsOfEach,
        event: events * ticketsOfEach,
      })
    })
    for (const statement of statements) {
      const ofDates = /event_occurrence_by_(removal|date)/
      const index = statement.sql.includes('museum_ticket') ? 'ticket_by_event_and_date' : ofDates
      await expectRangeOf({ index, isCovering: false }, statement, opened.database, engine)
    }
    // One range for general entry, one for the occurrences, and one for the tickets of each occurrence.
    expect(statements).toHaveLength(2 + events)
  })

  it('finds the next date in ranges of indexes', async () => {
    const statements = await statementsOf(opened.database, async (recording) => {
      expect(await kyselyTicketRepository(recording).nextDate(day(39))).toBe(day(39))
      expect(await kyselyTicketRepository(recording).nextDate(day(40))).toBeUndefined()
    })
    for (const statement of statements) {
      const ofDates = /event_occurrence_by_(removal|date)/
      const index = statement.sql.includes('museum_ticket') ? 'ticket_by_event_and_date' : ofDates
      await expectRangeOf({ index, isCovering: true }, statement, opened.database, engine)
    }
    expect(statements).toHaveLength(4)
  })

  it('counts ten thousand tickets of each type at most', async () => {
    const sold = CalendarDate('2077-01-01')
    await run(generalTicketsOn(sold, Page.maxCountedItems + 1))
    expect(await opened.tickets.countValid(sold)).toEqual({ date: sold, general: Page.maxCountedItems, event: 0 })
  })
})
