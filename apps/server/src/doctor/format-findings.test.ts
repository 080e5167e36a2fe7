import { describe, expect, it } from '@jest/globals'
import type { Finding } from './finding.ts'
import { formatFindings, summaryOf } from './format-findings.ts'

const findings: readonly Finding[] = [
  { check: 'port', level: 'ok', message: 'The port is free.' },
  {
    check: 'database',
    level: 'serious',
    message: 'The disk with the database is full, and nothing can be sold any more.',
    advice: 'Free some space on it.',
  },
  { check: 'database', level: 'warning', message: 'An event has the name \u001b[31mred.', advice: 'Rename it.' },
]

describe('the findings as text', () => {
  it('are grouped by check, each on a line, with its advice on the next, when the output is no terminal', () => {
    expect(formatFindings(findings)).toBe(
      [
        'Database',
        '  SERIOUS  The disk with the database is full, and nothing can be sold any more.',
        '           Free some space on it.',
        String.raw`  WARNING  An event has the name \u001b[31mred.`,
        '           Rename it.',
        '',
        'Port',
        '  ok       The port is free.',
      ].join('\n'),
    )
  })

  it('are wrapped beside the level in a terminal', () => {
    expect(formatFindings(findings.slice(1, 2), 60)).toBe(
      [
        'Database',
        '  SERIOUS  The disk with the database is full, and nothing',
        '           can be sold any more.',
        '           Free some space on it.',
      ].join('\n'),
    )
  })

  it('are wrapped below the level in a narrow terminal', () => {
    expect(formatFindings(findings.slice(1, 2), 32)).toBe(
      [
        'Database',
        '  SERIOUS',
        '  The disk with the database is',
        '  full, and nothing can be sold',
        '  any more.',
        '  Free some space on it.',
      ].join('\n'),
    )
  })

  it.each([20, 32, 60, 80, 200])('never exceed %d columns', (width) => {
    for (const line of formatFindings(findings, width).split('\n')) expect(line.length).toBeLessThanOrEqual(width)
  })

  it('end with a summary', () => {
    expect(summaryOf(findings)).toBe('Found: 1 serious, 1 warning.')
    expect(summaryOf([findings[2]!, findings[2]!])).toBe('Found: 2 warnings.')
    expect(summaryOf(findings.slice(0, 1))).toBe('Nothing is wrong.')
  })
})
