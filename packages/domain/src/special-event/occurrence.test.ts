import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Occurrence } from '../index.ts'

const occurrences = (numbers: Readonly<Record<string, number>>): Occurrence[] =>
  Object.entries(numbers).map(([date, number]) => ({ date: CalendarDate(date), number }))

describe('comparing the occurrences of an event before and after a change', () => {
  it('finds those that were removed and those that were added', () => {
    const before = occurrences({ '2030-05-17': 1, '2030-05-18': 1, '2030-05-19': 3 })
    const after = occurrences({ '2030-05-18': 1, '2030-05-19': 3, '2030-05-20': 4 })
    expect(Occurrence.compare(before, after)).toEqual({
      removed: occurrences({ '2030-05-17': 1 }),
      added: occurrences({ '2030-05-20': 4 }),
    })
  })

  it('finds a date whose number has changed both removed and added', () => {
    expect(Occurrence.compare(occurrences({ '2030-05-17': 1 }), occurrences({ '2030-05-17': 3 }))).toEqual({
      removed: occurrences({ '2030-05-17': 1 }),
      added: occurrences({ '2030-05-17': 3 }),
    })
  })

  it('finds nothing when nothing has changed', () => {
    const same = occurrences({ '2030-05-17': 1, '2030-05-18': 2 })
    expect(Occurrence.compare(same, same)).toEqual({ removed: [], added: [] })
  })
})
