import { describe, expect, it } from '@jest/globals'
import { ticketState } from '../index.ts'

describe('the state of a ticket', () => {
  it.each([
    ['a general ticket', { ticketType: 'general', isAdmitted: false, isCancelled: false }, 'valid'],
    [
      'a general ticket that was cancelled individually',
      { ticketType: 'general', isAdmitted: false, isCancelled: true },
      'cancelled',
    ],
    [
      'an event ticket whose occurrence exists',
      { ticketType: 'event', isAdmitted: false, isCancelled: false, occurrenceNumber: 2, currentOccurrenceNumber: 2 },
      'valid',
    ],
    [
      'an event ticket whose event was deleted or whose date was removed',
      {
        ticketType: 'event',
        isAdmitted: false,
        isCancelled: false,
        occurrenceNumber: 2,
        currentOccurrenceNumber: undefined,
      },
      'cancelled',
    ],
    [
      'an event ticket whose date was removed and added again',
      { ticketType: 'event', isAdmitted: false, isCancelled: false, occurrenceNumber: 2, currentOccurrenceNumber: 4 },
      'cancelled',
    ],
    [
      'an event ticket that was cancelled individually while its occurrence exists',
      { ticketType: 'event', isAdmitted: false, isCancelled: true, occurrenceNumber: 2, currentOccurrenceNumber: 2 },
      'cancelled',
    ],
    [
      'a ticket that was used, also after its event was deleted',
      {
        ticketType: 'event',
        isAdmitted: true,
        isCancelled: false,
        occurrenceNumber: 2,
        currentOccurrenceNumber: undefined,
      },
      'admitted',
    ],
    ['a general ticket that was used', { ticketType: 'general', isAdmitted: true, isCancelled: false }, 'admitted'],
  ] as const)('of %s', (_, facts, state) => {
    expect(ticketState(facts)).toBe(state)
  })
})
