import { describe, expect, it } from '@jest/globals'
import { languages } from '../language.ts'
import { deskTexts, mirrored } from './index.ts'

/** The texts by their paths, such as `shell.signIn.heading`; functions are called with numbers, as most take. */
const flat = (value: unknown, path = ''): readonly (readonly [string, unknown])[] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, each]) => flat(each, `${path}.${name}`))
  return [[path.slice(1), value]]
}
const all = await Promise.all(languages.map(async (language) => [language, flat(await deskTexts[language]())] as const))

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

  it('are mirrored for tests: also those with values, each a third longer', async () => {
    const { hours } = mirrored(await deskTexts.en())
    expect(hours.today).toBe('\u2067[Today··]\u2069')
    expect(hours.placesLeft(2)).toBe('\u2067[2 places left·····]\u2069')
  })
})
