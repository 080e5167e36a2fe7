import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import { startProgram } from '../apps/server/test/start-server.ts'
import { findPortBelowEphemeralRange } from '../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { type MysqlServer, provideMysqlServer } from '../tools/mysql-server/provide-mysql-server.ts'
import { findProgram } from './find-program.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
// Each instruction in one line, without comments.
const instructions = dockerfile
  .replaceAll(/^ *#.*\n/gm, '')
  .replaceAll(/\\\n/g, ' ')
  .split('\n')
const valueOf = (name: string) => instructions.findLast((line) => line.startsWith(`${name} `))!.slice(name.length + 1)
const environment = Object.fromEntries(
  [...valueOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
)

let folder: string
/** What the image has in `/app`. */
let app: string

/** Copies what the build sees: the paths that `.dockerignore` does not ignore. */
const copyContext = async (target: string) => {
  const patterns = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  const included = globSync(
    patterns.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
    { cwd: root },
  )
  const isIgnored = (path: string) => /(^|\/)(node_modules|dist|data)(\/|$)|\.test\.ts$/.test(relative(root, path))
  for (const path of included)
    await cp(join(root, path), join(target, path), { recursive: true, filter: (each) => !isIgnored(each) })
}

/** A command of the image as the arguments of bubblewrap: its user, a read-only root file system, and `/data`. */
const inImage = (data: string, settings: Readonly<Record<string, string>>, command: readonly string[]) => {
  const variables = { ...environment, ...settings }
  return [
    ...(process.getuid?.() === 0 ? ['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups'] : []),
    findProgram('bwrap', 'bubblewrap'),
    ...'--unshare-pid --unshare-ipc --die-with-parent --clearenv --setenv PATH /bin'.split(' '),
    ...'--ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev'.split(' '),
    ...`--ro-bind ${process.execPath} /bin/node --ro-bind ${app} /app --bind ${data} /data --chdir /data`.split(' '),
    ...'--remount-ro /'.split(' '),
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...command,
  ]
}
const entryPoint = JSON.parse(valueOf('ENTRYPOINT')) as string[]
const healthCheck = JSON.parse(/CMD (\[.*\])/.exec(valueOf('HEALTHCHECK'))?.[1] ?? valueOf('HEALTHCHECK')) as string[]

/** The servers of a test; those that it has not stopped are killed. */
const servers: ReturnType<typeof startProgram>[] = []
const serve = async (data: string, settings: Readonly<Record<string, string>>) => {
  const server = startProgram(
    inImage(data, settings, [...entryPoint, ...(JSON.parse(valueOf('CMD')) as string[])]),
    folder,
  )
  servers.push(server)
  await server.waitForOutput(/the server is listening/)
  return server
}
/** Sends SIGTERM to the process of the server, as Docker does, not to those of bubblewrap. */
const stop = async (server: ReturnType<typeof startProgram>) => {
  let processId = String(server.child.pid)
  for (;;) {
    const child = await run('pgrep', ['--parent', processId]).catch(() => undefined)
    if (child === undefined) break
    processId = child.stdout.trim()
  }
  process.kill(Number(processId), 'SIGTERM')
  return server.exited
}

const newData = async () => {
  const data = await mkdtemp(join(folder, 'data-'))
  if (process.getuid?.() === 0) await run('chown', ['10001:10001', data])
  return data
}
const runInImage = async (data: string, settings: Readonly<Record<string, string>>, command: readonly string[]) => {
  const started = startProgram(inImage(data, settings, command), folder)
  const { code } = await started.exited
  await started.closed
  return { code, text: started.output.text }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'museum-image-'))
  await run('chmod', ['755', folder])
  app = join(folder, 'app')
  const context = join(folder, 'build')
  await mkdir(context)
  await copyContext(context)
  const build = instructions.slice(
    0,
    instructions.findLastIndex((line) => line.startsWith('FROM ')),
  )
  for (const line of build.filter((each) => each.startsWith('RUN ')))
    await run('/bin/sh', ['-c', line.slice('RUN '.length).replaceAll(' /app', ` ${app}`)], {
      cwd: context,
      maxBuffer: 2 ** 26,
    })
}, 900_000)
afterEach(() => servers.splice(0).forEach(({ child }) => child.kill('SIGKILL')))
afterAll(() => rm(folder, { recursive: true }))

describe('what the Dockerfile builds, with its user and a read-only root file system', () => {
  it('has no tests, sources of the repository or development dependencies, and less than 220 MB', async () => {
    expect(
      globSync(['src/**/*.test.ts', 'node_modules/.pnpm/{jest,typescript,oxlint,kysely-ctl}@*'], { cwd: app }),
    ).toEqual([])
    const { stdout } = await run('du', ['--summarize', '--block-size=1M', app])
    expect(Number.parseInt(stdout, 10)).toBeLessThan(220)
  })

  it('serves on the embedded database in /data, passes its health check, and ends with 0 on SIGTERM', async () => {
    const data = await newData()
    const settings = { MUSEUM_PORT: String(await findPortBelowEphemeralRange()) }
    const server = await serve(data, settings)
    expect((await fetch(`http://127.0.0.1:${settings.MUSEUM_PORT}/readyz`)).status).toBe(200)
    expect(await runInImage(data, settings, healthCheck)).toEqual({ code: 0, text: '' })
    expect((await runInImage(data, settings, [...entryPoint, 'users', 'list'])).text).toMatch(/^admin\s+admin/m)
    expect((await readFile(join(data, 'admin-password'), 'utf8')).trim()).not.toBe('')
    expect(await stop(server)).toEqual({ code: 0, signal: null })
    expect((await runInImage(data, settings, healthCheck)).code).toBe(1)
  })

  it('cannot write outside of /data', async () => {
    const script = `for (const f of ['/x', '/app/x', '/usr/x']) try { require('fs').writeFileSync(f, ''); console.log(f) } catch (e) { if (!/EROFS|EACCES/.test(e.code)) throw e }`
    expect(await runInImage(await newData(), {}, ['node', '--eval', script])).toEqual({ code: 0, text: '' })
  })

  describe('on MySQL, with the settings of compose.yaml', () => {
    let mysql: MysqlServer
    beforeAll(async () => {
      mysql = await provideMysqlServer({ ignoresTestMysqlUrl: true })
      const administrator = await createConnection(mysql.url)
      // As the image of MySQL creates the database and the user.
      for (const statement of [
        'create database museum',
        "create user museum_user@'127.0.0.1' identified by 'a password'",
        "grant all on museum.* to museum_user@'127.0.0.1'",
      ])
        await administrator.query(statement)
      await administrator.end()
    })
    afterAll(() => mysql.stop())

    it('migrates with one command, then serves', async () => {
      const data = await newData()
      const url = Object.assign(new URL(mysql.url), {
        username: 'museum_user',
        password: 'a password',
        pathname: '/museum',
      })
      await writeFile(join(data, 'database-url'), `${url.href}\n`)
      await run('chmod', ['644', join(data, 'database-url')])
      const settings = {
        MUSEUM_PORT: String(await findPortBelowEphemeralRange()),
        MUSEUM_DATABASE_URL: '',
        MUSEUM_DATABASE_URL_FILE: '/data/database-url',
      }
      expect((await runInImage(data, settings, [...entryPoint, 'migrate'])).code).toBe(0)
      const server = await serve(data, settings)
      expect(await runInImage(data, settings, healthCheck)).toEqual({ code: 0, text: '' })
      expect((await readFile(join(data, 'data/admin-password'), 'utf8')).trim()).not.toBe('')
      expect(await stop(server)).toEqual({ code: 0, signal: null })
    })
  })
})
