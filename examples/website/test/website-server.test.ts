import { once } from 'node:events'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { startProgram } from '../../../apps/server/test/start-server.ts'

const listen = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

describe('the server of the website', () => {
  let folder: Awaited<ReturnType<typeof aTemporaryFolder>>
  let museum: Awaited<ReturnType<typeof listen>>
  let other: Awaited<ReturnType<typeof listen>>
  let website: ReturnType<typeof startProgram>
  let url = ''
  let answer: RequestListener
  /** The requests that the other host received. */
  let received: string[] = []

  beforeAll(async () => {
    folder = await aTemporaryFolder()
    museum = await listen((request, response) => answer(request, response))
    other = await listen(({ method, url: path }, response) => {
      received.push(`${method} ${path}`)
      response.end('internal')
    })
    await cp(fileURLToPath(new URL('..', import.meta.url)), folder.folder, { recursive: true })
    await mkdir(join(folder.folder, 'node_modules/@museum'), { recursive: true })
    const client = fileURLToPath(new URL('../../../packages/client', import.meta.url))
    await symlink(client, join(folder.folder, 'node_modules/@museum/client'))
    await writeFile(join(folder.folder, 'password'), 'correct horse battery staple')
    website = startProgram([process.execPath, '--conditions=@museum/source', 'server.mjs'], folder.folder, {
      environment: {
        MUSEUM_URL: `http://127.0.0.1:${museum.port}/v1.1`,
        MUSEUM_USERNAME: 'website',
        MUSEUM_PASSWORD_FILE: 'password',
        PORT: '0',
      },
    })
    url = (await website.waitForOutput(/http:\S+/))[0]
  })
  afterAll(async () => {
    website.child.kill()
    for (const { server } of [museum, other]) {
      server.close()
      server.closeAllConnections()
    }
    await folder.remove()
  })
  beforeEach(() => {
    received = []
  })

  it.each(['/?utm_source=newsletter', '/index.html?x=1', '/style.css?v=2'])(
    'serves %s, whatever its query is',
    async (path) => {
      const response = await fetch(new URL(path, url))
      expect(response.status).toBe(200)
      await response.body!.cancel()
    },
  )

  it.each([301, 302, 307, 308])('follows no redirect of the museum (%d), which could lead anywhere', async (status) => {
    answer = (_request, response) => {
      response.writeHead(status, { Location: `http://127.0.0.1:${other.port}/internal` }).end()
    }
    const order = {
      method: 'POST',
      body: '{"email":"visitor@example.org"}',
      headers: { 'Content-Type': 'application/json' },
    }
    for (const [path, init] of [
      ['/api/special-events', {}],
      ['/api/reservations', order],
    ] as const) {
      const response = await fetch(new URL(path, url), init)
      expect([response.status, await response.text()]).toEqual([502, ''])
    }
    expect(received).toEqual([])
  })

  it('returns the responses of the museum so that no browser executes them', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' }).end('<script>alert(1)</script>')
    }
    const { headers } = await fetch(new URL('/api/special-events', url))
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Set-Cookie')).toBeNull()
  })

  it('passes a response on while it arrives, and does not buffer it', async () => {
    let written = 0
    function* endless() {
      for (const chunk = Buffer.alloc(1_000_000); ; written += 1) yield chunk
    }
    answer = (_request, response) => void pipeline(endless(), response).catch(() => undefined)
    const aborted = new AbortController()
    const response = await fetch(new URL('/api/special-events', url), { signal: aborted.signal })
    await response.body!.getReader().read()
    await sleep(500)
    // The sockets and the processes between hold some of it.
    expect(written).toBeLessThan(100)
    aborted.abort()
  })
})
