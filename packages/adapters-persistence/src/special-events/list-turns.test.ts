import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { CalendarDate, EventDates, EventId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, exampleId } from '@museum/domain/examples'
import { freshDatabase, namedEngines } from '../../test/databases.ts'
import { withDeadline } from '../database/deadline.ts'
import { fillWithEvents } from '../../test/statements.ts'
import { repositoriesOf } from '../../test/repositories-of.ts'
import { listTurns } from './list-turns.ts'

const first = CalendarDate('2031-01-01')
const days = [...CalendarDate.between(first, CalendarDate('2031-12-31'))]

describe.each(namedEngines)('a crowd of long lists on %s', (_, engine) => {
  let home: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    home = await freshDatabase(engine)
    const events = Array.from({ length: 100 }, (_event, n) =>
      aSpecialEvent({ eventId: EventId(exampleId(n + 1)), dates: EventDates(days) }),
    )
    await fillWithEvents(home.database, engine, events)
  })
  afterAll(() => home.close())

  it('lets a purchase and the event loop have their turns', async () => {
    const { specialEvents, tickets } = repositoriesOf(home.open(home.url, { connections: 2 }))
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
    const count = () => {
      turns += 1
      if (settled < lists.length) setImmediate(count)
    }
    setImmediate(count)
    await new Promise((resolve) => setImmediate(resolve))
    await tickets.add(aGeneralTicket())
    expect(settled).toBeLessThan(lists.length / 2)
    // A list that cannot be read in time is refused, and nothing else.
    for (const outcome of await Promise.all(lists))
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Unavailable)
    expect(turns).toBeGreaterThan(20)
  })
})

describe('the turns of lists', () => {
  it('are given in the order in which they were asked for, so many at a time, each under its own deadline', async () => {
    const inTurn = listTurns(2)
    const [begun, ends]: [number[], PromiseWithResolvers<void>[]] = [[], []]
    const lists = Array.from({ length: 5 }, (_, n) =>
      inTurn(async () => {
        begun.push(n)
        ends[n] = Promise.withResolvers()
        await ends[n].promise
        return n
      }),
    )
    for (let n = 0; n < 5; n += 1) {
      while (ends[n] === undefined) await new Promise((resolve) => setImmediate(resolve))
      expect(begun).toHaveLength(Math.min(5, n + 2))
      ends[n]!.resolve()
      expect(await lists[n]).toBe(n)
    }
  })

  it('are not given to a list whose time is over', async () => {
    const inTurn = listTurns(1)
    const end = Promise.withResolvers<void>()
    const running = inTurn(() => end.promise)
    const late = withDeadline(20, () => inTurn(async () => 'read'))
    const patient = withDeadline(60_000, () => inTurn(async () => 'read'))
    setTimeout(() => end.resolve(), 40)
    await expect(late).rejects.toThrow(Unavailable)
    expect(await patient).toBe('read')
    await running
  })

  it('go on after a list that fails', async () => {
    const inTurn = listTurns(1)
    await expect(inTurn(async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await inTurn(async () => 'read')).toBe('read')
  })
})
