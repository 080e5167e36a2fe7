import { describe, expect, it } from '@jest/globals'
import { languages } from '../../language.ts'
import { type ProblemSentence, type ProblemValues, problemTexts, sayProblem } from './index.ts'

const ofTime = { date: '2026-12-07', entryTimes: 9, first: '10:00', last: '14:00' }
/** The values of `docs/api-behaviour.md`, by the code or type; several where its sentence has several forms. */
const valuesByName: Readonly<Record<string, readonly ProblemValues[]>> = {
  'text-too-long': [{ maxLength: 255 }],
  'not-a-calendar-date': [{}, { meanings: ['2030-05-02', '2030-02-05'] }],
  'too-many-exceptions': [{ max: 1000 }],
  'duplicate-date': [{ date: '2026-12-07' }],
  'too-many-dates': [{ max: 366 }, { max: 5, dates: 11 }],
  'price-out-of-range': [{ min: 0, max: 99_999_999.99 }],
  'price-too-precise': [{ decimals: 2 }, { decimals: 0, currency: 'JPY' }],
  'percentage-out-of-range': [{ min: 0, max: 100 }],
  'not-a-list-of-methods': [{ max: 8 }],
  'too-many-price-categories': [{ max: 20 }],
  'duplicate-price-category': [{ priceCategory: 'child' }],
  'duplicate-price-category-name': [{ priceCategory: 'child' }],
  'too-far-ahead': [{ days: 180 }],
  'after-the-last-date': [{ date: '2026-12-07' }],
  'too-many-items': [{ max: 20 }],
  'quantity-out-of-range': [{ min: 1, max: 50 }],
  'too-many-tickets': [{ max: 50, tickets: 60 }],
  'not-the-method-of-the-order': [{ method: 'card' }],
  'duplicate-method': [{ method: 'card' }],
  'capacity-out-of-range': [{ min: 0, max: 1_000_000 }],
  'event-not-on-that-date': [{ date: '2026-12-07' }],
  'date-in-the-past': [{ date: '2026-12-07', today: '2026-12-08' }],
  'museum-closed': [{ date: '2026-12-07' }],
  'sold-out': [
    { left: 0, date: '2026-12-07' },
    { left: 6, date: '2026-12-07', entryTime: '11:30', nextEntryTimes: ['12:00', '12:30', '13:00'] },
  ],
  'minutes-out-of-range': [{ min: 5, max: 1_440 }],
  'too-many-times': [{ max: 48 }],
  'times-not-ascending': [{ previous: '11:00' }],
  'entry-time-required': [ofTime, { ...ofTime, entryTimes: 1 }],
  'not-an-entry-time': [ofTime, { ...ofTime, entryTimes: 0, first: null, last: null }],
  'entry-time-over': [{ date: '2026-12-07', entryTime: '10:00', until: '10:30' }],
  'scanned-in-the-future': [{ minutes: 5 }],
  'scanned-too-long-ago': [{ days: 7 }],
  'not-a-username': [{ maxLength: 255 }],
  'not-a-password': [{ minLength: 10, maxLength: 1_000 }],
  missing: [{}, { column: 'price' }],
  'wrong-type': [{ expected: 'number' }, { expected: 'string' }],
  'unknown-value': [{ allowed: ['general', 'event'] }],
  'row-too-long': [{ maxLength: 100_000 }],
  'unknown-column': [{ column: 'nmae' }, { titles: 200, known: 6 }],
  'duplicate-column': [{ column: 'price' }],
  'thousands-separator': [{ meanings: ['1250', '1.25'] }],
  'wrong-cell-count': [{ cells: 4, titles: 5 }],
  'out-of-range': [{ min: 1, max: 100 }],
  'too-many-days': [{ max: 366, days: 400 }],
  'total-changed': [{ total: 29.85, currency: 'EUR' }],
  'reservation-ended': ['sold', 'released', 'expired'].map((state) => ({ reservationId: '1', state })),
  'ticket-admitted': [{ ticketId: '1' }, { orderId: '2' }, { ticketId: '1', orderId: '2' }],
  'ticket-cancelled': [{ ticketId: '1' }, { orderId: '2' }],
  'too-late-to-reverse': [{ date: '2026-12-07' }],
  'too-late-to-correct': [{ date: '2026-12-07' }],
  'tickets-are-sold': [
    { tickets: 3, general: 3, event: 0, days: 2, from: '2026-12-07', to: '2026-12-08' },
    { tickets: 1, general: 1, event: 0, days: 1, from: '2026-12-07', to: null },
  ],
  'too-many-rows': [
    { max: 10_000, from: '2026-12-07', days: 2 },
    { max: 10_000, from: '2026-12-07', days: 0 },
  ],
  'too-many-webhooks': [{ max: 50 }],
  'too-many-secrets': [{ renewals: 4, hours: 24 }],
  'too-many-mails': [
    { limit: 10, per: 'address', minutes: 2 },
    { limit: 200, per: 'user', minutes: 1 },
  ],
}
const named = async (
  language: (typeof languages)[number],
): Promise<readonly (readonly [string, ProblemSentence])[]> => {
  const { codes, types } = await problemTexts[language]()
  return [...Object.entries(codes), ...Object.entries(types)]
}
const soldOut = async (language: (typeof languages)[number], values: ProblemValues, today = '2026-12-01') =>
  sayProblem(language, (await problemTexts[language]()).codes['sold-out'], values, today)

