import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Period } from '@museum/application'
import { CalendarDate, EventDates, EventId } from '@museum/domain'
import { aSpecialEvent, exampleId } from '@museum/domain/examples'
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
    // The same number of tickets for each occurrence, and for general entry on each date.
    await run(
      `insert into museum_ticket (${columns})
       with recursive ${sequence('numbers', ticketsOfEach)}
       select ${id(`o.row_number_of_all * ${ticketsOfEach} + n`)}, 'event', o.event_id, 'Night', 'Hall', o.event_date,
         'visitor@example.org', ${number(`o.row_number_of_all * ${ticketsOfEach} + n`)}, 1990, 'EUR', 'valid', 1
       from (select event_id, event_date, row_number() over (order by event_id, event_date) as row_number_of_all
         from special_event_occurrence) as o cross join numbers`,
    )
    await run(
      `insert into museum_ticket (${columns})
       with recursive ${sequence('numbers', events * ticketsOfEach)}
       select ${id(`1000000000 + o.row_number_of_all * ${events * ticketsOfEach} + n`)}, 'general', null, null, null,
         o.event_date, 'visitor@example.org',
         ${number(`1000000000 + o.row_number_of_all * ${events * ticketsOfEach} + n`)}, 0, 'EUR', 'valid', null
       from (select event_date, row_number() over (order by event_date) as row_number_of_all
         from special_event_occurrence group by event_date) as o cross join numbers`,
    )
    await run(engine.isMysql ? 'analyze table museum_ticket' : 'analyze')
  }, 60_000)
  afterAll(() => opened.close())
  const ofDay = (n: number) => ({ date: day(n), general: events * ticketsOfEach, event: events * ticketsOfEach })

  it.each<[string, Period, number]>([
    ['one date', { startDate: day(7), endDate: day(7) }, 7],
    ['some dates', { startDate: day(38), endDate: day(45) }, 38],
  ])('reads ranges of indexes for %s', async (_what, period, first) => {
    const statements = await statementsOf(opened.database, async (recording) => {
      const counts = await kyselyTicketRepository(recording).countValid(period)
      expect(counts).toEqual(Array.from({ length: counts.length }, (_count, n) => ofDay(first + n)))
      expect(counts.length).toBeGreaterThan(0)
    })
    expect(statements).toHaveLength(1)
    for (const index of ['ticket_by_event', 'special_event_date_by_date'])
      await expectRangeOf({ index, isCovering: false }, statements[0]!, opened.database, engine)
  })

  it('takes several statements, each with ranges of indexes and at most 31 dates, for a long period', async () => {
    await run(
      `insert into museum_ticket (ticket_id, ticket_type, ticket_date, email, confirmation_code, price, currency, state)
       values (x'${'f'.repeat(32)}', 'general', '2077-01-01', 'visitor@example.org', 'the last one', 0, 'EUR', 'valid')`,
    )
    const statements = await statementsOf(opened.database, async (recording) => {
      const counts = await kyselyTicketRepository(recording).countValid({ startDate: firstDate })
      const expected = Array.from({ length: dates }, (_count, n) => ofDay(n))
      expect(counts).toEqual([...expected, { date: '2077-01-01', general: 1, event: 0 }])
    })
    const counting = statements.filter(({ sql }) => sql.includes('count('))
    const periods = counting.map(({ parameters }) => {
      const ofStatement = parameters.filter((value) => /^\d{4}-/.test(String(value))).map(String)
      return [ofStatement.toSorted()[0], ofStatement.toSorted().at(-1)]
    })
    expect(periods).toEqual([
      ['2030-05-01', '2030-05-31'],
      ['2030-06-01', '2030-07-01'],
      ['2077-01-01', '2077-01-31'],
    ])
    for (const statement of statements.filter(({ sql }) => !sql.includes('count(') && sql.includes('museum_ticket')))
      await expectRangeOf({ index: 'ticket_by_event', isCovering: true }, statement, opened.database, engine)
    for (const statement of statements.filter(({ sql }) => !sql.includes('museum_ticket')))
      await expectRangeOf({ index: 'special_event_date_by_date', isCovering: true }, statement, opened.database, engine)
  })
})
