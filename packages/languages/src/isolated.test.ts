import { describe, expect, it } from '@jest/globals'
import bidi from 'bidi-js'
import { dictionaries } from './dictionaries.ts'
import { formatDate } from './formats.ts'
import { isolated } from './isolated.ts'
import { languages } from './language.ts'

// The types describe the ES module; Node loads the CommonJS one, whose export is the function.
const { getEmbeddingLevels, getReorderedString } = (bidi as unknown as typeof bidi.default)()

/** The text in the order in which a reader sees it, in a line from left to right. */
const shown = (text: string) =>
  getReorderedString(text, getEmbeddingLevels(text, 'ltr')).replaceAll(/[\u2066-\u2069\u202a-\u202e\u200e\u200f]/g, '')

const arabic = 'ليلة في المتحف'
const hebrew = 'לילה 24, במוזיאון'

describe('an isolated text', () => {
  it.each(languages)('leaves the date beside an Arabic or Hebrew name in its order: %s', (language) => {
    const { mail, occasion } = dictionaries[language]
    for (const name of [arabic, hebrew]) {
      const date = formatDate(language, '2030-05-18')
      expect(shown(mail.sold.subject(2, occasion(isolated(name), date)))).toContain(date)
    }
  })

  it.each([
    `${arabic}\u202e`,
    `\u202e${arabic}`,
    `\u2067${arabic}`,
    `\u2069\u2069${arabic}\u202b`,
    `\u2066\u2067a\u2069\u2069\u2069${arabic}`,
    `\u202eabc`,
    `\u200f1`,
  ])('does not change what stands beside it, whatever controls it has: %j', (name) => {
    const text = `Ticket 2: ${isolated(name)}, 18 May 2030, 17:30`
    expect(shown(text)).toMatch(/^Ticket 2: .*, 18 May 2030, 17:30$/)
  })

  it('of several lines is isolated line by line, since the end of a line ends isolates', () => {
    expect(isolated('רחוב 1\r\nתל אביב')).toBe('\u2068רחוב 1\u2069\r\n\u2068תל אביב\u2069')
  })

  it.each(['Night at the Museum', '夜の美術館 2', 'Νύχτα 😀', '', '«24»'])(
    'is unchanged without characters that change an order: %j',
    (text) => {
      expect(isolated(text)).toBe(text)
    },
  )
})