describe('the sentences about problems', () => {
  it.each(languages)('are said in %s with the values that the API sends, in every form', async (language) => {
    for (const [name, sentence] of await named(language)) {
      const said = (typeof sentence === 'string' ? [{}] : (valuesByName[name] ?? [{}])).map((values) =>
        sayProblem(language, sentence, values),
      )
      for (const text of said) expect([name, text]).toEqual([name, expect.stringMatching(/^\S.*\S$/s)])
      expect(said.join(' ')).not.toMatch(/undefined|null|NaN|\[object/)
      // Each form is another sentence; Japanese has no plural.
      if (name !== 'tickets-are-sold' || language !== 'ja')
        expect([name, new Set(said).size]).toEqual([name, said.length])
    }
  })

  it.each(languages.filter((language) => language !== 'en'))('are translated into %s', async (language) => {
    const english = new Map(await named('en'))
    for (const [name, sentence] of await named(language))
      for (const values of valuesByName[name] ?? [{}])
        expect([name, sayProblem(language, sentence, values)]).not.toEqual([
          name,
          sayProblem('en', english.get(name)!, values),
        ])
  })

  it('are missing where one of their values is, or has another type', async () => {
    const next = { nextEntryTimes: [] }
    for (const values of [{}, { left: 6 }, { left: '6', date: '2026-12-07' }, { left: 6, date: 'Monday' }])
      expect(await soldOut('en', values)).toBeUndefined()
    expect(await soldOut('en', { left: 6, entryTime: '11:30' })).toBeUndefined()
    expect(await soldOut('en', { left: 6, entryTime: '11:30', ...next })).toBe('Only 6 places are left at 11:30.')
    // A member that every object has is no value.
    expect(sayProblem('en', ({ text }) => text('constructor'), {})).toBeUndefined()
  })

  it('have numbers, dates, times and money as the language writes them', async () => {
    const date = '2026-12-07'
    const at = { date, entryTime: '11:30', nextEntryTimes: ['12:00', '12:30', '13:00'] }
    const of = (language: (typeof languages)[number]) =>
      Promise.all(
        [
          { left: 6, date },
          { left: 1_200, ...at },
          { left: 1, ...at, nextEntryTimes: [] },
          { left: 0, date },
        ].map((values) => soldOut(language, values)),
      )
    expect(await of('en')).toEqual([
      'Only 6 places are left on Mon 7 Dec.',
      'Only 1,200 places are left at 11:30. Enough are left at 12:00, 12:30 and 13:00.',
      'Only 1 place is left at 11:30.',
      'No place is left on Mon 7 Dec.',
    ])
    expect(await of('de')).toEqual([
      'Am Mo., 7. Dez. sind nur noch 6 Plätze frei.',
      'Um 11:30 Uhr sind nur noch 1.200 Plätze frei. Genug sind um 12:00, 12:30 und 13:00 Uhr frei.',
      'Um 11:30 Uhr ist nur noch 1 Platz frei.',
      'Am Mo., 7. Dez. ist kein Platz mehr frei.',
    ])
    expect(await of('fr')).toEqual([
      'Le lun. 7 déc., il ne reste que 6 places.',
      'À 11:30, il ne reste que 1\u202f200 places. Il en reste assez à 12:00, 12:30 et 13:00.',
      'À 11:30, il ne reste que 1 place.',
      'Le lun. 7 déc., il ne reste aucune place.',
    ])
    expect(await of('es')).toEqual([
      'El lun 7 dic solo quedan 6 plazas.',
      'A las 11:30 solo quedan 1200 plazas. Quedan suficientes a las 12:00, 12:30 y 13:00.',
      'A las 11:30 solo queda 1 plaza.',
      'El lun 7 dic no queda ninguna plaza.',
    ])
    expect(await of('ja')).toEqual([
      '12月7日(月)の残りは6席だけです。',
      '11:30の残りは1,200席だけです。12:00、12:30、13:00には十分な席があります。',
      '11:30の残りは1席だけです。',
      '12月7日(月)の残席はありません。',
    ])
    expect(await soldOut('en', { left: 6, date: '2027-01-04' })).toBe('Only 6 places are left on Mon 4 Jan 2027.')
    const { types } = await problemTexts.de()
    expect(sayProblem('de', types['total-changed'], { total: 29.85, currency: 'EUR' })).toContain('29,85\u00a0€')
  })

  it('isolate the texts of the museum from their own direction', async () => {
    const { codes } = await problemTexts.en()
    expect(sayProblem('en', codes['duplicate-column'], { column: 'שם' })).toContain('\u2068שם\u2069')
  })
})
