import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Capacity } from '@museum/domain'
import { aMuseum, anActor } from '@museum/testing'
import { shopOffers } from './offers.ts'

const [today, date] = [CalendarDate('2030-05-01'), CalendarDate('2030-05-17')]

describe('what the shop offers', () => {
  it('is read at most every two seconds, and again after them, however often it is asked for', async () => {
    const museum = aMuseum()
    const clock = { now: 1 }
    let reads = 0
    const getAvailability: typeof museum.getAvailability = (period) => {
      reads += 1
      return museum.getAvailability(period)
    }
    const { find } = shopOffers({ ...museum, getAvailability }, { now: () => clock.now })
    for (let asked = 0; asked < 50; asked += 1) {
      expect((await find(date, undefined))?.level).toBe(asked <= 10 ? 'enough' : 'none')
      if (asked === 9) await museum.setGeneralEntryCapacity(Capacity(0), anActor)
      clock.now += 200
    }
    expect(reads).toBe(5)
  })

  it('of general entry is in steps of four weeks from today on', async () => {
    const { dates } = shopOffers(aMuseum())
    for (const [from, first] of [
      [today, today],
      ['2029-01-01', today],
      ['2030-05-28', today],
      ['2030-05-29', '2030-05-29'],
      ['2030-07-01', '2030-06-26'],
    ] as const) {
      const shown = await dates(CalendarDate(from))
      expect([from, shown[0]?.date, shown.length]).toEqual([from, first, 28])
    }
    expect(await dates(CalendarDate('2035-01-01'))).toEqual([])
    expect((await dates(CalendarDate('2031-05-01'))).length).toBe(2)
  })
})
