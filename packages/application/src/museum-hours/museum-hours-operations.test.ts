import { describe, expect, it } from '@jest/globals'
import { CalendarDate, EntryTimes } from '@museum/domain'
import { everyDay } from '@museum/testing/examples'
import { aMuseum, changeHours, inMemoryPorts } from '@museum/testing'

const date = CalendarDate
const datesOf = ({ items }: { items: readonly { date: string }[] }) => items.map((day) => day.date)

describe('the museum hours', () => {
  it('begin today when no start is given', async () => {
    const listed = await aMuseum().getMuseumHours({}, { page: 1, limit: 2 })
    expect(listed.items).toEqual([
      { date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' },
      { date: '2030-05-02', timeOpen: '09:00', timeClose: '18:00' },
    ])
  })

  it('end 365 days after today', async () => {
    const listed = await aMuseum().getMuseumHours({}, { page: 37, limit: 10 })
    expect([datesOf(listed).at(-1), listed.total]).toEqual(['2031-05-01', 366])
    expect(await aMuseum().getMuseumHours({}, { page: 38, limit: 10 })).toEqual({ items: [], total: 366 })
  })

  it('end 365 days after a later start, and never after the last supported date', async () => {
    const later = await aMuseum().getMuseumHours({ startDate: date('2040-01-01') }, { page: 1, limit: 1000 })
    expect([datesOf(later)[0], datesOf(later).at(-1)]).toEqual(['2040-01-01', '2040-12-31'])
    const last = await aMuseum().getMuseumHours({ startDate: date('9999-12-30') }, { page: 1, limit: 10 })
    expect(last).toMatchObject({ items: [{ date: '9999-12-30' }, { date: '9999-12-31' }], total: 2 })
  })

  it('begin at startDate when it is in the past, and then end 365 days after today', async () => {
    const { total } = await aMuseum().getMuseumHours({ startDate: date('2030-04-30') }, { page: 1, limit: 10 })
    expect(total).toBe(367)
  })

  it('end with endDate, that day included', async () => {
    const period = { startDate: date('2030-05-03'), endDate: date('2030-05-04') }
    expect(datesOf(await aMuseum().getMuseumHours(period, { page: 1, limit: 10 }))).toEqual([
      '2030-05-03',
      '2030-05-04',
    ])
    const before = { endDate: date('2030-04-30') }
    expect(await aMuseum().getMuseumHours(before, { page: 1, limit: 10 })).toEqual({ items: [], total: 0 })
  })

  it('omit closed days, which do not count towards the limit', async () => {
    const ports = inMemoryPorts()
    await changeHours(ports.museumHours, { date: date('2030-05-02'), hours: 'closed' })
    const listed = await aMuseum(ports).getMuseumHours({}, { page: 1, limit: 2 })
    expect([datesOf(listed), listed.total]).toEqual([['2030-05-01', '2030-05-03'], 365])
  })

  it('are counted up to 10,000, and have pages beyond that', async () => {
    const from = (startDate: string, page: number) =>
      aMuseum().getMuseumHours({ startDate: date(startDate) }, { page, limit: 100 })
    expect(await from('1970-01-01', 1)).not.toHaveProperty('total')
    expect(datesOf(await from('1970-01-01', 225)).at(-1)).toBe('2031-05-01')
    expect((await from('1970-01-01', 226)).items).toEqual([])
    // 2003-12-15 to 2031-05-01 are 10,000 days.
    expect((await from('2003-12-15', 1)).total).toBe(10_000)
    expect(await from('2003-12-14', 1)).not.toHaveProperty('total')
  })

  it.each(['getMuseumHours', 'getGeneralEntryAvailability'] as const)(
    'examine only the days of their page, no matter how long the period is (%s)',
    async (operation) => {
      let looks = 0
      const exceptions = new (class extends Map<CalendarDate, 'closed'> {
        override get(key: CalendarDate) {
          looks += 1
          return super.get(key)
        }
      })([[date('1999-12-31'), 'closed']])
      const ports = inMemoryPorts()
      const schedule = { ...everyDay, exceptions, entryTimes: EntryTimes.none, revision: 1 }
      const museumHours = { ...ports.museumHours, schedule: async () => schedule }
      const museum = aMuseum({ ...ports, museumHours })
      for (const [page, first, length] of [
        [1, '1970-01-01', 100],
        [110, '1999-11-05', 100],
        [224, '2031-01-22', 100],
        [225, undefined, 0],
      ] as const) {
        looks = 0
        const { items, total } = await museum[operation]({ startDate: date('1970-01-01') }, { page, limit: 100 })
        expect([items[0]?.date, items.length, total]).toEqual([first, length, undefined])
        expect(looks).toBeLessThanOrEqual(length + 1)
      }
    },
  )
})
