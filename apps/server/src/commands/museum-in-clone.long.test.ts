import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
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

it.each([
  ['npm_lifecycle_event=start', 'is that of the script start'],
  ['npm_lifecycle_event=start setsid --wait', 'is none for a process that was detached'],
  ['npm_lifecycle_event=demo', 'is none for other scripts'],
])('the process of npx that ends a server when it ends: with %s it %s', async (before, what) => {
  const script = `${before} '${process.execPath}' --conditions=@museum/source apps/server/test/child-scripts/print-npx-process.ts & wait`
  const { child, stdout, closed } = startProgram(['npx', '--yes', 'pnpm@12.21.0', 'exec', 'sh', '-c', script], root)
  await closed
  expect(stdout.text).toBe(`npx: ${what.includes('none') ? undefined : child.pid}\n`)
})

it('a server that npx started in a clone stops in order when npx alone is ended', async () => {
  const { folder, remove } = await aTemporaryFolder()
  const environment = { MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: `sqlite:${folder}/museum.sqlite` }
  const { child, output, closed, waitForOutput } = startProgram(['npx', '--yes', 'pnpm@12.21.0', 'start'], root, {
    environment,
  })
  await waitForOutput(/the server is listening/)
  child.kill('SIGTERM')
  // The server and pnpm have the output too.
  await closed
  expect(output.text).toMatch(/npx, which started this server, has ended[^]*"stopped"/)
  await remove()
})
