import { describe, expect, it } from '@jest/globals'
import { DateOrInstant } from './date-or-instant.ts'

const nineUtc = Date.UTC(2030, 4, 17, 9)

describe('a date or an instant', () => {
  it.each([
    ['2030-05-17', '2030-05-17'],
    ['1970-01-01', '1970-01-01'],
    ['9999-12-31', '9999-12-31'],
    ['2030-05-17T09:00:00Z', nineUtc],
    ['2030-05-17t09:00:00z', nineUtc],
    ['2030-05-17T11:00:00+02:00', nineUtc],
    ['2030-05-16T23:30:00-09:30', nineUtc],
    ['2030-05-17T09:00:00-00:00', nineUtc],
    ['2030-05-17T09:00:00.25Z', nineUtc + 250],
    ['2030-05-17T09:00:00.123999999Z', nineUtc + 123],
    ['2030-05-17T11:00:00.0129999999999+02:00', nineUtc + 12],
    ['1970-01-01T00:00:00Z', 0],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('is read from %s', (text, value) => {
    expect(DateOrInstant.faultOf(text)).toBeUndefined()
    expect(DateOrInstant(text)).toBe(value)
  })

  it.each([
    '',
    'today',
    '2030-02-30',
    '1969-12-31',
    '2030-05-17T09:00:00',
    '2030-05-17T09:00Z',
    '2030-05-17 09:00:00Z',
    '2030-05-17T09:00:00 02:00',
    '2030-05-17T09:00:00+0200',
    '2030-05-17T09:00:00+24:00',
    '2030-05-17T24:00:00Z',
    '2030-05-17T09:60:00Z',
    '2030-05-17T09:00:60Z',
    '2030-05-17T09:00:00.Z',
    '2030-02-30T09:00:00Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    ' 2030-05-17T09:00:00Z',
    '1900000000000',
  ])('is not read from %j', (text) => {
    expect(DateOrInstant.faultOf(text)).toMatchObject({ code: 'not-a-date-or-time' })
  })
})
