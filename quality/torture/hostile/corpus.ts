/** Byte sequences that are sent unchanged over sockets; in the texts a character is a byte. */
import type { AfterSending } from './raw-http.ts'

export type Entry = Readonly<{
  name: string
  /** `@credentials@` stands for a valid `Authorization` value. */
  bytes: string
  /** The statuses of the responses in order, until the connection is closed; with `isReusable`, the last is the status of the probe. */
  statuses: readonly number[]
  /** The connection must stay usable: `probe` is sent after the entry, and must get a response. */
  isReusable?: true
  isHead?: true
  /** The server may also close the connection without a response. */
  mayBeUnanswered?: true
  afterSending?: AfterSending
}>

const crlf = '\r\n'
const request = (line: string, headers: readonly string[] = [], body = '') => [line, ...headers, '', body].join(crlf)
const host = 'Host: a'
const close = 'Connection: close'
const signed = [host, 'Authorization: @credentials@']
const order = '{"ticketType":"general","ticketDate":"2031-05-17","email":"visitor@example.org"}'
const post = (headers: readonly string[], body: string) =>
  request('POST /v1.1/tickets HTTP/1.1', [...signed, 'Content-Type: application/json', ...headers], body)
const get = (target: string, ...headers: string[]) => request(`GET ${target} HTTP/1.1`, headers)
const length = `Content-Length: ${order.length}`
const chunked = 'Transfer-Encoding: chunked'
const chunk = (text: string, extension = '') => `${text.length.toString(16)}${extension}${crlf}${text}${crlf}`
const lastChunk = `0${crlf}${crlf}`

/** Valid requests, which are truncated at every byte. */
export const validRequests = {
  'a GET': get('/v1.1/museum-hours?limit=1', ...signed),
  'a purchase': post([length], order),
  'a purchase in chunks': post([chunked], chunk(order.slice(0, 9)) + chunk(order.slice(9)) + lastChunk),
}

/** Sent after an entry whose connection stays usable. */
export const probe = get('/healthz', host, close)

type More = Pick<Entry, 'isHead' | 'mayBeUnanswered' | 'afterSending'>
/** The server sends these responses, and closes the connection. */
const closing = (name: string, bytes: string, statuses: number | readonly number[], more: More = {}): Entry => ({
  name,
  bytes,
  statuses: [statuses].flat(),
  ...more,
})
/** The server sends these responses, and then that to the probe. */
const reusable = (name: string, bytes: string, statuses: number | readonly number[]): Entry => ({
  name,
  bytes,
  statuses: [statuses, 200].flat(),
  isReusable: true,
})

