import { describe, expect, it } from '@jest/globals'
import { EventId, TicketId } from './index.ts'

describe.each([
  ['an eventId', EventId],
  ['a ticketId', TicketId],
])('%s', (_, Id) => {
  it('accepts 8-4-4-4-12 hexadecimal digits in either case, and converts them to lower case', () => {
    expect(Id('DAD4BCE0-F5CB-4078-A211-995864315E39')).toBe('dad4bce0-f5cb-4078-a211-995864315e39')
    expect(Id('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000')
  })

  it.each([
    '',
    'dad4bce0',
    'dad4bce0f5cb4078a211995864315e39',
    'xdad4bce0-f5cb-4078-a211-995864315e39',
    'dad4bce0-f5cb-4078-a211-995864315e390',
    'gad4bce0-f5cb-4078-a211-995864315e39',
    '{dad4bce0-f5cb-4078-a211-995864315e39}',
  ])('rejects %j', (text) => {
    expect(Id.faultOf(text)?.code).toBe('not-a-uuid')
  })
})
