import { execFileSync } from 'node:child_process'
import { describe, expect, it } from '@jest/globals'
import { asArgument } from './command-name.ts'

describe('a text as an argument of a command', () => {
  it.each([
    ['box-office-1', 'box-office-1'],
    ['Ōmura@museum.example', 'Ōmura@museum.example'],
    ['Ōmura der Ältere', "'Ōmura der Ältere'"],
    ["O'Brien", "'O'\\''Brien'"],
    ['$(reboot)', "'$(reboot)'"],
    ['~root', "'~root'"],
    ['=ls', "'=ls'"],
    ['-f', '-- -f'],
    ['--role x', "-- '--role x'"],
  ])('%s is typed as %s', (text, typed) => {
    expect(asArgument(text)).toBe(typed)
    const script = `set -- ${typed}; for last; do :; done; printf '%s' "$last"`
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(text)
  })
})
