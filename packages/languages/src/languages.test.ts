import { describe, expect, it } from '@jest/globals'
import {
  type Dictionary,
  type Language,
  dictionaries,
  formatDate,
  formatDateParts,
  formatDay,
  formatFullDate,
  formatHours,
  formatList,
  formatMoney,
  formatVisit,
  languages,
} from './index.ts'

/** Every text of a dictionary with its path. The texts that depend on a number are those for one ticket and for three. */
const textsOf = (value: unknown, path = ''): readonly (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function')
    return [1, 3].map((count) => [
      `${path}(${count})`,
      String((value as (...given: unknown[]) => unknown)(count, 'X', 'Y')),
    ])
  return Object.entries(value as object).flatMap(([name, member]) => textsOf(member, `${path}/${name}`))
}

describe('a dictionary', () => {
  it('does not compile without one of its texts', () => {
    const { orderNumber: _, ...mail } = dictionaries.en.mail
    // @ts-expect-error -- a text is missing
    const incomplete: Dictionary = { ...dictionaries.en, mail }
    // @ts-expect-error -- a language is missing
    const some: Readonly<Record<Language, Dictionary>> = {
      en: incomplete,
      de: incomplete,
      fr: incomplete,
      es: incomplete,
    }
    expect(Object.keys(some)).toHaveLength(languages.length - 1)
  })

  it.each(languages)('has a text at every place, and its own: %s', (language) => {
    const texts = textsOf(dictionaries[language])
    expect(texts.map(([path]) => path)).toEqual(textsOf(dictionaries.en).map(([path]) => path))
    for (const [path, text] of texts) {
      expect([path, text]).toEqual([path, expect.stringMatching(/^\S(.*\S)?$/su)])
      expect(text).not.toMatch(/undefined|\[object/)
    }
    const english = new Set(textsOf(dictionaries.en).map(([, text]) => text))
    const foreign = texts.filter(([, text]) => !english.has(text))
    if (language !== 'en') expect(foreign.length).toBeGreaterThan(texts.length * 0.75)
  })

  it.each(languages)('names the number of tickets in the subject, and what they are for: %s', (language) => {
    for (const { subject } of [
      dictionaries[language].mail.sold,
      dictionaries[language].mail.cancelled,
      dictionaries[language].mail.restored,
    ]) {
      expect(subject(3, 'Night')).toMatch(/3.*Night/)
      expect(subject(1, 'Night')).toMatch(/Night/)
      expect(subject(1, 'Night')).not.toMatch(/\d/)
    }
  })

  it.each(languages.filter((language) => language !== 'ja'))(
    'says in the singular that a visitor may buy one ticket at most: %s',
    (language) => {
      const { tooManyTickets } = dictionaries[language].shop.faults
      expect(tooManyTickets(3)).toMatch(/3/)
      expect(tooManyTickets(1)).not.toBe(tooManyTickets(3).replace('3', '1'))
    },
  )
})

describe('the texts about an event that does not take place', () => {
  it.each<[Language, string, string]>([
    [
      'en',
      'Night on 17 May 2030 does not take place',
      'Unfortunately, Night on 17 May 2030 and on 18 May 2030 does not take place. Your tickets are',
    ],
    [
      'de',
      '„Night“ am 17. Mai 2030 findet nicht statt',
      'Leider findet die Veranstaltung „Night“ am 17. Mai 2030 und am 18. Mai 2030 nicht statt. Ihre Tickets wurden',
    ],
    [
      'fr',
      '« Night » n’aura pas lieu le 17 mai 2030',
      'Nous avons le regret de vous informer que l’événement « Night » n’aura pas lieu le 17 mai 2030 et le 18 mai 2030. Vos billets sont',
    ],
    [
      'es',
      'El evento «Night» del 17 de mayo de 2030 no se celebrará',
      'Lamentamos comunicarle que el evento «Night» del 17 de mayo de 2030 y del 18 de mayo de 2030 no se celebrará. Por ello, sus entradas han sido',
    ],
    [
      'ja',
      '「Night」（2030年5月17日）中止のお知らせ',
      '誠に申し訳ございませんが、2030年5月17日、2030年5月18日の「Night」は中止となりました。',
    ],
  ])('name it and one date or several: %s', (language, subject, introduction) => {
    const { cancelledWithEvent: words } = dictionaries[language].mail
    const onDates = (...dates: readonly string[]) =>
      formatList(
        language,
        dates.map((date) => words.onDate(formatDate(language, date))),
      )
    const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
    expect(spaced(words.subject('Night', onDates('2030-05-17')))).toBe(subject)
    const [one, several] = [1, 3].map((count) =>
      spaced(words.introduction(count, 'Night', onDates('2030-05-17', '2030-05-18'))),
    )
    expect(several!.startsWith(introduction)).toBe(true)
    if (language !== 'ja') expect(one!.startsWith(introduction)).toBe(false)
  })
})

describe('formats', () => {
  it.each<[Language, string, string]>([
    ['en', 'Wednesday, 25 September 2030, 09:30', '25 September 2030, 09:30'],
    ['de', 'Mittwoch, 25. September 2030, 09:30 Uhr', '25. September 2030, 09:30 Uhr'],
    ['fr', 'Mercredi 25 septembre 2030 à 09:30', '25 septembre 2030 à 09:30'],
    ['es', 'Miércoles, 25 de septiembre de 2030, 09:30', '25 de septiembre de 2030, 09:30'],
    ['ja', '2030年9月25日水曜日 09:30', '2030年9月25日 09:30'],
  ])('a date with an entry time: %s', (language, full, short) => {
    const ticket = { ticketDate: '2030-09-25', entryTime: '09:30' }
    expect([formatVisit(language, ticket), formatVisit(language, ticket, 'short')]).toEqual([full, short])
  })

  it.each<[Language, string, string, string, string]>([
    ['en', 'Wednesday, 25 September 2030', '25 September 2030', '09:30–18:00', '€1,519.90'],
    ['de', 'Mittwoch, 25. September 2030', '25. September 2030', '09:30–18:00 Uhr', '1.519,90 €'],
    ['fr', 'Mercredi 25 septembre 2030', '25 septembre 2030', '09:30 – 18:00', '1 519,90 €'],
    ['es', 'Miércoles, 25 de septiembre de 2030', '25 de septiembre de 2030', '9:30–18:00', '1519,90 €'],
    ['ja', '2030年9月25日水曜日', '2030年9月25日', '9時30分～18時00分', '€1,519.90'],
  ])('a date, hours and money: %s', (language, full, date, hours, money) => {
    expect(formatFullDate(language, '2030-09-25')).toBe(full)
    expect(formatDate(language, '2030-09-25')).toBe(date)
    const ticket = { ticketDate: '2030-09-25' }
    expect([formatVisit(language, ticket), formatVisit(language, ticket, 'short')]).toEqual([full, date])
    // Which spaces do not break is up to the version of Unicode's data in Node.
    const spaced = (text: string) => text.replaceAll(/\s/g, ' ')
    expect(spaced(formatHours(language, { timeOpen: '09:30', timeClose: '18:00' }))).toBe(hours)
    expect(spaced(formatMoney(language, 151_990, 'EUR'))).toBe(money)
  })

  it.each([
    ['1970-01-01', 'Thursday, 1 January 1970'],
    ['2028-02-29', 'Tuesday, 29 February 2028'],
    ['9999-12-31', 'Friday, 31 December 9999'],
  ])('the date %s', (date, words) => expect(formatFullDate('en', date)).toBe(words))

  it.each<[Language, string, string, string]>([
    ['en', 'Wed 25 Sept', 'Wed 25 Sept 2030', '25 Sept Wednesday'],
    ['de', 'Mi., 25. Sept.', 'Mi., 25. Sept. 2030', '25 Sep Mittwoch'],
    ['fr', 'mer. 25 sept.', 'mer. 25 sept. 2030', '25 sept. mercredi'],
    ['es', 'mié 25 sept', 'mié 25 sept 2030', '25 sept miércoles'],
    ['ja', '9月25日(水)', '2030年9月25日(水)', '25 9月 水曜日'],
  ])('a day in short, with another year only, and its parts: %s', (language, short, withYear, parts) => {
    expect(formatDay(language, '2030-09-25', '2030-01-01')).toBe(short)
    expect(formatDay(language, '2030-09-25', '2029-12-31')).toBe(withYear)
    expect(Object.values(formatDateParts(language, '2030-09-25')).join(' ')).toBe(parts)
  })

  it('midnight as the hour 0', () => {
    for (const language of languages)
      expect(formatHours(language, { timeOpen: '00:00', timeClose: '23:59' })).toMatch(/^0?0[:時]00.*23[:時]59/)
  })

  it('a currency without a smaller unit with decimals only where there are any, and one with three without the third', () => {
    expect(formatMoney('ja', 150_000, 'JPY')).toBe('￥1,500')
    expect(formatMoney('ja', 150_050, 'JPY')).toBe('￥1,500.50')
    expect(formatMoney('en', 1_990, 'KWD')).toMatch(/^KWD\s19\.90$/)
    expect(formatMoney('en', 1_990, 'XYZ')).toMatch(/^XYZ\s19\.90$/)
    expect(formatMoney('en', 50 * 9_999_999_999, 'EUR')).toBe('€4,999,999,999.50')
  })
})
