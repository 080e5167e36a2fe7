import { describe, expect, it } from '@jest/globals'
import { plainText, readAmount, readCount, readDate } from './index.ts'

describe('an amount that was typed', () => {
  it.each([
    ['12.50', 12.5],
    ['12,50', 12.5],
    ['12,5', 12.5],
    ['0', 0],
    ['1250', 1_250],
    ['99999999.99', 99_999_999.99],
    [' 12,50 € ', 12.5],
    ['12,50\u00a0€', 12.5],
    ['€12.50', 12.5],
    ['EUR 12.50', 12.5],
    ['12.50 eur', 12.5],
    ['12,50 Euro', 12.5],
    ['１２．５０', 12.5],
    ['１２，５０', 12.5],
    ['-1', -1],
  ])('is read: %j is %d', (text, value) => {
    expect(readAmount(text, 'EUR')).toEqual({ value })
  })

  it.each([
    ['1.250', 1_250, 1.25],
    ['1,250', 1_250, 1.25],
    ['1.000', 1_000, 1],
    ['1.250 €', 1_250, 1.25],
    ['１，２５０', 1_250, 1.25],
    ['12.345', 12_345],
    ['0.250', 0.25],
    ['1.250.000', 1_250_000],
    ['1.250,00', 1_250],
    ['1,250.50', 1_250.5],
    ['1 250', 1_250],
    ['1\u202f250,50', 1_250.5],
    ['1’250.50', 1_250.5],
    ["1'250", 1_250],
  ])('is a fault with a separator before three digits: %j', (text, ...meanings) => {
    expect(readAmount(text, 'EUR')).toMatchObject({ fault: { code: 'thousands-separator', meanings } })
  })

  it('has no decimals among its meanings in a currency without decimals', () => {
    expect(readAmount('1,500', 'JPY')).toMatchObject({ fault: { code: 'thousands-separator', meanings: [1_500] } })
    expect(readAmount('１５００円', 'JPY')).toEqual({ value: 1_500 })
    expect(readAmount('￥1500', 'JPY')).toEqual({ value: 1_500 })
  })

  it('is read with three decimals where they can be nothing else: the API says that they are too many', () => {
    expect(readAmount('0.125', 'EUR')).toEqual({ value: 0.125 })
    expect(readAmount('1234.125', 'EUR')).toEqual({ value: 1_234.125 })
  })

  it.each([
    '',
    ' ',
    'five',
    '10,0000',
    '1.2500',
    '12²',
    '19⁹⁰',
    '12①',
    '$12.50',
    '12.50 €€',
    '1e3',
    '0x10',
    '12,',
    ',5',
    '1.2.3',
    '1,00,000',
    'Infinity',
    '1 2',
    '€',
  ])('is unreadable: %j', (text) => {
    expect(readAmount(text, 'EUR')).toMatchObject({ fault: { code: 'unreadable', meanings: [] } })
  })

  it('is unreadable when it is longer than any number', () => {
    for (const text of ['1'.repeat(61), `1${',000'.repeat(30_000)}`, `${'\ufdfa'.repeat(100_000)}1`])
      for (const read of [(each: string) => readAmount(each, 'EUR'), readCount, readDate])
        expect(read(text)).toMatchObject({ fault: { code: 'unreadable', meanings: [] } })
  })
})

describe('a count that was typed', () => {
  it.each([
    ['120', 120],
    [' 0 ', 0],
    ['１２０', 120],
  ])('is read: %j is %d', (text, value) => {
    expect(readCount(text)).toEqual({ value })
  })

  it.each([
    ['1.000', [1_000]],
    ['1,000', [1_000]],
    ['1 000 000', [1_000_000]],
  ])('is a fault with a separator before three digits: %j', (text, meanings) => {
    expect(readCount(text)).toMatchObject({ fault: { code: 'thousands-separator', meanings } })
  })

  it.each(['', '12¹', '12.0', '12.5', '-1', '+1', 'twelve', '1e2', '12 pieces'])('is unreadable: %j', (text) => {
    expect(readCount(text)).toMatchObject({ fault: { code: 'unreadable', meanings: [] } })
  })
})

describe('a date that was typed', () => {
  it.each([
    ['2030-05-17', '2030-05-17'],
    ['2030-5-7', '2030-05-07'],
    ['2030/5/17', '2030-05-17'],
    ['２０３０／５／１７', '2030-05-17'],
    ['２０３０ー５ー１７', '2030-05-17'],
    ['2030−05–17', '2030-05-17'],
    ['2030年5月17日', '2030-05-17'],
    ['17.05.2030', '2030-05-17'],
    ['7.5.2030', '2030-05-07'],
    ['2030-02-30', '2030-02-30'],
  ])('is read: %j is %s', (text, value) => {
    expect(readDate(text)).toEqual({ value })
  })

  it.each([
    ['5/6/2030', ['2030-06-05', '2030-05-06']],
    ['05-06-2030', ['2030-06-05', '2030-05-06']],
    ['17/05/2030', ['2030-05-17']],
    ['5/17/2030', ['2030-05-17']],
    ['5/5/2030', ['2030-05-05']],
  ])('is a fault where the month may be first: %j', (text, meanings) => {
    expect(readDate(text)).toMatchObject({ fault: { code: 'day-or-month', meanings } })
  })

  it.each([
    '',
    '17.05.30',
    '17 May 2030',
    '2030-05',
    '13/13/2030',
    '31/02/2030',
    '5.6/2030',
    '2030-05-1⁷',
    '47619',
    '2030-05-17T10:00',
  ])('is unreadable: %j', (text) => {
    expect(readDate(text)).toMatchObject({ fault: { code: 'unreadable', meanings: [] } })
  })
})

it.each([
  [readAmount('1.250', 'EUR'), 'must be written as 1250 or as 1.25, since it may be either'],
  [readAmount('12.345', 'EUR'), 'must be written as 12345'],
  [readAmount('five', 'EUR'), 'must be a number such as 12.50'],
  [readCount('12.0'), 'must be a whole number, in digits only, such as 120'],
  [readDate('5/6/2030'), 'must be written as 2030-06-05 or as 2030-05-06, since it may be either'],
  [readDate('soon'), 'must be a date such as 2030-05-17'],
])('a fault says what to type instead: %j', ({ fault }, detail) => {
  expect(fault!.detail).toBe(detail)
})

it('a plain text has the characters of a Western keyboard in the place of full-width ones', () => {
  expect(plainText('\u3000ｔｉｃｋｅｔ－ｇｅｎｅｒａｌ－２３４ ')).toBe('ticket-general-234')
})
