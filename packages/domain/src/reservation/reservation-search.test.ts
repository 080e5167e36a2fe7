import { describe, expect, it } from '@jest/globals'
import { reservationSearch } from './reservation-search.ts'

describe('a text by which reservations are searched', () => {
  it.each([
    ['Class 7B', { label: 'class 7b' }],
    ['Teacher@example.org', { label: 'teacher@example.org', email: 'Teacher@example.org' }],
    ['+49 (0)30/12-34.5', { label: '+49 (0)30/12-34.5', digits: '4903012345' }],
    ['0049 30', { label: '0049 30', digits: '4930' }],
    ['000', { label: '000' }],
    ['12', { label: '12' }],
    ['K7M3 qx8p', { label: 'k7m3 qx8p', number: 'k7m3-qx8p' }],
    ['2345 6789', { label: '2345 6789', digits: '23456789' }],
  ])('may be all that has its form: %s', (text, search) => {
    expect(reservationSearch(text)).toEqual(search)
  })
})