export const corpus: readonly Entry[] = [
  // Versions and request lines
  closing('HTTP/1.0 without Host', 'GET /healthz HTTP/1.0\r\n\r\n', 200),
  reusable('HTTP/1.0 with keep-alive', request('GET /healthz HTTP/1.0', ['Connection: keep-alive']), 200),
  closing(
    'HTTP/1.0 with Transfer-Encoding',
    request(
      'POST /v1.1/tickets HTTP/1.0',
      [...signed, 'Content-Type: application/json', chunked],
      chunk(order) + lastChunk,
    ),
    201,
  ),
  closing('HTTP/0.9', 'GET /healthz\r\n', 408),
  closing('HTTP/0.9 with a version', 'GET /healthz HTTP/0.9\r\n\r\n', 400),
  closing('HTTP/1.2', request('GET /healthz HTTP/1.2', [host, close]), 400),
  closing('HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 400),
  closing('HTTP/9.9', request('GET /healthz HTTP/9.9', [host]), 400),
  closing('http in lower case', request('GET /healthz http/1.1', [host]), 400),
  closing('version of ten digits', request('GET /healthz HTTP/1111111111.1', [host]), 400),
  closing('no version', request('GET /healthz ', [host]), 400),
  closing('no target', request('GET HTTP/1.1', [host]), 400),
  closing('two spaces', request('GET  /healthz HTTP/1.1', [host, close]), 200),
  closing('a tab between', request('GET\t/healthz\tHTTP/1.1', [host]), 400),
  closing('a space in the target', request('GET /heal thz HTTP/1.1', [host]), 400),
  reusable('an empty line before the request', crlf + get('/healthz', host), 200),
  closing('a thousand empty lines before the request', crlf.repeat(1_000) + get('/healthz', host, close), 200),
  closing('a space before the request', ` ${get('/healthz', host)}`, 400),
  closing('line feeds without carriage returns', `GET /healthz HTTP/1.1\n${host}\n${close}\n\n`, 400),
  closing('carriage returns without line feeds', `GET /healthz HTTP/1.1\r${host}\r\r`, 400),
  closing('NUL in the method', request('G\0T /healthz HTTP/1.1', [host]), 400),
  closing('NUL in the target', get('/heal\0thz', host), 400),
  closing('byte 0x7f in the target', get('/heal\x7fthz', host), 400),
  closing('a first byte of no method', 'x', 400, { afterSending: 'half-close' }),

  // Methods
  closing('unknown method', request('BREW /healthz HTTP/1.1', [host]), 400),
  closing('method in lower case', request('get /healthz HTTP/1.1', [host]), 400),
  reusable('TRACE', request('TRACE /healthz HTTP/1.1', [host]), 405),
  reusable('TRACE of an operation', request('TRACE /v1.1/tickets HTTP/1.1', signed), 405),
  reusable('QUERY', request('QUERY /v1.1/special-events HTTP/1.1', signed), 405),
  closing('CONNECT in authority form', request('CONNECT a.example:443 HTTP/1.1', [host]), 400),
  closing('CONNECT to a path', request('CONNECT /v1.1/tickets HTTP/1.1', signed), 400),
  closing('CONNECT followed by bytes', `${request('CONNECT a:1 HTTP/1.1', [host])}\x16\x03\x01`, 400),
  reusable('OPTIONS *', request('OPTIONS * HTTP/1.1', [host]), 204),
  closing('GET *', get('*', host, close), 400),
  closing('HEAD', request('HEAD /v1.1/museum-hours HTTP/1.1', [...signed, close]), 200, { isHead: true }),
  closing('HEAD of an unknown path', request('HEAD /nothing HTTP/1.1', [host, close]), 404, { isHead: true }),

  // Host and targets
  closing('no Host', get('/healthz', close), 400),
  closing('two Hosts', get('/healthz', host, 'Host: b', close), 400),
  closing('the same Host twice', get('/healthz', host, host, close), 400),
  closing('empty Host', get('/healthz', 'Host:', close), 400),
  closing('Host with a path', get('/healthz', 'Host: a/v1.1', close), 400),
  closing('Host with a user', get('/healthz', 'Host: admin:x@a', close), 400),
  closing('Host with a space', get('/healthz', 'Host: a b', close), 400),
  closing('Host with an invalid port', get('/healthz', 'Host: a:99999', close), 400),
  closing('Host with a query', get('/healthz', 'Host: a?b', close), 400),
  closing('Host of brackets', get('/healthz', 'Host: [::', close), 400),
  closing('Host beyond ASCII', get('/healthz', 'Host: m\xfcseum', close), 400),
  reusable('absolute form', get('http://a/healthz', host), 200),
  reusable('absolute form of another host', get('http://b.example/healthz', host), 200),
  reusable('absolute form of an operation, without credentials', get('http://a/v1.1/museum-hours', host), 401),
  reusable('absolute form of https', get('https://a/healthz', host), 200),
  reusable('absolute form without a path', get('http://a', host), 200),
  closing('absolute form with a user', get('http://admin:x@a/healthz', host, close), 200),
  closing('absolute form without a host', get('http://', host, close), 400),
  closing('absolute form of brackets', get('http://[', host, close), 400),
  closing('absolute form of another scheme', get('ftp://a/healthz', host, close), 400),
  closing('javascript:', get('javascript:alert(1)', host, close), 400),
  closing('authority form', get('a.example:80', host, close), 400),
  closing('no slash', get('healthz', host, close), 400),
  closing('only a question mark', get('?', host, close), 400),

  // Paths
  reusable('double slash', get('//healthz', host), 404),
  reusable('double slash and a host', get('//b.example/healthz', host), 404),
  reusable('double slash before an operation, without credentials', get('//v1.1/museum-hours', host), 404),
  reusable('dots in the path, without credentials', get('/docs/../v1.1/museum-hours', host), 401),
  reusable('escaped dots in the path, without credentials', get('/docs/%2e%2e/v1.1/museum-hours', host), 401),
  reusable('escaped slash in the path, without credentials', get('/v1.1%2fmuseum-hours', host), 404),
  reusable('backslash in the path, without credentials', get('/v1.1\\museum-hours', host), 400),
  reusable('base path in upper case, without credentials', get('/V1.1/museum-hours', host), 404),
  reusable('dots out of the root', get('/../../../../etc/passwd', host), 404),
  reusable('escaped dots out of the root', get('/docs/%2e%2e%2f%2e%2e%2fpackage.json', host), 404),
  reusable('%', get('/%', host), 400),
  reusable('%zz', get('/v1.1/special-events/%zz', ...signed), 400),
  reusable('%c0%af', get('/v1.1/%c0%af', ...signed), 400),
  reusable('%00', get('/v1.1/special-events/%00', ...signed), 400),
  reusable('%u0041', get('/%u0041', host), 400),
  reusable('%0d%0a', get('/%0d%0aSet-Cookie:%20a=b', host), 404),
  reusable('path of 15,000 letters', get(`/${'a'.repeat(15_000)}`, host), 404),
  reusable('path of 7,500 segments', get(`/${'a/'.repeat(7_500)}`, host), 404),
  closing('path of 100,000 letters', get(`/${'a'.repeat(100_000)}`, host), 431),
  reusable('query of 15,000 letters', get(`/v1.1/special-events?${'a=b&'.repeat(3_700)}`, ...signed), 200),
  reusable('fragment', get('/healthz#part', host), 200),
  closing('bytes beyond ASCII in the path', get('/\xff\xfe', host), 400),

  // Headers
  closing('header of 20,000 letters', get('/healthz', host, `X: ${'x'.repeat(20_000)}`), 431),
  closing('header name of 20,000 letters', get('/healthz', host, `${'x'.repeat(20_000)}: x`), 431),
  closing('header of a megabyte', get('/healthz', host, `X: ${'x'.repeat(1_000_000)}`), 431),
  closing('headers without an end', `GET /healthz HTTP/1.1\r\n${'X: y\r\n'.repeat(50_000)}`, 431),
  closing('three thousand headers', get('/healthz', host, close, ...Array.from({ length: 3_000 }, () => 'x:')), 431),
  closing('NUL in a header', get('/healthz', host, 'X: a\0b'), 400),
  closing('carriage return in a header', get('/healthz', host, 'X: a\rb'), 400),
  closing('line feed in a header', get('/healthz', host, 'X: a\nSet-Cookie: b'), 400),
  closing('folded header', get('/healthz', host, 'X: a\r\n b'), 400),
  closing('folded first header', 'GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n', 400),
  closing('header without a colon', get('/healthz', host, 'nothing'), 400),
  closing('header without a name', get('/healthz', host, ': x'), 400),
  closing('space before the colon', get('/healthz', host, 'X : y'), 400),
  closing('header name beyond ASCII', get('/healthz', host, 'X\xe9: y'), 400),
  reusable('header value beyond ASCII', get('/healthz', host, 'X: \xe9\xff'), 200),
  reusable('header named __proto__', get('/healthz', host, '__proto__: y', 'constructor: z'), 200),
  reusable('two Authorizations', get('/v1.1/museum-hours', ...signed, 'Authorization: Basic eA=='), 401),
  closing(
    'a hundred Connections',
    get('/healthz', host, ...Array.from({ length: 100 }, (_, n) => `Connection: x${n}`), close),
    431,
  ),

  // Lengths
  closing('length and chunks', post([length, chunked], chunk(order) + lastChunk), 400),
  closing('chunks and length', post([chunked, 'Content-Length: 3'], chunk(order) + lastChunk), 400),
  closing('two lengths that differ', post([length, 'Content-Length: 1'], order), 400),
  closing('the same length twice', post([length, length], order), 400),
  closing('lengths in a list', post([`${length}, ${order.length}`], order), 400),
  closing('negative length', post(['Content-Length: -1'], order), 400),
  closing('length with a plus', post([`Content-Length: +${order.length}`], order), 400),
  closing('length in hexadecimal', post([`Content-Length: 0x${order.length.toString(16)}`], order), 400),
  closing('length with a fraction', post([`${length}.0`], order), 400),
  closing('length without digits', post(['Content-Length: '], order), 400),
  closing('length of thirty digits', post([`Content-Length: ${'9'.repeat(30)}`], order), 400),
  closing('length of 2^53, and an incomplete body', post(['Content-Length: 9007199254740992', close], order), 413, {
    afterSending: 'half-close',
  }),
  closing('length greater than the body', post([`Content-Length: ${order.length + 1}`], order), 400, {
    afterSending: 'half-close',
  }),
  closing('length less than the body', post(['Content-Length: 10'], order), [400, 400]),
  closing('length zero, and a body', post(['Content-Length: 0'], order), [400, 400]),
  closing('no length, and a body', post([], order), [400, 400]),
  reusable('a GET with a body', request('GET /v1.1/museum-hours HTTP/1.1', [...signed, length], order), 200),
  reusable(
    'a GET with a body in chunks',
    request('GET /v1.1/museum-hours HTTP/1.1', [...signed, chunked], chunk(order) + lastChunk),
    200,
  ),
  reusable(
    'a request in the body of a GET',
    request(
      'GET /healthz HTTP/1.1',
      [host, `Content-Length: ${get('/v1.1/museum-hours', host).length}`],
      get('/v1.1/museum-hours', host),
    ),
    200,
  ),

  // Chunks
  reusable('chunks', post([chunked], chunk(order.slice(0, 9)) + chunk(order.slice(9)) + lastChunk), 201),
  reusable('chunks of one byte', post([chunked], order.replaceAll(/./g, (byte) => chunk(byte)) + lastChunk), 201),
  reusable('chunk extensions', post([chunked], chunk(order, ';a=b;c="d;e"') + lastChunk), 201),
  closing(
    'chunk extension of 20,000 letters',
    post([chunked], chunk(order, `;${'a'.repeat(20_000)}`) + lastChunk),
    400,
  ),
  reusable(
    'chunk trailers',
    post([chunked, 'Trailer: X'], `${chunk(order)}0${crlf}X: y${crlf}Authorization: z${crlf}${crlf}`),
    201,
  ),
  closing(
    'chunk trailers of 20,000 letters',
    post([chunked], `${chunk(order)}0${crlf}X: ${'y'.repeat(20_000)}${crlf}${crlf}`),
    431,
  ),
  closing('chunk size that is no number', post([chunked], `zz${crlf}${order}${crlf}${lastChunk}`), 400),
  closing('negative chunk size', post([chunked], `-1${crlf}${order}${crlf}${lastChunk}`), 400),
  closing('chunk size with 0x', post([chunked], `0x${chunk(order)}${lastChunk}`), 400),
  closing('chunk size of twenty digits', post([chunked], `${'f'.repeat(20)}${crlf}${order}`), 400),
  closing('chunk size of 2^63', post([chunked], `8000000000000000${crlf}${order}`), 400, {
    afterSending: 'half-close',
  }),
  closing('empty chunk size', post([chunked], `${crlf}${order}${crlf}${lastChunk}`), 400),
  closing('chunk longer than its size', post([chunked], `5${crlf}${order}${crlf}${lastChunk}`), 400),
  closing('chunks with line feeds only', post([chunked], `${order.length.toString(16)}\n${order}\n0\n\n`), 400),
  closing('chunks without an end', post([chunked], chunk(order)), 400, { afterSending: 'half-close' }),
  closing('transfer encoding other than chunked', post(['Transfer-Encoding: gzip'], order), 400),
  reusable(
    'transfer encoding with chunked last',
    post(['Transfer-Encoding: gzip, chunked'], chunk(order) + lastChunk),
    415,
  ),
  closing(
    'transfer encoding with chunked first',
    post(['Transfer-Encoding: chunked, gzip'], chunk(order) + lastChunk),
    400,
  ),
  closing('chunked twice', post([chunked, chunked], chunk(order) + lastChunk), 400),
  closing('chunked with a vertical tab', post(['Transfer-Encoding:\x0bchunked'], chunk(order) + lastChunk), 400),
  closing('xchunked', post(['Transfer-Encoding: xchunked'], chunk(order) + lastChunk), 400),

  // Expectations and upgrades
  reusable('Expect: 100-continue', post([length, 'Expect: 100-continue'], order), 201),
  closing(
    'Expect: 100-continue with too large a body',
    post(['Content-Length: 20000000', 'Expect: 100-continue', close], order),
    413,
    { afterSending: 'half-close' },
  ),
  reusable('another expectation', get('/healthz', host, 'Expect: unknown'), 200),
  closing(
    'Upgrade to websocket',
    get(
      '/healthz',
      host,
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ),
    200,
  ),
  closing(
    'Upgrade to h2c',
    get(
      '/healthz',
      host,
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ),
    200,
  ),
  closing('Upgrade of a purchase', post([length, 'Connection: Upgrade, close', 'Upgrade: websocket'], order), 201),

  // Pipelining and aborted requests
  reusable('three pipelined requests', get('/healthz', host).repeat(3), [200, 200, 200]),
  reusable(
    '31 pipelined purchases, within the limit',
    validRequests['a purchase'].repeat(31),
    Array.from({ length: 31 }, () => 201),
  ),
  closing('a hundred pipelined purchases', validRequests['a purchase'].repeat(100), [], { mayBeUnanswered: true }),
  closing('garbage after a request', `${get('/healthz', host)}\x00\x01garbage\r\n\r\n`, [200, 400]),
  closing('garbage after a purchase', `${validRequests['a purchase']}}}}}`, [201, 400]),
  closing('a request after Connection: close', get('/healthz', host, close) + get('/healthz', host), 200),
  closing('a purchase, then half-close', validRequests['a purchase'], 201, {
    mayBeUnanswered: true,
    afterSending: 'half-close',
  }),
  closing('a purchase, then a reset', validRequests['a purchase'], [], { afterSending: 'reset' }),
  closing('an image, then a reset', get('/v1.1/tickets/00000000-0000-7000-8000-000000000000/qr', ...signed), [], {
    afterSending: 'reset',
  }),
  closing('nothing', '', [], { afterSending: 'half-close' }),

  // Not HTTP
  closing('TLS hello', `\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03${'\x5a'.repeat(160)}`, 400),
  closing('SSH', 'SSH-2.0-OpenSSH_9.7\r\n', 400),
  closing('SMTP', 'EHLO museum.example\r\n', 400),
  closing('Redis', '*1\r\n$4\r\nPING\r\n', 400),
  closing('proxy protocol', `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get('/healthz', host)}`, 400),
  closing('NULs', '\0'.repeat(5_000), 400),
  closing('every byte', Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join(''), 400),
  closing(
    'noise',
    Array.from({ length: 4_096 }, (_, n) => String.fromCharCode((n * n * 31 + n * 17 + 129) % 256)).join(''),
    400,
  ),
]
