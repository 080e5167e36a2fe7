import { describe, expect, it } from '@jest/globals'
import stringWidth from 'string-width'
import { table } from './table.ts'

describe('a table', () => {
  type Row = Readonly<{ id: string; name: string; place: string }>
  const rows: readonly Row[] = [
    { id: '1', name: 'Sleepover under the Whale', place: 'Ocean Hall' },
    { id: '22', name: '浮世絵の夜 葛飾北斎と歌川広重の版画', place: '東洋館' },
    { id: '333', name: 'Night at the Museum 🦣👩‍👩‍👧', place: 'Main Hall, beside the old entrance' },
  ]
  const columns = [
    { title: 'Id', textOf: ({ id }: Row) => id },
    { title: 'Name', textOf: ({ name }: Row) => name, mayShorten: true },
    { title: 'Place', textOf: ({ place }: Row) => place, mayShorten: true },
  ] as const

  it('has aligned columns with titles, and whole texts where no width is given', () => {
    expect(table(rows.slice(0, 1), columns).split('\n')).toEqual([
      'ID  NAME                       PLACE',
      '1   Sleepover under the Whale  Ocean Hall',
    ])
    for (const { name, place } of rows) {
      expect(table(rows, columns)).toContain(name)
      expect(table(rows, columns)).toContain(place)
    }
  })

  it('isolates texts from right to left, shortened ones too, and stays aligned', () => {
    const arabic: Row = { id: '4', name: 'ليلة في المتحف', place: 'القاعة 2 \u202e' }
    expect(table([arabic], columns).split('\n')[1]).toBe('4   \u2068ليلة في المتحف\u2069  \u2068القاعة 2 \\u202e\u2069')
    const [titles, shortened] = table([{ ...arabic, name: arabic.name.repeat(4) }], columns, 40).split('\n')
    expect(shortened).toMatch(/^4 {3}\u2068[^\u2069]+…\u2069 {2}\u2068/u)
    expect(stringWidth(shortened!.slice(0, shortened!.lastIndexOf('\u2068')))).toBe(titles!.indexOf('PLACE'))
  })

  it.each([80, 60, 40, 32])('fits a terminal with %i columns, with its columns aligned', (width) => {
    const lines = table(rows, columns, width).split('\n')
    expect(lines).toHaveLength(4)
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(width)
    const place = stringWidth(lines[0]!.slice(0, lines[0]!.indexOf('PLACE')))
    for (const line of lines) {
      let before = ''
      for (const character of line) if (stringWidth(before) < place) before += character
      expect(before.endsWith('  ')).toBe(true)
    }
    expect(lines.some((line) => line.includes('…'))).toBe(width < 80)
  })

  it('is a block of lines for each row where it cannot fit', () => {
    expect(table(rows.slice(0, 2), columns, 20).split('\n')).toEqual([
      '1',
      '  NAME   Sleepover …',
      '  PLACE  Ocean Hall',
      '',
      '22',
      '  NAME   浮世絵の夜…',
      '  PLACE  東洋館',
    ])
  })

  it('escapes control characters', () => {
    const text = table([{ id: '\u001b[31m', name: 'two\nlines', place: '\u202eright to left' }], columns, 60)
    expect(text.split('\n')[1]).toBe('\\u001b[31m  two\\u000alines  \\u202eright to left')
  })
})
