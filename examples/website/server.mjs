// @ts-check
// Serves the page and the client, and forwards the requests that a visitor may send to the museum, with its credentials.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'

const {
  MUSEUM_URL = 'http://127.0.0.1:8080/v1.1',
  MUSEUM_USERNAME = '',
  MUSEUM_PASSWORD_FILE,
  PORT = '3000',
} = process.env
if (MUSEUM_USERNAME === '' || MUSEUM_PASSWORD_FILE === undefined) {
  console.error('Set MUSEUM_USERNAME and MUSEUM_PASSWORD_FILE to a user of the museum with the role shop.')
  process.exit(1)
}
const password = (await readFile(MUSEUM_PASSWORD_FILE, 'utf8')).replace(/\r?\n$/, '')
const authorization = `Basic ${Buffer.from(`${MUSEUM_USERNAME}:${password}`).toString('base64')}`

/**
 * The requests below /api that are forwarded. A visitor sees the reservation, the order and the images of tickets whose identifiers are
 * known.
 */
const allowed = [
  /^GET \/museum-hours\/availability(\?|$)/,
  /^GET \/special-events(\?|$)/,
  /^GET \/special-events\/[0-9a-f-]{36}\/availability$/,
  /^POST \/reservations$/,
  /^GET \/reservations\/[0-9a-f-]{36}$/,
  /^POST \/reservations\/[0-9a-f-]{36}\/(order|payment|release)$/,
  /^GET \/orders\/[0-9a-f-]{36}$/,
  /^GET \/tickets\/[0-9a-f-]{36}\/qr$/,
]
const forwarded = ['accept', 'content-type', 'idempotency-key', 'if-none-match']
const returned = [
  'cache-control',
  'content-type',
  'etag',
  'idempotency-replayed',
  'link',
  'retry-after',
  'x-total-count',
]
const maxBody = 16_384

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {string} path
 */
const forward = async (request, response, path) => {
  const { method = '' } = request
  const isAllowed = allowed.some((each) => each.test(`${method} ${path}`))
  const body = isAllowed ? await readBody(request) : undefined
  if (body === undefined) {
    response.writeHead(isAllowed ? 413 : 404, { Connection: 'close' }).end()
    return
  }
  const headers = new Headers({ Authorization: authorization })
  for (const name of forwarded) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const answer = await fetch(MUSEUM_URL + path, {
    method,
    headers,
    body: method === 'POST' ? body : null,
    // The museum redirects none of these requests. Following one could show data that no visitor may see, or send a
    // visitor's data elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  }).catch(() => undefined)
  if (answer === undefined) {
    // The client in the page sends the request again, under the same Idempotency-Key.
    response.writeHead(502).end()
    return
  }
  for (const name of returned) {
    const value = answer.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  // If a response is opened as a page, it can do nothing here, whatever it contains.
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  response.writeHead(answer.status)
  await pipeline(answer.body ?? [], response)
}

/**
 * The body of a request; undefined if it is too large.
 *
 * @param {import('node:http').IncomingMessage} request
 */
const readBody = async (request) => {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** @type {Readonly<Record<string, string>>} */
const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }
/** The folders of the files below / and below /client/. */
const page = new URL('page/', import.meta.url)
const client = new URL('.', import.meta.resolve('@museum/client'))
/** The import map is the only script in the text of the page. */
const [, importMap = ''] =
  /<script type="importmap">([^]*?)<\/script>/.exec(await readFile(new URL('index.html', page), 'utf8')) ?? []
const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'sha256-${createHash('sha256').update(importMap).digest('base64')}'`,
  "img-src 'self' blob: data:",
  "frame-ancestors 'none'",
].join('; ')

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} path
 */
const serveFile = async (response, path) => {
  const [, inClient, name = ''] =
    /^\/(client\/)?((?:[a-z-]+\/)?[a-z-]+\.(?:html|css|js))$/.exec(path === '/' ? '/index.html' : path) ?? []
  const content =
    name === '' ? undefined : await readFile(new URL(name, inClient ? client : page)).catch(() => undefined)
  if (content === undefined) {
    response.writeHead(404).end()
    return
  }
  response.setHeader('Content-Type', `${types[extname(name)]}; charset=utf-8`)
  response.setHeader('Content-Security-Policy', contentSecurityPolicy)
  response.end(content)
}

const server = createServer((request, response) => {
  const { url = '/' } = request
  response.setHeader('X-Content-Type-Options', 'nosniff')
  // The query of a page is for others, such as `utm_source`.
  const [path = ''] = url.split('?')
  const answer = url.startsWith('/api/') ? forward(request, response, url.slice(4)) : serveFile(response, path)
  answer.catch(() => response.destroy())
})
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`The website is at http://127.0.0.1:${address?.port}/`)
})
