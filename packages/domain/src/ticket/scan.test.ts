import { describe, expect, it } from '@jest/globals'
import { CancellationReason, ConfirmationCode, Gate, Instant, Scan, ScannedCode } from '../index.ts'

const now = Instant(Date.UTC(2030, 4, 17, 19))
const minutes = (count: number) => Instant(now + count * 60_000)
const days = (count: number) => minutes(count * 24 * 60)

describe('a scan', () => {
  it('has the moment at which the server receives it, whatever the clock of the scanner says', () => {
    for (const scannedAt of [undefined, Instant(0), days(100)]) {
      expect(Scan.faultOf({ scannedAt }, now)).toBeUndefined()
      expect(Scan.at({ scannedAt }, now)).toBe(now)
    }
  })

  it('has the moment at which it was made when the scanner was offline', () => {
    for (const scannedAt of [now, minutes(5), days(-7), minutes(-1)]) {
      expect(Scan.faultOf({ scannedAt, isOffline: true }, now)).toBeUndefined()
      expect(Scan.at({ scannedAt, isOffline: true }, now)).toBe(scannedAt)
    }
  })

  it.each([
    ['without that moment', undefined, 'scanned-at-required', 'is required for an offline scan', undefined],
    [
      'more than 5 minutes ahead',
      Instant(minutes(5) + 1),
      'scanned-in-the-future',
      'must be at most 5 minutes ahead of the clock of the server: check the clock of the scanner',
      { minutes: 5 },
    ],
    [
      'of more than 7 days ago',
      Instant(days(-7) - 1),
      'scanned-too-long-ago',
      'must be at most 7 days ago',
      { days: 7 },
    ],
  ])('is not accepted offline %s', (_, scannedAt, code, detail, values) => {
    expect(Scan.faultOf({ scannedAt, isOffline: true }, now)).toEqual({ member: 'scannedAt', code, detail, values })
  })
})

describe('the code of a scan', () => {
  it('is any text of 1 to 1000 characters', () => {
    for (const text of ['x', '\u0000', '\ud800', ' ', 'x'.repeat(1000)]) expect(ScannedCode(text)).toBe(text)
    expect(ScannedCode.faultOf('')).toEqual({ code: 'text-blank', detail: 'must not be empty' })
    expect(ScannedCode.faultOf('x'.repeat(1001))).toEqual({
      code: 'text-too-long',
      detail: 'must have at most 1000 characters',
      values: { maxLength: 1000 },
    })
  })
})

describe('the name of a gate, and the reason for a cancellation', () => {
  it('are a line of text', () => {
    expect([Gate('North door'), CancellationReason('The visitor is ill.')]).toEqual([
      'North door',
      'The visitor is ill.',
    ])
    for (const text of ['', ' ', 'a\nb']) {
      expect(Gate.faultOf(text)).toBeDefined()
      expect(CancellationReason.faultOf(text)).toBeDefined()
    }
    expect([Gate.faultOf('x'.repeat(101))?.code, CancellationReason.faultOf('x'.repeat(501))?.code]).toEqual([
      'text-too-long',
      'text-too-long',
    ])
  })
})

it('the name of a gate is in Unicode normalization form C', () => {
  expect(Gate('Entre\u0301e')).toBe('Entr\u00e9e')
  expect(Gate.faultOf('e\u0301'.repeat(100))).toBeUndefined()
})

describe('a confirmation code that was typed', () => {
  const code = 'ticket-general-abcdef-23456'
  it.each([
    code,
    ` ${code}\r\n`,
    code.toUpperCase(),
    'ticket - general - abcdef - 23456',
    code.replaceAll('-', '\u2013'),
  ])('is read from %j', (text) => {
    expect(ConfirmationCode.read(text)).toEqual([code])
  })
  it.each(['', 'ticket', code.slice(1), `${code}2`, code.replace('a', '1'), code.replace('general', 'other')])(
    'is not read from %j',
    (text) => {
      expect(ConfirmationCode.read(text)).toBeUndefined()
    },
  )
})
