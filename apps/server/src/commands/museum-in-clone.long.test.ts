import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { startProgram } from '../../test/start-server.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

it('museum is run in a clone by pnpm, which adds nothing to the output and keeps the exit code', async () => {
  const runByPnpm = async (...args: string[]) => {
    const { exited, closed, stdout, stderr } = startProgram(['npx', '--yes', 'pnpm@12.21.0', 'museum', ...args], root)
    const { code } = await exited
    await closed
    return { code, stdout: stdout.text, stderr: stderr.text.replaceAll(/^npm (?:warn|notice)\b.*\n/gm, '') }
  }
  expect(await runByPnpm('--version')).toEqual({ code: 0, stdout: expect.stringMatching(/^[\d.]+\n$/), stderr: '' })
  expect(await runByPnpm('hors', '--json', '--', '--silent')).toEqual({
    code: 2,
    stdout: '',
    stderr: "Unknown command 'hors'. Did you mean hours?\nSee: npx --yes pnpm@12.21.0 museum --help\n",
  })
})
