import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { textCell, textOfCell } from '@museum/adapters-http/wire'
import { csvLine, csvLineForPeople } from './csv-line.ts'

const text = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from('=+-@＝＋－＠;,|\t\r\n\'" a')),
    maxLength: 12,
  }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const separators = /[;,|\t\r\n]/

describe('a text as a cell', () => {
  it('has no part in which a spreadsheet sees a formula, whichever character separates its cells', () => {
    fc.assert(
      fc.property(text, (each) => {
        const cell = textCell(each)
        expect(cell).not.toMatch(/^[\t\r]/)
        for (const part of cell.split(separators)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/)
      }),
      { numRuns: 1_000 },
    )
  })

  it('can be read back exactly, and is unchanged if no part begins like a formula', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(textOfCell(textCell(each))).toBe(each)
        const isHarmless = each.split(separators).every((part) => !/^'*[=+\-@＝＋－＠]/.test(part))
        if (isHarmless && !/^'*[\t\r]/.test(each)) expect(textCell(each)).toBe(each)
      }),
      { numRuns: 1_000 },
    )
  })

  it('of a purchaser has an apostrophe before each part that a spreadsheet could split off as a formula', () => {
    expect(textCell("a;=cmd|'/ccalc'!A1;@example.org")).toBe("a;'=cmd|'/ccalc'!A1;'@example.org")
    expect(textCell('a,+1|-2\t@3\n=4\r＝5')).toBe("a,'+1|'-2\t'@3\n'=4\r'＝5")
  })
})

describe('a line of CSV', () => {
  it('has texts in quotation marks, numbers with two decimals, and nothing for null; for people, its control characters are escaped', () => {
    expect(csvLineForPeople(['a\u001b\n', 'עברית\u200f', undefined, null, 1], ',')).toBe(
      '"a\\u001b\\u000a","עברית\u200f",,,1.00\n',
    )
    expect(csvLine(['=a', '', 'say "b"', 19.9, -1, 3n, null])).toBe(`"'=a","","say ""b""",19.90,-1.00,3,\n`)
    expect(csvLine(['=a;b', 19.9, -1, 3n, null], ';')).toBe(`"'=a;b";19,90;-1,00;3;\n`)
  })
})
