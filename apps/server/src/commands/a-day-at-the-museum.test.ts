import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { codeBlocks } from '../../../../tools/code-blocks.ts'
import { inOneForm } from '../../test/documented-output.ts'
import { exampleValues } from '../../test/example-values.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import { openShell } from '../../test/shell.ts'
import { program } from '../../test/programs.ts'
import { environmentOf } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const curl = join(root, 'apps/server/test/child-scripts/curl.ts')
const document = readFileSync(join(root, 'examples/a-day-at-the-museum/README.md'), 'utf8')
const { folder, start, after } = useServers()

/** A time zone in which it is about noon, so that the test does not run across midnight. */
const timeZoneAtNoon = () => {
  const hours = 12 - new Date().getUTCHours()
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Writes a program of this name into the folder. */
const writeProgram = async (name: string, script: string) => {
  await writeFile(join(folder(), name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder(), name), 0o755)
}

/**
 * A `PATH` with an `npx` that runs the program without pnpm, since `museum.test.ts` tests that, and with a curl if the machine
 * has none.
 */
const withPrograms = async () => {
  const node = `exec '${process.execPath}'`
  const museum = `${node} --conditions=@museum/source '${program}' "$@"`
  await writeProgram('npx', `[ "$1 $2 $3" = '--yes pnpm@12.21.0 museum' ] || exit 1\nshift 3\n${museum}`)
  if (spawnSync('curl', ['--version']).error !== undefined) await writeProgram('curl', `${node} '${curl}' "$@"`)
  return environmentOf({ PATH: `${folder()}:${process.env['PATH']}` })
}

it('the commands of examples/a-day-at-the-museum print what the document shows', async () => {
  await symlink(join(root, 'examples'), join(folder(), 'examples'))
  const shell = openShell(folder(), await withPrograms())
  after(shell.close)
  const known: Record<string, string> = { 'Europe/Zurich': timeZoneAtNoon() }
  const values = exampleValues(known)
  const blocks = codeBlocks(document)
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['sh', 'text']))
  for (const [n, { language, text, line }] of blocks.entries()) {
    if (language !== 'sh') continue
    if (text === 'museum serve\n') {
      const settings = [...(await shell.run('env')).stdout.matchAll(/^(MUSEUM_\w+)=(.*)$/gm)]
      const { origin } = await start(Object.fromEntries(settings.map(([, name, value]) => [name, value])))
      known['http://127.0.0.1:8080'] = origin
      continue
    }
    for (const value of values.unknownIn(text)) {
      // The document contains the code of the ticket as a scanner reads it from the image.
      expect([line, value]).toEqual([line, expect.stringMatching(/^M1:/)])
      values.set(value, (await readQrCode(await readFile(join(folder(), 'data/ticket.png')))) ?? 'unreadable')
    }
    const { stdout, stderr, code } = await shell.run(values.toActual(text))
    expect([line, code, stderr]).toEqual([line, 0, ''])
    const next = blocks[n + 1]
    const [documented, output] = inOneForm(next?.language === 'text' ? next.text : '', stdout)
    // Adds the number of the commands to each line, so that a failed expectation shows where it differs.
    const numbered = (lines: string) => lines.replaceAll(/^/gm, `${line}: `)
    if (!values.matches(documented, output)) expect(numbered(output)).toBe(numbered(values.toActual(documented)))
  }
})
