import { describe, expect, it } from '@jest/globals'
import { type Paragraph, type Style, typeset } from './typeset.ts'

const style: Style = { sizes: [{ size: 40, lines: 3 }], weight: 600, maxWidth: 400 }
const linesOf = ({ lines }: Paragraph) => lines.map(({ runs }) => runs.map(({ text }) => text).join(''))
const set = (text: string, but: Partial<Style> = {}) => typeset(text, 'en', { ...style, ...but })

describe('a paragraph', () => {
  it('wraps between words, into lines of nearly one length', () => {
    expect(linesOf(set('The Lives of the Impressionists'))).toEqual(['The Lives of the', 'Impressionists'])
    expect(linesOf(set('A Long Night of Light and Song'))).toEqual(['A Long Night of', 'Light and Song'])
  })

  it('ends in an ellipsis when it needs more lines than it may have, after a whole word', () => {
    const paragraph = set('An Evening with the Impressionists: Light, Water and the Changing City, 1874 to 1886')
    expect(linesOf(paragraph)).toEqual(['An Evening with the', 'Impressionists: Light,', 'Water and the…'])
  })

  it('has no ellipsis when three lines are enough', () => {
    expect(linesOf(set('Night '.repeat(8).trim())).join(' ')).toBe('Night '.repeat(8).trim())
    expect(set('Night '.repeat(8)).lines.length).toBeLessThanOrEqual(3)
  })

  it('leaves out the punctuation before the ellipsis', () => {
    const text = 'Impressionists, Impressionists, Impressionists, Impressionists'
    expect(linesOf(set(text)).at(-1)).toBe('Impressionists…')
  })

  it('breaks a word that is longer than a line, and loses nothing of it', () => {
    const lines = linesOf(set('W'.repeat(25)))
    expect(lines.length).toBe(3)
    expect(lines.join('')).toBe('W'.repeat(25))
    expect(linesOf(set('W'.repeat(255))).at(-1)).toMatch(/^W+…$/)
  })

  it('breaks a cluster that is longer than a line', () => {
    const { lines } = set('😀\u200d'.repeat(100))
    expect(lines).toHaveLength(3)
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(400)
  })

  it('grows smaller for a character that is wider than a line', () => {
    const { lines, size } = set('﷽')
    expect(size).toBeLessThan(40)
    expect(lines[0]!.width).toBeLessThanOrEqual(400)
    expect(lines[0]!.width).toBeGreaterThan(350)
  })

  it('takes the largest size in which it fits', () => {
    const sizes = [
      { size: 60, lines: 1 },
      { size: 40, lines: 2 },
      { size: 30, lines: 3 },
    ]
    const taken = ['Night', 'The Lives of the Impressionists', 'A Night in the Museum '.repeat(3), 'Night '.repeat(99)]
    expect(taken.map((text) => set(text, { sizes }).size)).toEqual([60, 40, 30, 30])
  })

  it('keeps the order in which a text of both directions is read', () => {
    const order = (text: string) =>
      set(text, { maxWidth: 2000 })
        .lines[0]!.runs.map((run) => run.text.trim())
        .filter(Boolean)
    expect(order('abc אבג def')).toEqual(['abc', 'אבג', 'def'])
    expect(order('אבג abc דהו')).toEqual(['דהו', 'abc', 'אבג'])
    expect(order('אבג 12 דהו')).toEqual(['דהו', '12', 'אבג'])
    expect(order('abc \u2067אבג 12 דהו\u2069 def')).toEqual(['abc', 'דהו', '12', 'אבג', 'def'])
    // An override would turn the Latin letters round.
    expect(order('abc \u202edef')).toEqual(['abc def'])
  })

  it('puts the ellipsis of a text from right to left at its left end', () => {
    const { lines } = set('מוזיאון '.repeat(40))
    expect(lines.at(-1)!.runs[0]).toMatchObject({ text: '…', x: 0 })
  })

  it('puts its runs side by side', () => {
    const { runs, width } = set('abc אבג 夜 🌙 def', { maxWidth: 2000 }).lines[0]!
    let end = 0
    for (const run of runs) {
      expect(run.x).toBeCloseTo(end)
      end = run.x + run.width
    }
    expect(width).toBeCloseTo(end)
  })

  it('grows in height with the accents of a line, within measure', () => {
    const heights = ['Night', 'Ẫ\u0301', `Z${'\u0301'.repeat(200)}`].map((text) => set(text).lineHeight)
    expect(heights[1]).toBeGreaterThan(heights[0]!)
    expect(Math.max(...heights)).toBeLessThanOrEqual(40 * 2 + 4)
  })

  it.each(['Night', 'Ночь', 'ليلة', 'रात'])('is bolder in the weight 600 than in 400: %s', (text) => {
    const [regular, bold] = ([400, 600] as const).map((weight) => set(text, { weight }).lines[0]!.width)
    expect(bold).toBeGreaterThan(regular!)
  })

  it('of nothing has no line', () => {
    expect(set('').lines).toEqual([])
    expect(set(' \u200b ').lines).toEqual([])
  })
})
