import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { terminalFormat } from './terminal-format.ts'

const record = {
  level: 30,
  time: new Date(2030, 4, 1, 9, 5, 7).toISOString(),
  requestId: '0197a4d0-0000-7000-8000-000000000000',
  method: 'GET',
  path: '/v1.1/museum-hours',
  operationId: 'getMuseumHours',
  clientAddress: '127.0.0.1',
  callerRequestId: 'theirs',
  status: 200,
  milliseconds: 3.4,
  msg: 'answered',
}
const formatted = (changes: object = {}, colors = false) =>
  terminalFormat(colors)(JSON.stringify({ ...record, ...changes }))
const unavailable = {
  type: 'Unavailable',
  message: 'The database cannot be reached',
  stack: ['at connect (pool.ts:1:2)'],
  cause: { type: 'Error', code: 'ECONNREFUSED', stack: ['at net (net.ts:3:4)'] },
}

describe('a line of the log in a terminal', () => {
  it('of a request is time, method, path, status, milliseconds and request id', () => {
    const line = '09:05:07 GET /v1.1/museum-hours 200 3 ms 0197a4d0-0000-7000-8000-000000000000\n'
    expect(formatted()).toBe(line)
    expect(line.length).toBeLessThanOrEqual(80)
  })

  it('of a traced request ends in the trace id', () => {
    expect(formatted({ traceId: '4bf92f3577b34da6a3ce929d0e0e4736' })).toMatch(
      / 3 ms 0197a4d0-\S+ trace 4bf92f3577b34da6a3ce929d0e0e4736\n$/,
    )
  })

  it('of a request that got 503 says why, in the same line', () => {
    expect(formatted({ level: 40, status: 503, error: unavailable })).toMatch(
      / 503 3 ms \S+ Unavailable: The database cannot be reached; Error ECONNREFUSED\n$/,
    )
  })

  it('of a defect has the error with its stack and its causes below it', () => {
    expect(formatted({ level: 50, status: 500, error: unavailable })).toMatch(/^[^\n]* 500 3 ms 0197a4d0-[^ \n]*\n/)
    expect(formatted({ level: 50, status: 500, error: unavailable }).split('\n').slice(1)).toEqual([
      '    Unavailable: The database cannot be reached',
      '        at connect (pool.ts:1:2)',
      '    Error ECONNREFUSED',
      '        at net (net.ts:3:4)',
      '',
    ])
  })

  it('of anything else is time, level, message and values', () => {
    const line = {
      level: 40,
      time: record.time,
      msg: 'the server is listening',
      museum: 'The Museum',
      docs: 'http://a/docs',
      applied: ['one', 'two'],
    }
    expect(terminalFormat(false)(JSON.stringify(line))).toBe(
      '09:05:07 WARN the server is listening museum="The Museum" docs=http://a/docs applied=["one","two"]\n',
    )
  })

  it('escapes the control characters of every value', () => {
    const nasty = '/\u001b[31m\n\r\u009b\u202e'
    const escaped = String.raw`/\u001b[31m\u000a\u000d\u009b\u202e`
    expect(formatted({ path: nasty })).toBe(formatted({ path: escaped }))
    expect(formatted({ method: nasty })).toBe(formatted({ method: escaped }))
    expect(formatted({ status: 503, error: { type: nasty, message: nasty, code: nasty } })).toBe(
      formatted({ status: 503, error: { type: escaped, message: escaped, code: escaped } }),
    )
    const values = { method: undefined, msg: nasty, museum: nasty, path: undefined }
    // oxlint-disable-next-line no-control-regex
    expect(formatted(values).slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
  })

  it('has colors only where they are wanted, and the same text', () => {
    for (const status of [200, 304, 404, 500, 503]) {
      const colored = formatted({ status }, true)
      expect(colored).toContain('\u001b[')
      expect(stripVTControlCharacters(colored)).toBe(formatted({ status }))
      expect(formatted({ status })).not.toContain('\u001b')
    }
  })
})
