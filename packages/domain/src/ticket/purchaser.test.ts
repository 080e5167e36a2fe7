import { describe, expect, it } from '@jest/globals'
import { Email, Phone } from '../index.ts'

describe('an e-mail address', () => {
  it.each([
    'a@b',
    'visitor@example.org',
    "o'hara+museum@sub.example.org",
    'Ünïcode@例え.jp',
    '🦣@museum.example',
    '"quoted"@x.org',
    `${'x'.repeat(242)}@example.org`,
    `${'🦣'.repeat(242)}@example.org`,
  ])('accepts %s and keeps it as it was sent', (text) => {
    expect(Email(text)).toBe(text)
  })
  it.each([
    '',
    '@',
    'a@',
    '@b',
    'ab',
    'a@b@c',
    'a@@b',
    'a b@c',
    'a@b c',
    ' a@b',
    'a@b ',
    'a@b\r\nBcc: c@d',
    'a@b\n',
    'a\u0000@b',
    'a@b\u0085',
    '\ud800@b',
    `${'x'.repeat(243)}@example.org`,
    `${'🦣'.repeat(243)}@example.org`,
  ])('rejects %j', (text) => {
    expect(Email.faultOf(text)).toEqual({
      code: 'not-an-email',
      detail: expect.stringContaining('must be an e-mail address'),
    })
  })
})

describe('a phone number', () => {
  it.each(['+1(234)-567-8910', '123', '+49 30 / 901820 x17', '1.2.3#', '1'.repeat(32), '(((123)))'])(
    'accepts %s',
    (text) => {
      expect(Phone(text)).toBe(text)
    },
  )
  it.each(['', '12', '+()-./x#', 'call me 123', '１２３', '123\n', '1'.repeat(33), '12a34', '123,4'])(
    'rejects %j',
    (text) => {
      expect(Phone.faultOf(text)).toEqual({
        code: 'not-a-phone',
        detail: expect.stringContaining('must be a phone number'),
      })
    },
  )
})
