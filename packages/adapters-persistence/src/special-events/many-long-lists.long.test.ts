import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { Unavailable } from '@museum/application'
import { CalendarDate, EventDates, EventId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'

const first = CalendarDate('2031-01-01')
const days = [...CalendarDate.between(first, CalendarDate('2031-12-31'))]

describe.each(namedEngines)('on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await aDatabase(engine)
    const events = Array.from({ length: 100 }, (_event, n) =>
      aSpecialEvent({ eventId: EventId(exampleId(n + 1)), dates: EventDates(days) }),
    )
    await fillWithEvents(opened.database, engine, events)
  })
  afterAll(() => opened.close())

  it('neither a purchase nor the event loop waits until many long lists have ended', async () => {
    const { specialEvents, tickets } = kyselyRepositories(opened.open(opened.url, { connections: 2 }))
    let [settled, turns] = [0, 0]
    const list = async (n: number) => {
      const page = { page: 1, limit: 100 }
      const outcome = await specialEvents
        .during({ startDate: first, endDate: days[n + 1]! }, page)
        .catch((error: unknown) => error)
      settled += 1
      return outcome
    }
    const lists = Array.from({ length: 150 }, (_list, n) => list(n))
    const countTurns = () => {
      turns += 1
      if (settled < lists.length) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    await new Promise((resolve) => setImmediate(resolve))
    await sellAlone(tickets, aGeneralTicket())
    expect(settled).toBeLessThan(lists.length / 2)
    const outcomes = await Promise.all(lists)
    const errors = outcomes.filter((outcome) => outcome instanceof Error)
    // Lists that cannot be read in time are refused.
    for (const error of errors) expect(error).toBeInstanceOf(Unavailable)
    expect(turns).toBeGreaterThan((outcomes.length - errors.length) / 4)
  })
})
