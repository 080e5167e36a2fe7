import { describe, expect, it } from '@jest/globals'
import { escapeForLog } from './escape-controls.ts'

describe('a log line with escaped controls', () => {
  it('has no control or bidirectional formatting characters, and parses to the same JSON', () => {
    const record = { path: '/\u009b31mRED\u009d0;title\u009c\u202e\u2066\u200f\u2028\u007f 浮世絵 🦣' }
    const line = escapeForLog(JSON.stringify(record))
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(line).toContain('\\u009b31mRED')
    expect(JSON.parse(line)).toEqual(record)
  })
})
