import { expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { toAdmissionSummaryBody } from './admissions.ts'

it('the summary has the reasons in the order in which they are checked, whatever their order in the database', () => {
  const refused = { 'already-admitted': 1, 'wrong-date': 2, 'bad-signature': 3 }
  const body = toAdmissionSummaryBody({ date: CalendarDate('2030-05-17'), sold: 4, admitted: 2, refused, gates: [] })
  expect(JSON.stringify(body.refused)).toBe('{"bad-signature":3,"wrong-date":2,"already-admitted":1}')
})
