import { expect, it } from '@jest/globals'
import { MailLimits } from '../index.ts'

it.each([
  [
    'toAddress',
    61,
    '10 e-mails were sent to this address within an hour. Send the next one in 2 minutes, or print the ticket.',
    { limit: 10, per: 'address', minutes: 2 },
  ],
  [
    'byUser',
    60,
    'You have sent 200 e-mails within an hour. Send the next one in 1 minute, or print the ticket.',
    { limit: 200, per: 'user', minutes: 1 },
  ],
] as const)('an e-mail beyond the limit %s is refused for %d more seconds', (limit, retryAfter, because, values) => {
  expect(MailLimits.exceeded(limit, retryAfter)).toEqual({ refusal: 'too-many-mails', because, values, retryAfter })
})
