import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { everyDay, hours } from '@museum/domain/examples'
import { aMuseum, anActor, inMemoryPorts } from '../in-memory/index.ts'

const christmas = CalendarDate('2030-12-25')

describe('changing the opening hours', () => {
  it('replaces the hours of a weekday', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.changeOpeningHours({ weekday: 'monday', hours: 'closed' }, anActor)
    await museum.changeOpeningHours({ weekday: 'friday', hours: hours('10:00', '21:00') }, anActor)
    const { monday: _, ...openDays } = everyDay.weekly
    expect((await ports.museumHours.schedule(christmas, christmas)).weekly).toEqual({
      ...openDays,
      friday: hours('10:00', '21:00'),
    })
  })

  it('replaces the hours of one date, and removes that exception', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const exceptions = async () => (await ports.museumHours.schedule(christmas, christmas)).exceptions
    await museum.changeOpeningHours({ date: christmas, hours: 'closed' }, anActor)
    expect(await exceptions()).toEqual(new Map([[christmas, 'closed']]))
    await museum.changeOpeningHours({ date: christmas, hours: 'as-the-week' }, anActor)
    expect(await exceptions()).toEqual(new Map())
  })
})
