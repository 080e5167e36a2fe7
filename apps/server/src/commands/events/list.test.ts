import { expect, it } from '@jest/globals'
import type { ListSpecialEvents } from '@museum/application'
import type { SpecialEvent } from '@museum/domain'
import { allEvents } from './list.ts'

it('events list has each event once when an event is created while the pages are read', async () => {
  const events = Array.from({ length: 150 }, (_, n) => ({ eventId: `event-${n}` }) as unknown as SpecialEvent)
  const list = (async (_period, { page, limit }) => {
    const items = events.slice((page - 1) * limit, page * limit)
    if (page === 1) events.unshift({ eventId: 'earlier' } as unknown as SpecialEvent)
    return { items, total: events.length }
  }) as ListSpecialEvents
  const listed = (await allEvents(list, {})).map(({ eventId }) => eventId)
  expect(listed).toEqual(Array.from({ length: 150 }, (_, n) => `event-${n}`))
})
