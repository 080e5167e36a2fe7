import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { codeBlocks } from './code-blocks.ts'
import { findPortBelowEphemeralRange } from './mysql-server/find-port-below-ephemeral-range.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const document = readFileSync(join(root, 'docs/embedding.md'), 'utf8')
const blocks = codeBlocks(document)
const files = blocks
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => ({ name: /^\/\/ ([\w.-]+\.ts)\n/.exec(text)?.[1] ?? 'unnamed', text }))
/** The output that the document shows after the code of a file. */
const outputOf = (name: string) => {
  const at = blocks.findIndex(({ text }) => text.startsWith(`// ${name}\n`))
  return blocks[at + 1]?.text
}

/** A time zone in which it is noon now, so that the date does not change during the test. */
const timeZoneAtNoon = () => {
  const hours = 12 - new Date().getUTCHours()
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** The folder of the service, with the files of the document and the packages that they import. */
let folder = ''
const run = async (program: string, ...args: readonly string[]) => promisify(execFile)(program, args, { cwd: folder })
const runNode = async (...args: readonly string[]) => run(process.execPath, '--conditions=@museum/source', ...args)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'museum-embedding-'))
  for (const scope of ['@museum', '@hono', '@types'])
    mkdirSync(join(folder, 'node_modules', scope), { recursive: true })
  for (const name of readdirSync(join(root, 'packages')))
    symlinkSync(join(root, 'packages', name), join(folder, 'node_modules/@museum', name))
  const installed = [join(root, 'packages/adapters-http/node_modules'), join(root, 'node_modules')]
  for (const name of ['hono', '@hono/node-server', 'express', '@types/express', '@types/node', 'fastify']) {
    const from = installed.map((modules) => join(modules, name)).find(existsSync)
    symlinkSync(from ?? `${name} is not installed`, join(folder, 'node_modules', name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const { name, text } of files) writeFileSync(join(folder, name), text.replace('Europe/Zurich', timeZoneAtNoon()))
})
const servers: ChildProcess[] = []
afterAll(async () => {
  for (const server of servers) {
    const exited = once(server, 'exit')
    if (server.kill()) await exited
  }
  rmSync(folder, { recursive: true })
})

describe('docs/embedding.md', () => {
  it('has the name of its file in the first line of each block of code', () => {
    expect(files.map(({ name }) => name)).toEqual([
      'museum.ts',
      'sell.ts',
      'museum.test.ts',
      'add-user.ts',
      'api.ts',
      'hono.ts',
      'express.ts',
      'fastify.ts',
      'stop.ts',
    ])
  })

  it('has code that compiles', async () => {
    const options = {
      module: 'nodenext',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    }
    const compilerOptions = {
      ...options,
      target: 'es2025',
      lib: ['es2025', 'esnext'],
      types: ['node'],
      customConditions: ['@museum/source'],
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = await run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.').catch(
      (failed: { stdout: string }) => failed,
    )
    expect(stdout).toBe('')
  })

  it('installs every package before the first file that imports it, except Express and Fastify', () => {
    let installed = ''
    const imported = new Set<string>()
    for (const { language, text } of blocks) {
      if (text.startsWith('npm install')) installed += text
      if (language !== 'ts') continue
      for (const [, name = ''] of text.matchAll(/from '([^./][^']*)'/g)) {
        imported.add(name)
        const [, museum] = /^@museum\/([\w-]+)/.exec(name) ?? []
        if (museum !== undefined) expect(installed).toMatch(new RegExp(`museum-\\{[^}]*\\b${museum}[,}]`))
        else if (!/^(node:|express$|fastify$)/.test(name)) expect(installed).toContain(` ${name} `)
      }
    }
    expect(imported.size).toBeGreaterThan(10)
  })

  it.each(['sell.ts', 'add-user.ts'])('shows what %s prints', async (name) => {
    const { stdout } = await runNode(name)
    const inOneForm = (output = '') => output.replaceAll(/(ticket-general)-[a-z0-9]{6}-[a-z0-9]{5}/g, '$1-…')
    expect(inOneForm(stdout)).toBe(inOneForm(outputOf(name)))
  })

  it('has a test that passes', async () => {
    const { stdout } = await runNode('--test', '--test-reporter=tap', 'museum.test.ts')
    expect(stdout).toMatch(/^# pass 1$/m)
  })

  it('prints a sentence for the operator when it starts and the database cannot be used', async () => {
    const file = join(folder, 'unusable.ts')
    writeFileSync(file, files[0]!.text.replace('sqlite:museum.sqlite', 'sqlite:node_modules'))
    const failed = await runNode(file).catch((error: { stderr: string }) => error)
    expect(failed.stderr).toMatch(
      /^DatabaseMisconfigured: There is a folder at the path of the database file \S+node_modules/m,
    )
  })

  it.each(['hono.ts', 'express.ts', 'fastify.ts'])('has a service with the API below /museum in %s', async (name) => {
    const port = await findPortBelowEphemeralRange()
    const server = spawn(process.execPath, ['--conditions=@museum/source', name], {
      cwd: folder,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    servers.push(server)
    let log = ''
    server.stdout.on('data', (text) => (log += String(text)))
    let errors = ''
    server.stderr.on('data', (text) => (errors += String(text)))
    const authorization = `Basic ${Buffer.from('curator:a long password').toString('base64')}`
    const request = async (method: string, path: string, body?: object) =>
      fetch(`http://localhost:${port}${path}`, {
        method,
        headers: { Authorization: authorization, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    const isReady = async () => (await request('GET', '/museum/readyz').catch(() => undefined))?.status === 200
    while (!(await isReady())) {
      expect([server.exitCode, errors]).toEqual([null, ''])
      await new Promise((resolve) => setTimeout(resolve, 50))
    }

    expect(await (await request('GET', '/')).text()).toBe('our service')
    const hours = await request('GET', '/museum/v1.1/museum-hours')
    expect(hours.headers.get('Link')).toContain('</museum/v1.1/museum-hours?')
    const [{ date }] = (await hours.json()) as [{ date: string }]
    const order = { ticketType: 'general', ticketDate: date, email: 'visitor@example.org' }
    const sold = await request('POST', '/museum/v1.1/tickets', order)
    expect(sold.status).toBe(201)
    const image = await request('GET', sold.headers.get('Location')!)
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    const refused = await request('POST', '/museum/v1.1/tickets', { ...order, ticketDate: '2001-01-01' })
    const { type } = (await refused.json()) as { type: string }
    expect([refused.status, type]).toEqual([400, '/museum/problems/validation-failed'])
    for (const page of [type, '/museum/docs', '/museum/openapi.json'])
      expect((await request('GET', page)).status).toBe(200)

    // The purchase is in progress from here on: the server has its headers, but not its body.
    const purchase = httpRequest({
      port,
      host: 'localhost',
      method: 'POST',
      path: '/museum/v1.1/tickets',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', Expect: '100-continue' },
    })
    const response = once(purchase, 'response') as Promise<[IncomingMessage]>
    purchase.flushHeaders()
    await once(purchase, 'continue')
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    while ((await request('GET', '/museum/readyz').catch(() => undefined)) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    purchase.end(JSON.stringify(order))
    const [bought] = await response
    bought.resume()
    expect(bought.statusCode).toBe(201)
    expect(await exited).toEqual([0, null])
    expect(log).toMatch(/"path":"\/museum\/readyz",.*"status":503,/)
    expect(errors).toBe('')
  })
})
