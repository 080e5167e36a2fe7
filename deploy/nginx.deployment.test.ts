import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { generate } from 'selfsigned'
import { basicAuth } from '../apps/server/test/start-server.ts'
import { useServers } from '../apps/server/test/use-servers.ts'
import { useBrowser } from '../tools/browser/use-browser.ts'
import { findPortBelowEphemeralRange } from '../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { findProgram } from './find-program.ts'

const { folder, start, run, after } = useServers()
const password = 'a password of the tests'
// Nginx connects to the server from 127.0.0.1; the clients of the tests have other addresses.
const settings = { MUSEUM_ADMIN_PASSWORD: password, MUSEUM_TRUSTED_PROXIES: '127.0.0.1' }
const { cert, private: key } = await generate([{ name: 'commonName', value: 'museum.example' }], {
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'museum.example' }] }],
})

let ports: Readonly<{ http: number; https: number }>
let agent: Agent

const logs = () => join(folder(), 'logs')

/**
 * Writes the configuration with the files and ports of the test, after `edit` has changed it, and returns the arguments of nginx. As on Debian, the
 * configuration around the site has logs in the formats of nginx.
 */
const writeConfiguration = async (origin: string, edit = (site: string) => site) => {
  await mkdir(logs(), { recursive: true })
  await writeFile(join(folder(), 'certificate.pem'), cert)
  await writeFile(join(folder(), 'key.pem'), key)
  const text = edit(await readFile(new URL('nginx.conf', import.meta.url), 'utf8'))
    .replaceAll('127.0.0.1:8080', new URL(origin).host)
    .replaceAll('/etc/nginx/museum', folder())
    .replaceAll('/var/log/nginx', logs())
    .replaceAll(/listen (\[::\]:)?80;/g, `listen $1${ports.http};`)
    .replaceAll(/listen (\[::\]:)?443 /g, `listen $1${ports.https} `)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder()}/${each};`,
  )
  await writeFile(
    join(folder(), 'nginx.conf'),
    // As root, nginx would write as the user nobody, to whom the folder of the test is closed.
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}pid ${folder()}/nginx.pid;
error_log ${logs()}/error.log;
events {}
http {
access_log ${logs()}/access.log;
${paths.join('\n')}
${text}
}
`,
  )
  return ['-p', folder(), '-e', join(logs(), 'error.log'), '-c', join(folder(), 'nginx.conf')]
}

const stopNginx = async (nginx: ChildProcess) => {
  agent.destroy()
  if (!nginx.kill('SIGQUIT')) return
  await once(nginx, 'exit')
}

const startNginx = async (
  origin: string,
  edit?: (site: string) => string,
  path = '/healthz',
): Promise<ChildProcess> => {
  const args = await writeConfiguration(origin, edit)
  const nginx = spawn(findProgram('nginx', 'nginx-light'), [...args, '-g', 'daemon off;'], { stdio: 'inherit' })
  after(() => stopNginx(nginx))
  for (;;) {
    if (nginx.exitCode !== null) throw new Error('nginx has ended')
    const response = await send({ path }).catch(() => undefined)
    if (response?.status === 200) return nginx
    await sleep(20)
  }
}

const read = async (response: IncomingMessage) => {
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode!, headers: response.headers }
}

type SentRequest = Readonly<{
  path: string
  method?: string
  headers?: Record<string, string | number>
  body?: string
  localAddress?: string
  agent?: Agent
}>

