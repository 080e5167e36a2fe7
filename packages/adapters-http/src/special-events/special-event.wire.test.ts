import { describe, expect, it } from '@jest/globals'
import { aSpecialEventDraft } from '@museum/testing/examples'
import { readSpecialEventFields } from './special-event.wire.ts'

describe('the members of a special event', () => {
  const members = {
    name: 'Night at the Museum',
    location: 'Main Hall',
    eventDescription: 'Torches, whispers, and a mammoth.',
    dates: ['2030-05-18', '2030-05-17', '2030-05-18'],
    price: 19.9,
  }

  it('are read as the draft of an event', () => {
    expect(readSpecialEventFields({ ...members, eventId: 'any', other: 1 })).toEqual({ draft: aSpecialEventDraft() })
  })

  it('get every fault that a request body would get, each with the path of its member', () => {
    const { location: _, ...others } = members
    expect(readSpecialEventFields({ ...others, name: ' ', dates: ['2030-05-17', '17.05.2030'], price: '5' })).toEqual({
      faults: [
        { path: ['name'], code: 'text-blank', detail: 'must not be blank' },
        { path: ['location'], code: 'missing', detail: 'is required' },
        { path: ['dates', 1], code: 'not-a-calendar-date', detail: expect.stringContaining('YYYY-MM-DD') },
        { path: ['price'], code: 'wrong-type', detail: 'must be of type number', values: { expected: 'number' } },
      ],
    })
  })
})
