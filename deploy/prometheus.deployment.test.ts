import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { findProgram } from './find-program.ts'

const promtool = async (...args: readonly string[]) =>
  (
    await promisify(execFile)(findProgram('promtool', 'prometheus'), args, {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    })
  ).stdout

it('Prometheus accepts the rules', async () => {
  expect(await promtool('check', 'rules', 'prometheus-rules.yml')).toContain('SUCCESS: 11 rules found')
})

it('the alerts fire on the series of the tests of the rules, and not on the others', async () => {
  expect(await promtool('test', 'rules', 'prometheus-rules.test.yml')).toContain('SUCCESS')
})