/** Sends a request through nginx with TLS, and reads the response. `localAddress` is the address of the client. */
const send = async ({ body, ...options }: SentRequest) => {
  const sent = httpsRequest({
    host: '127.0.0.1',
    port: ports.https,
    servername: 'museum.example',
    ca: cert,
    agent,
    ...options,
    headers: { Host: 'museum.example', Authorization: basicAuth('admin', password), ...options.headers },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return read(response)
}

const buy = (headers: Record<string, string> = {}, below = '') =>
  send({
    method: 'POST',
    path: `${below}/v1.1/tickets`,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: '{"ticketType":"general","ticketDate":"2030-05-17","email":"visitor@example.org"}',
  })

beforeEach(async () => {
  ports = { http: await findPortBelowEphemeralRange(), https: await findPortBelowEphemeralRange() }
  agent = new Agent({ keepAlive: true })
})

it('nginx accepts the configuration without a warning', async () => {
  const args = await writeConfiguration('http://127.0.0.1:8080')
  const { stderr } = await promisify(execFile)(findProgram('nginx', 'nginx-light'), ['-t', ...args])
  expect(stderr.split('\n').filter((line) => line !== '' && !/syntax is ok|test is successful/.test(line))).toEqual([])
})

it('a request without TLS is redirected, with its method, path and query', async () => {
  await startNginx((await start(settings)).origin)
  const sent = httpRequest({
    host: '127.0.0.1',
    port: ports.http,
    path: '/v1.1/tickets?a=b',
    headers: { Host: 'museum.example' },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { status, headers } = await read(response)
  expect([status, headers.location]).toEqual([308, 'https://museum.example/v1.1/tickets?a=b'])
})

it('the server logs and limits the address of the client, whatever X-Forwarded-For it sends', async () => {
  const server = await start(settings)
  await startNginx(server.origin)
  const headers = { 'X-Forwarded-For': '203.0.113.9', Authorization: basicAuth('admin', 'a wrong password') }
  const from = async (localAddress: string, more = {}) =>
    (await send({ path: '/v1.1/museum-hours', localAddress, agent: new Agent(), ...more })).status
  expect(await from('127.0.0.2', { headers: { 'X-Forwarded-For': '203.0.113.9' } })).toBe(200)
  await server.waitForOutput(/"path":"\/v1\.1\/museum-hours".*"clientAddress":"127\.0\.0\.2"/)
  expect(server.output.text).not.toContain('203.0.113.9')
  // Ten wrong passwords from one address, each with another forged header.
  for (let n = 0; n < 10; n += 1)
    await from('127.0.0.3', { headers: { ...headers, 'X-Forwarded-For': `203.0.113.${n}` } })
  expect(await from('127.0.0.3', { headers })).toBe(429)
  expect(await from('127.0.0.2')).toBe(200)
})

it('no log of nginx has the query of a request or the name of its user, also when the request fails', async () => {
  const username = 'mira-of-the-gate'
  const server = await start({ ...settings, MUSEUM_ADMIN_USERNAME: username })
  await startNginx(server.origin)
  const path = '/v1.1/tickets?email=visitor@example.org'
  const headers = { Host: 'museum.example', Authorization: basicAuth(username, password) }
  const search = (more = {}) => send({ path, headers: { ...headers, ...more }, agent: new Agent() })
  expect((await search({ Referer: `https://museum.example${path}` })).status).toBe(200)
  const withoutTls = httpRequest({ host: '127.0.0.1', port: ports.http, path, headers })
  withoutTls.end()
  const [redirection] = (await once(withoutTls, 'response')) as [IncomingMessage]
  expect((await read(redirection)).status).toBe(308)
  expect((await search({ Large: 'x'.repeat(40_000) })).status).toBe(400)
  await server.stop('SIGKILL')
  expect((await search()).status).toBe(502)

  const readLogs = async () =>
    (await Promise.all((await readdir(logs())).map((name) => readFile(join(logs(), name), 'utf8')))).join('')
  // A request is logged after its response.
  while (!(await readLogs()).includes(' 502 ')) await sleep(20)
  const lines = (await readLogs()).split('\n')
  expect(lines.filter((line) => /visitor|email|\?|mira/i.test(line))).toEqual([])
  const requests = lines.map((line) => /^127\.0\.0\.1 .* "(.*?)" (\d+) /.exec(line)?.slice(1).join(' '))
  for (const status of [200, 308, 400, 502]) expect(requests).toContain(`GET /v1.1/tickets HTTP/1.1 ${status}`)
})

it('no log of nginx has the link of a visitor', async () => {
  await startNginx((await start(settings)).origin)
  const link = `AQ${'-_Az09'.repeat(7)}`
  const headers = { Referer: `https://museum.example/my-tickets/${link}` }
  for (const path of [link, `${link}/receipt`, link.slice(0, 8)])
    for (const below of ['/my-tickets', '/museum/my-tickets', '/buy'])
      expect((await send({ path: `${below}/${path}`, headers })).status).toBe(404)
  expect((await send({ path: `/my-tickets/cancellation/${link}`, headers })).status).toBe(404)
  const readLog = () => readFile(join(logs(), 'museum.log'), 'utf8')
  while ((await readLog()).split(' 404 ').length <= 10) await sleep(20)
  const log = await readLog()
  for (const path of ['/my-tickets/AQ-_Az09...', '/museum/my-tickets/AQ-_Az09...', '/buy/AQ-_Az09...', '/buy/AQ-_Az09'])
    expect(log).toContain(`"GET ${path} HTTP/1.1" 404`)
  expect(log).toContain('"GET /my-tickets/cancella... HTTP/1.1" 404')
  expect(log).not.toContain(link.slice(0, 9))
})

it('a body above the limit of the server gets its problem details, a body far above it 413 from nginx', async () => {
  await startNginx((await start(settings)).origin)
  const post = (bytes: number) =>
    send({
      method: 'POST',
      path: '/v1.1/tickets',
      headers: { 'Content-Type': 'application/json', 'Content-Length': bytes },
      body: 'x'.repeat(bytes),
      agent: new Agent(),
    })
  const [large, huge] = [await post(200_000), await post(2_000_000)]
  expect([large.status, large.headers['content-type']]).toEqual([413, 'application/problem+json'])
  expect([huge.status, huge.headers['content-type']]).toEqual([413, 'text/html'])
})

it('a body that does not arrive ends at nginx, and the server does not see its request', async () => {
  const server = await start(settings)
  await startNginx(server.origin)
  const sent = httpsRequest({
    host: '127.0.0.1',
    port: ports.https,
    servername: 'museum.example',
    ca: cert,
    method: 'POST',
    path: '/v1.1/tickets',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
  })
  sent.write('{')
  const answer = once(sent, 'response').then(
    ([response]) => (response as IncomingMessage).statusCode,
    () => 'closed',
  )
  expect((await buy()).status).toBe(201)
  expect([408, 'closed']).toContain(await answer)
  const posts = server.output.text.split('\n').filter((line) => line.includes('"method":"POST"'))
  expect(posts).toHaveLength(1)
})

it('requests one after another share connections, from the client to nginx and from nginx to the server', async () => {
  const server = await start(settings)
  await startNginx(server.origin)
  for (let n = 0; n < 30; n += 1) expect((await send({ path: '/v1.1/museum-hours' })).status).toBe(200)
  const port = Number(new URL(server.origin).port).toString(16).toUpperCase().padStart(4, '0')
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/))
  // Each worker process of nginx has connections of its own; a closed one stays listed for a minute (06).
  const connections = rows.filter(
    ([, , remote, state]) => remote?.endsWith(`:${port}`) && ['01', '06'].includes(state!),
  )
  expect(connections.length).toBeLessThanOrEqual(2)
})

const withoutHost = (site: string) => site.replace('proxy_set_header Host $host;', '')

describe.each([
  ['that passes on Host', (site: string) => site],
  ['that does not pass on Host', withoutHost],
])('behind a proxy %s', (_, edit) => {
  const browser = useBrowser(['--host-resolver-rules=MAP *.example 127.0.0.1'])

  it('pages of the museum change something, and the form of another site does not', async () => {
    const { origin } = await start(settings)
    await startNginx(origin, edit)
    const { page } = await browser.openPage({
      ignoreHTTPSErrors: true,
      httpCredentials: { username: 'admin', password },
    })
    const museum = `https://museum.example:${ports.https}`
    // The browser keeps the credentials that its user gives to an address of the API.
    expect((await page.goto(`${museum}/v1.1/museum-hours`))!.status()).toBe(200)
    await page.goto(`${museum}/docs`)
    const order = { ticketType: 'general', ticketDate: '2030-05-17', email: 'visitor@example.org' }
    const sold = await page.evaluate<{ status: number; ticketId: string }>(
      `fetch('/v1.1/tickets', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '${JSON.stringify(order)}'
      }).then(async (response) => ({ ...(await response.json()), status: response.status }))`,
    )
    expect(sold.status).toBe(201)
    const cancellation = `${museum}/v1.1/tickets/${sold.ticketId}/cancellation`
    await page.goto('data:text/html,<title>Another site</title>')
    await page.setContent(`<form method="post" action="${cancellation}"><button>Win</button></form>`)
    const answer = page.waitForResponse(cancellation)
    await page.getByRole('button').click()
    expect((await answer).status()).toBe(403)
  })
})

describe.each([
  ['passes on the whole path', 'http://museum;'],
  ['removes the path', 'http://museum/;'],
])('below a path of a proxy that %s', (_, target) => {
  const browser = useBrowser(['--host-resolver-rules=MAP *.example 127.0.0.1'])
  const belowPath = (site: string) =>
    site.replace(/location \/ \{\n(.*)proxy_pass http:\/\/museum;/, `location /museum/ {\n$1proxy_pass ${target}`)

  it('the page for visitors has its typeface, its links lead to pages, and staff sign in', async () => {
    const museum = `https://museum.example:${ports.https}/museum`
    const { origin } = await start({ ...settings, MUSEUM_PUBLIC_URL: museum, MUSEUM_HOME_PAGE: 'full' })
    await startNginx(origin, belowPath, '/museum/healthz')
    const { page, errors } = await browser.openPage({ ignoreHTTPSErrors: true })
    await page.goto(museum)
    await page.evaluate('document.fonts.ready')
    await page.reload()
    const typefaces = await page.evaluate<string[]>(
      `[...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)`,
    )
    expect(new Set(typefaces)).toEqual(new Set(['EB Garamond Variable']))
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('link[rel=alternate], a')].map(({ href }) => href)`,
    )
    expect(links.map((link) => link.replace(museum, ''))).toEqual([
      '/events.json',
      '/calendar.ics',
      '/desk/',
      '/events.json',
      '/docs',
      '/openapi.json',
      '/healthz',
    ])
    for (const link of links) expect([link, (await send({ path: new URL(link).pathname })).status]).toEqual([link, 200])
    const sold = await buy({}, '/museum')
    expect([sold.status, sold.headers.location]).toEqual([201, expect.stringMatching(/^\/museum\/v1\.1\/tickets\//)])
    expect((await send({ path: sold.headers.location! })).status).toBe(200)
    const { link } = (await send({ path: '/museum/v1.1/museum-hours?limit=1' })).headers
    const next = /<([^>]*)>; rel="next"/.exec(String(link))![1]!
    expect((await send({ path: next })).status).toBe(200)

    await page.goto(`${museum}/desk`)
    await page.locator('[name=username]').fill('admin')
    await page.locator('[name=password]').fill(password)
    await page.locator('.sign-in button[type=submit]').click()
    await page.locator('.shell-header').waitFor()
    expect(errors).toEqual([])
  })
})

it('an old browser, which sends Origin alone, needs a public URL or a proxy that passes on Host', async () => {
  const { origin } = await start(settings)
  const nginx = await startNginx(origin)
  const own = { Origin: 'https://museum.example' }
  expect((await buy(own)).status).toBe(201)
  expect((await buy({ Origin: 'https://evil.example' })).status).toBe(403)
  expect((await buy({ Origin: 'null' })).status).toBe(403)
  await stopNginx(nginx)
  agent = new Agent({ keepAlive: true })
  const nginxWithoutHost = await startNginx(origin, withoutHost)
  expect((await buy(own)).status).toBe(403)
  expect((await buy({ ...own, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201)
  expect((await buy()).status).toBe(201)
  await stopNginx(nginxWithoutHost)
  agent = new Agent({ keepAlive: true })
  await startNginx((await start({ ...settings, MUSEUM_PUBLIC_URL: 'https://museum.example' })).origin, withoutHost)
  expect((await buy(own)).status).toBe(201)
  expect((await buy({ Origin: 'https://evil.example' })).status).toBe(403)
})

it('the server stops while purchases run: each is answered, and each that is answered with 201 is stored, no other', async () => {
  const server = await start(settings)
  await startNginx(server.origin)
  const statuses: number[] = []
  const buyer = async () => {
    while (!statuses.some((status) => status !== 201)) statuses.push((await buy()).status)
  }
  const buyers = Array.from({ length: 16 }, buyer)
  while (statuses.length < 100) await sleep(5)
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  await Promise.all(buyers)
  expect(statuses.filter((status) => ![201, 502, 503].includes(status))).toEqual([])
  const found = await run('call findTickets --all', {}, '--email', 'visitor@example.org')
  expect((JSON.parse(found.stdout) as unknown[]).length).toBe(statuses.filter((status) => status === 201).length)
})
