import { describe, expect, it } from '@jest/globals'
import { ticketState } from '../index.ts'

describe('the state of a ticket', () => {
  it.each([
    ['a general ticket', { ticketType: 'general', isCancelled: false }, 'valid'],
    ['a general ticket that was cancelled individually', { ticketType: 'general', isCancelled: true }, 'cancelled'],
    [
      'an event ticket whose occurrence exists',
      { ticketType: 'event', isCancelled: false, occurrenceNumber: 2, currentOccurrenceNumber: 2 },
      'valid',
    ],
    [
      'an event ticket whose event or date was removed',
      { ticketType: 'event', isCancelled: false, occurrenceNumber: 2, currentOccurrenceNumber: undefined },
      'cancelled',
    ],
    [
      'an event ticket whose date was removed and added again',
      { ticketType: 'event', isCancelled: false, occurrenceNumber: 2, currentOccurrenceNumber: 4 },
      'cancelled',
    ],
    [
      'an event ticket that was cancelled individually while its occurrence exists',
      { ticketType: 'event', isCancelled: true, occurrenceNumber: 2, currentOccurrenceNumber: 2 },
      'cancelled',
    ],
  ] as const)('of %s', (_, facts, state) => {
    expect(ticketState(facts)).toBe(state)
  })
})
