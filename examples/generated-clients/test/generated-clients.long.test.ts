import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { type StartedServer, startServer } from '../../../apps/server/test/start-server.ts'

const password = 'correct horse battery stäple'
const source = fileURLToPath(new URL('..', import.meta.url))
const require = createRequire(import.meta.url)
const run = async (program: string, ...args: string[]) => {
  const environment = { ...process.env, MUSEUM_URL: `${server.origin}/v1.1`, MUSEUM_LOGIN: `admin:${password}` }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env: environment })
  return stdout
}
/** The file of a package's program. */
const programOf = (name: string, file: string) => join(dirname(require.resolve(`${name}/package.json`)), file)

let museum: Awaited<ReturnType<typeof aTemporaryFolder>>
let server: StartedServer
/** A copy of the example: tests that run at the same time generate into other folders. */
let folder: string

beforeAll(async () => {
  museum = await aTemporaryFolder()
  server = await startServer(museum.folder, { MUSEUM_ADMIN_PASSWORD: password, MUSEUM_TODAY: '2030-05-01' })
  await mkdir(join(museum.folder, 'examples'))
  folder = await mkdtemp(join(museum.folder, 'examples', 'generated-clients-'))
  await cp(source, folder, { recursive: true, filter: (path) => !/\/(node_modules|generated)$/.test(path) })
  await symlink(join(source, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(museum.folder, 'packages'))
  await symlink(
    fileURLToPath(new URL('../../../packages/adapters-http', import.meta.url)),
    join(museum.folder, 'packages', 'adapters-http'),
  )
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await rm(folder, { recursive: true })
  await museum.remove()
})

describe('a client that is generated from the OpenAPI document', () => {
  it('compiles, and does not compile a purchase for an event without its eventId', async () => {
    const document = '../../packages/adapters-http/openapi.json'
    await run(programOf('openapi-typescript', 'bin/cli.js'), document, '--output', 'generated/openapi-typescript.ts')
    await run(programOf('@hey-api/openapi-ts', 'bin/run.js'), '--file', 'hey-api.config.mjs')
    expect(await run(programOf('typescript', 'bin/tsc'))).toBe('')
  })

  it.each(['buy-with-openapi-fetch.ts', 'buy-with-hey-api.ts'])(
    'buys tickets from a server, loads the image and reads faults: %s',
    async (program) => {
      expect((await run(program)).trim().split('\n')).toEqual([
        expect.stringMatching(/^Night at the Museum: ticket-event-/),
        expect.stringMatching(/^Museum general entry ticket purchased: ticket-general-/),
        expect.stringMatching(/^An image of \d{4,} bytes$/),
        '#/ticketDate date-in-the-past',
      ])
    },
  )
})
