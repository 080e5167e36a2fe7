import { describe, expect, it } from '@jest/globals'
import { languages } from '../language.ts'
import { deskTexts, mirrored, officeTexts, tillTexts } from './index.ts'

/** The texts by their paths, such as `shell.signIn.heading`; functions are called with numbers, as most take. */
const flat = (value: unknown, path = ''): readonly (readonly [string, unknown])[] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => flat(each, `${path}.${name}`))
  return [[path.slice(1), value]]
}
const all = await Promise.all(
  languages.map(async (language) => {
    const [inOffice, atTill] = [await officeTexts[language](), await tillTexts[language]()]
    const texts = { ...(await deskTexts[language]()), inOffice, atTill }
    return [language, flat(texts)] as const
  }),
)

describe('the texts of the desk', () => {
  it.each(all)('are there in %s, without a space at their ends', (_, texts) => {
    expect(texts.length).toBeGreaterThan(50)
    const faulty = texts.filter(([, text]) => typeof text === 'string' && (text === '' || text.trim() !== text))
    expect(faulty).toEqual([])
  })

  it.each(all.filter(([language]) => language !== 'en'))('are translated into %s', (_, texts) => {
    const english = new Map(all[0]![1])
    const same = texts.filter(([path, text]) => typeof text === 'string' && text === english.get(path))
    // A few words are the same in two languages, such as `Date` and `Total`.
    expect(same.length).toBeLessThan(texts.length / 10)
  })

  it.each(languages)('name each page differently in %s', async (language) => {
    const [{ hours, boxOffice, gate, office, report }, inOffice, atTill] = await Promise.all([
      deskTexts[language](),
      officeTexts[language](),
      tillTexts[language](),
    ])
    const { figures, openingHours, entryTimes, prices, users, audit, webhooks } = inOffice
    const titles = [hours, boxOffice, gate, office, entryTimes].map(({ title }) => title)
    const sections = [report.events, figures, openingHours, prices, inOffice.import, users, audit, webhooks]
    const ofBoxOffice = [
      boxOffice.sell,
      atTill.reservations.title,
      boxOffice.find,
      boxOffice.refunds,
      boxOffice.closing,
    ]
    const all = [...titles, ...sections, ...ofBoxOffice]
    expect(new Set(all).size).toBe(all.length)
  })

  it.each([
    ['en', 'No ticket is cancelled.', '1 ticket is cancelled.', '1,234 tickets are cancelled.'],
    ['de', 'Kein Ticket wird storniert.', '1 Ticket wird storniert.', '1.234 Tickets werden storniert.'],
    ['fr', 'Aucun billet n’est annulé.', '1 billet est annulé.', '1\u202f234 billets sont annulés.'],
    ['es', 'No se anula ninguna entrada.', 'Se anula 1 entrada.', 'Se anulan 1234 entradas.'],
    ['ja', '取り消されるチケットはありません。', 'チケット1枚が取り消されます。', 'チケット1,234枚が取り消されます。'],
  ] as const)('say in %s how many tickets are cancelled: none, one, several', async (language, ...sentences) => {
    const { cancellation } = (await deskTexts[language]()).shell
    const { format } = new Intl.NumberFormat(language)
    expect([0, 1, 1_234].map((tickets) => cancellation.cancels(tickets, format(tickets)))).toEqual(sentences)
    expect(cancellation.mails(1) === cancellation.mails(2)).toBe(language === 'ja')
  })

  it('are mirrored for tests: also those with values, each a third longer', async () => {
    const { hours, shell } = mirrored(await deskTexts.en())
    expect(shell.today).toBe('\u2067[Today··]\u2069')
    expect(hours.placesLeft(2)).toBe('\u2067[2 places left·····]\u2069')
  })
})
