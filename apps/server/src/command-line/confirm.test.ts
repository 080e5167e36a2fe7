import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { confirm } from './input.ts'

describe('a question that is answered by yes or no', () => {
  it.each([
    ['y\n', true],
    ['YES\n', true],
    [' yes \n', true],
    ['\n', false],
    ['n\n', false],
    ['yesterday\n', false],
    ['yes', true],
    ['', false],
  ])('the input %j is the answer %s', async (text, answer) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    input.end(text)
    expect(await confirm('Close all the same?', { input, output })).toBe(answer)
    expect(String(output.read())).toContain('Close all the same? [y/N] ')
  })
})
