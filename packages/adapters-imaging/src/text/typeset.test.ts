import { describe, expect, it } from '@jest/globals'
import { type Paragraph, type TextStyle, typeset } from './typeset.ts'

const style: TextStyle = { sizes: [{ size: 40, maxLines: 3 }], weight: 600, maxWidth: 400 }
const lineTexts = ({ lines }: Paragraph) => lines.map(({ runs }) => runs.map(({ text }) => text).join(''))
const set = (text: string, overrides: Partial<TextStyle> = {}) => typeset(text, 'en', { ...style, ...overrides })

describe('typeset', () => {
  it('wraps a text between words, into lines of nearly one length', () => {
    expect(lineTexts(set('The Lives of the Impressionists'))).toEqual(['The Lives of the', 'Impressionists'])
    expect(lineTexts(set('A Long Night of Light and Song'))).toEqual(['A Long Night of', 'Light and Song'])
  })

  it('ends a text that needs too many lines in an ellipsis after a whole word', () => {
    const paragraph = set('An Evening with the Impressionists: Light, Water and the Changing City, 1874 to 1886')
    expect(lineTexts(paragraph)).toEqual(['An Evening with the', 'Impressionists: Light,', 'Water and the…'])
  })

  it('adds no ellipsis to a text that fits', () => {
    expect(lineTexts(set('Night '.repeat(8).trim())).join(' ')).toBe('Night '.repeat(8).trim())
    expect(set('Night '.repeat(8)).lines.length).toBeLessThanOrEqual(3)
  })

  it('removes the punctuation before the ellipsis', () => {
    const text = 'Impressionists, Impressionists, Impressionists, Impressionists'
    expect(lineTexts(set(text)).at(-1)).toBe('Impressionists…')
  })

  it('breaks a word that is longer than a line, without losing a letter', () => {
    const lines = lineTexts(set('W'.repeat(25)))
    expect(lines.length).toBe(3)
    expect(lines.join('')).toBe('W'.repeat(25))
    expect(lineTexts(set('W'.repeat(255))).at(-1)).toMatch(/^W+…$/)
  })

  it('breaks a cluster that is longer than a line', () => {
    const { lines } = set('😀\u200d'.repeat(100))
    expect(lines).toHaveLength(3)
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(400)
  })

  it('reduces the font size for a character that is wider than a line', () => {
    const { lines, size } = set('﷽')
    expect(size).toBeLessThan(40)
    expect(lines[0]!.width).toBeLessThanOrEqual(400)
    expect(lines[0]!.width).toBeGreaterThan(350)
  })

  it('uses the first size in which the text fits', () => {
    const sizes = [
      { size: 60, maxLines: 1 },
      { size: 40, maxLines: 2 },
      { size: 30, maxLines: 3 },
    ]
    const texts = ['Night', 'The Lives of the Impressionists', 'A Night in the Museum '.repeat(3), 'Night '.repeat(99)]
    expect(texts.map((text) => set(text, { sizes }).size)).toEqual([60, 40, 30, 30])
  })

  it('orders the runs of a text of both directions by the bidirectional algorithm', () => {
    const order = (text: string) =>
      set(text, { maxWidth: 2000 })
        .lines[0]!.runs.map((run) => run.text.trim())
        .filter(Boolean)
    expect(order('abc אבג def')).toEqual(['abc', 'אבג', 'def'])
    expect(order('אבג abc דהו')).toEqual(['דהו', 'abc', 'אבג'])
    expect(order('אבג 12 דהו')).toEqual(['דהו', '12', 'אבג'])
    expect(order('abc \u2067אבג 12 דהו\u2069 def')).toEqual(['abc', 'דהו', '12', 'אבג', 'def'])
    // With the override, the Latin letters would be printed backwards.
    expect(order('abc \u202edef')).toEqual(['abc def'])
  })

  it('puts the ellipsis of a text that runs from right to left at its left end', () => {
    const { lines } = set('מוזיאון '.repeat(40))
    expect(lines.at(-1)!.runs[0]).toMatchObject({ text: '…', x: 0 })
  })

  it('puts the runs of a line side by side, without gaps', () => {
    const { runs, width } = set('abc אבג 夜 🌙 def', { maxWidth: 2000 }).lines[0]!
    let end = 0
    for (const run of runs) {
      expect(run.x).toBeCloseTo(end)
      end = run.x + run.width
    }
    expect(width).toBeCloseTo(end)
  })

  it('makes a line with accents higher, up to a limit', () => {
    const heights = ['Night', 'Ẫ\u0301', `Z${'\u0301'.repeat(200)}`].map((text) => set(text).lineHeight)
    expect(heights[1]).toBeGreaterThan(heights[0]!)
    expect(Math.max(...heights)).toBeLessThanOrEqual(40 * 2 + 4)
  })

  it.each(['Night', 'Ночь', 'ليلة', 'रात'])('sets a text wider in weight 600 than in weight 400: %s', (text) => {
    const [regular, bold] = ([400, 600] as const).map((weight) => set(text, { weight }).lines[0]!.width)
    expect(bold).toBeGreaterThan(regular!)
  })

  it('sets an empty or invisible text in zero lines', () => {
    expect(set('').lines).toEqual([])
    expect(set(' \u200b ').lines).toEqual([])
  })
})
