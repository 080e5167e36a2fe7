import { expect, it } from '@jest/globals'
import { MailLimits } from '../index.ts'

it.each([
  [
    'toAddress',
    61,
    '10 e-mails were sent to this address within an hour. Send the next one in 2 minutes, or print the ticket.',
  ],
  ['byUser', 60, 'You have sent 200 e-mails within an hour. Send the next one in 1 minute, or print the ticket.'],
] as const)('an e-mail beyond the limit %s is refused for %d more seconds', (limit, retryAfter, because) => {
  expect(MailLimits.exceeded(limit, retryAfter)).toEqual({ refusal: 'too-many-mails', because, retryAfter })
})
