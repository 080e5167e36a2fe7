/** Byte sequences that are sent unchanged over sockets; in the texts a character is a byte. */
import type { AfterSending } from './raw-http.ts'

export type Entry = Readonly<{
  name: string
  /** `@credentials@` stands for a valid `Authorization` value. */
  bytes: string
  /** The statuses of the responses in order, until the connection is closed; with `isReusable`, the last is that of the probe. */
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

export const corpus: readonly Entry[] = [
  // Versions and request lines
  { name: 'HTTP/1.0 without Host', bytes: 'GET /healthz HTTP/1.0\r\n\r\n', statuses: [200] },
  {
    name: 'HTTP/1.0 with keep-alive',
    bytes: request('GET /healthz HTTP/1.0', ['Connection: keep-alive']),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'HTTP/1.0 with Transfer-Encoding',
    bytes: request(
      'POST /v1.1/tickets HTTP/1.0',
      [...signed, 'Content-Type: application/json', chunked],
      chunk(order) + lastChunk,
    ),
    statuses: [201],
  },
  { name: 'HTTP/0.9', bytes: 'GET /healthz\r\n', statuses: [408] },
  { name: 'HTTP/0.9 with a version', bytes: 'GET /healthz HTTP/0.9\r\n\r\n', statuses: [400] },
  { name: 'HTTP/1.2', bytes: request('GET /healthz HTTP/1.2', [host, close]), statuses: [400] },
  { name: 'HTTP/2 preface', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', statuses: [400] },
  { name: 'HTTP/9.9', bytes: request('GET /healthz HTTP/9.9', [host]), statuses: [400] },
  { name: 'http in lower case', bytes: request('GET /healthz http/1.1', [host]), statuses: [400] },
  { name: 'version of ten digits', bytes: request('GET /healthz HTTP/1111111111.1', [host]), statuses: [400] },
  { name: 'no version', bytes: request('GET /healthz ', [host]), statuses: [400] },
  { name: 'no target', bytes: request('GET HTTP/1.1', [host]), statuses: [400] },
  { name: 'two spaces', bytes: request('GET  /healthz HTTP/1.1', [host, close]), statuses: [200] },
  { name: 'a tab between', bytes: request('GET\t/healthz\tHTTP/1.1', [host]), statuses: [400] },
  { name: 'a space in the target', bytes: request('GET /heal thz HTTP/1.1', [host]), statuses: [400] },
  {
    name: 'an empty line before the request',
    bytes: crlf + get('/healthz', host),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'a thousand empty lines before the request',
    bytes: crlf.repeat(1_000) + get('/healthz', host, close),
    statuses: [200],
  },
  { name: 'a space before the request', bytes: ` ${get('/healthz', host)}`, statuses: [400] },
  {
    name: 'line feeds without carriage returns',
    bytes: `GET /healthz HTTP/1.1\n${host}\n${close}\n\n`,
    statuses: [400],
  },
  { name: 'carriage returns without line feeds', bytes: `GET /healthz HTTP/1.1\r${host}\r\r`, statuses: [400] },
  { name: 'NUL in the method', bytes: request('G\0T /healthz HTTP/1.1', [host]), statuses: [400] },
  { name: 'NUL in the target', bytes: get('/heal\0thz', host), statuses: [400] },
  { name: 'byte 0x7f in the target', bytes: get('/heal\x7fthz', host), statuses: [400] },
  { name: 'a first byte of no method', bytes: 'x', statuses: [400], afterSending: 'half-close' },

  // Methods
  { name: 'unknown method', bytes: request('BREW /healthz HTTP/1.1', [host]), statuses: [400] },
  { name: 'method in lower case', bytes: request('get /healthz HTTP/1.1', [host]), statuses: [400] },
  { name: 'TRACE', bytes: request('TRACE /healthz HTTP/1.1', [host]), statuses: [405, 200], isReusable: true },
  {
    name: 'TRACE of an operation',
    bytes: request('TRACE /v1.1/tickets HTTP/1.1', signed),
    statuses: [405, 200],
    isReusable: true,
  },
  {
    name: 'QUERY',
    bytes: request('QUERY /v1.1/special-events HTTP/1.1', signed),
    statuses: [405, 200],
    isReusable: true,
  },
  { name: 'CONNECT in authority form', bytes: request('CONNECT a.example:443 HTTP/1.1', [host]), statuses: [400] },
  { name: 'CONNECT to a path', bytes: request('CONNECT /v1.1/tickets HTTP/1.1', signed), statuses: [400] },
  {
    name: 'CONNECT followed by bytes',
    bytes: `${request('CONNECT a:1 HTTP/1.1', [host])}\x16\x03\x01`,
    statuses: [400],
  },
  { name: 'OPTIONS *', bytes: request('OPTIONS * HTTP/1.1', [host]), statuses: [204, 200], isReusable: true },
  { name: 'GET *', bytes: get('*', host, close), statuses: [400] },
  {
    name: 'HEAD',
    bytes: request('HEAD /v1.1/museum-hours HTTP/1.1', [...signed, close]),
    statuses: [200],
    isHead: true,
  },
  {
    name: 'HEAD of an unknown path',
    bytes: request('HEAD /nothing HTTP/1.1', [host, close]),
    statuses: [404],
    isHead: true,
  },

  // Host and targets
  { name: 'no Host', bytes: get('/healthz', close), statuses: [400] },
  { name: 'two Hosts', bytes: get('/healthz', host, 'Host: b', close), statuses: [400] },
  { name: 'the same Host twice', bytes: get('/healthz', host, host, close), statuses: [400] },
  { name: 'empty Host', bytes: get('/healthz', 'Host:', close), statuses: [400] },
  { name: 'Host with a path', bytes: get('/healthz', 'Host: a/v1.1', close), statuses: [400] },
  { name: 'Host with a user', bytes: get('/healthz', 'Host: admin:x@a', close), statuses: [400] },
  { name: 'Host with a space', bytes: get('/healthz', 'Host: a b', close), statuses: [400] },
  { name: 'Host with an invalid port', bytes: get('/healthz', 'Host: a:99999', close), statuses: [400] },
  { name: 'Host with a query', bytes: get('/healthz', 'Host: a?b', close), statuses: [400] },
  { name: 'Host of brackets', bytes: get('/healthz', 'Host: [::', close), statuses: [400] },
  { name: 'Host beyond ASCII', bytes: get('/healthz', 'Host: m\xfcseum', close), statuses: [400] },
  { name: 'absolute form', bytes: get('http://a/healthz', host), statuses: [200, 200], isReusable: true },
  {
    name: 'absolute form of another host',
    bytes: get('http://b.example/healthz', host),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'absolute form of an operation, without credentials',
    bytes: get('http://a/v1.1/museum-hours', host),
    statuses: [401, 200],
    isReusable: true,
  },
  { name: 'absolute form of https', bytes: get('https://a/healthz', host), statuses: [200, 200], isReusable: true },
  { name: 'absolute form without a path', bytes: get('http://a', host), statuses: [200, 200], isReusable: true },
  { name: 'absolute form with a user', bytes: get('http://admin:x@a/healthz', host, close), statuses: [200] },
  { name: 'absolute form without a host', bytes: get('http://', host, close), statuses: [400] },
  { name: 'absolute form of brackets', bytes: get('http://[', host, close), statuses: [400] },
  { name: 'absolute form of another scheme', bytes: get('ftp://a/healthz', host, close), statuses: [400] },
  { name: 'javascript:', bytes: get('javascript:alert(1)', host, close), statuses: [400] },
  { name: 'authority form', bytes: get('a.example:80', host, close), statuses: [400] },
  { name: 'no slash', bytes: get('healthz', host, close), statuses: [400] },
  { name: 'only a question mark', bytes: get('?', host, close), statuses: [400] },

  // Paths
  { name: 'double slash', bytes: get('//healthz', host), statuses: [404, 200], isReusable: true },
  { name: 'double slash and a host', bytes: get('//b.example/healthz', host), statuses: [404, 200], isReusable: true },
  {
    name: 'double slash before an operation, without credentials',
    bytes: get('//v1.1/museum-hours', host),
    statuses: [404, 200],
    isReusable: true,
  },
  {
    name: 'dots in the path, without credentials',
    bytes: get('/docs/../v1.1/museum-hours', host),
    statuses: [401, 200],
    isReusable: true,
  },
  {
    name: 'escaped dots in the path, without credentials',
    bytes: get('/docs/%2e%2e/v1.1/museum-hours', host),
    statuses: [401, 200],
    isReusable: true,
  },
  {
    name: 'escaped slash in the path, without credentials',
    bytes: get('/v1.1%2fmuseum-hours', host),
    statuses: [404, 200],
    isReusable: true,
  },
  {
    name: 'backslash in the path, without credentials',
    bytes: get('/v1.1\\museum-hours', host),
    statuses: [400, 200],
    isReusable: true,
  },
  {
    name: 'base path in upper case, without credentials',
    bytes: get('/V1.1/museum-hours', host),
    statuses: [404, 200],
    isReusable: true,
  },
  { name: 'dots out of the root', bytes: get('/../../../../etc/passwd', host), statuses: [404, 200], isReusable: true },
  {
    name: 'escaped dots out of the root',
    bytes: get('/docs/%2e%2e%2f%2e%2e%2fpackage.json', host),
    statuses: [404, 200],
    isReusable: true,
  },
  { name: '%', bytes: get('/%', host), statuses: [400, 200], isReusable: true },
  { name: '%zz', bytes: get('/v1.1/special-events/%zz', ...signed), statuses: [400, 200], isReusable: true },
  { name: '%c0%af', bytes: get('/v1.1/%c0%af', ...signed), statuses: [400, 200], isReusable: true },
  { name: '%00', bytes: get('/v1.1/special-events/%00', ...signed), statuses: [400, 200], isReusable: true },
  { name: '%u0041', bytes: get('/%u0041', host), statuses: [400, 200], isReusable: true },
  { name: '%0d%0a', bytes: get('/%0d%0aSet-Cookie:%20a=b', host), statuses: [404, 200], isReusable: true },
  {
    name: 'path of 15,000 letters',
    bytes: get(`/${'a'.repeat(15_000)}`, host),
    statuses: [404, 200],
    isReusable: true,
  },
  {
    name: 'path of 7,500 segments',
    bytes: get(`/${'a/'.repeat(7_500)}`, host),
    statuses: [404, 200],
    isReusable: true,
  },
  { name: 'path of 100,000 letters', bytes: get(`/${'a'.repeat(100_000)}`, host), statuses: [431] },
  {
    name: 'query of 15,000 letters',
    bytes: get(`/v1.1/special-events?${'a=b&'.repeat(3_700)}`, ...signed),
    statuses: [200, 200],
    isReusable: true,
  },
  { name: 'fragment', bytes: get('/healthz#part', host), statuses: [200, 200], isReusable: true },
  { name: 'bytes beyond ASCII in the path', bytes: get('/\xff\xfe', host), statuses: [400] },

  // Headers
  { name: 'header of 20,000 letters', bytes: get('/healthz', host, `X: ${'x'.repeat(20_000)}`), statuses: [431] },
  { name: 'header name of 20,000 letters', bytes: get('/healthz', host, `${'x'.repeat(20_000)}: x`), statuses: [431] },
  { name: 'header of a megabyte', bytes: get('/healthz', host, `X: ${'x'.repeat(1_000_000)}`), statuses: [431] },
  { name: 'headers without an end', bytes: `GET /healthz HTTP/1.1\r\n${'X: y\r\n'.repeat(50_000)}`, statuses: [431] },
  {
    name: 'three thousand headers',
    bytes: get('/healthz', host, close, ...Array.from({ length: 3_000 }, () => 'x:')),
    statuses: [431],
  },
  { name: 'NUL in a header', bytes: get('/healthz', host, 'X: a\0b'), statuses: [400] },
  { name: 'carriage return in a header', bytes: get('/healthz', host, 'X: a\rb'), statuses: [400] },
  { name: 'line feed in a header', bytes: get('/healthz', host, 'X: a\nSet-Cookie: b'), statuses: [400] },
  { name: 'folded header', bytes: get('/healthz', host, 'X: a\r\n b'), statuses: [400] },
  { name: 'folded first header', bytes: 'GET /healthz HTTP/1.1\r\n Host: a\r\n\r\n', statuses: [400] },
  { name: 'header without a colon', bytes: get('/healthz', host, 'nothing'), statuses: [400] },
  { name: 'header without a name', bytes: get('/healthz', host, ': x'), statuses: [400] },
  { name: 'space before the colon', bytes: get('/healthz', host, 'X : y'), statuses: [400] },
  { name: 'header name beyond ASCII', bytes: get('/healthz', host, 'X\xe9: y'), statuses: [400] },
  {
    name: 'header value beyond ASCII',
    bytes: get('/healthz', host, 'X: \xe9\xff'),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'header named __proto__',
    bytes: get('/healthz', host, '__proto__: y', 'constructor: z'),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'two Authorizations',
    bytes: get('/v1.1/museum-hours', ...signed, 'Authorization: Basic eA=='),
    statuses: [401, 200],
    isReusable: true,
  },
  {
    name: 'a hundred Connections',
    bytes: get('/healthz', host, ...Array.from({ length: 100 }, (_, n) => `Connection: x${n}`), close),
    statuses: [431],
  },

  // Lengths
  { name: 'length and chunks', bytes: post([length, chunked], chunk(order) + lastChunk), statuses: [400] },
  { name: 'chunks and length', bytes: post([chunked, 'Content-Length: 3'], chunk(order) + lastChunk), statuses: [400] },
  { name: 'two lengths that differ', bytes: post([length, 'Content-Length: 1'], order), statuses: [400] },
  { name: 'the same length twice', bytes: post([length, length], order), statuses: [400] },
  { name: 'lengths in a list', bytes: post([`${length}, ${order.length}`], order), statuses: [400] },
  { name: 'negative length', bytes: post(['Content-Length: -1'], order), statuses: [400] },
  { name: 'length with a plus', bytes: post([`Content-Length: +${order.length}`], order), statuses: [400] },
  {
    name: 'length in hexadecimal',
    bytes: post([`Content-Length: 0x${order.length.toString(16)}`], order),
    statuses: [400],
  },
  { name: 'length with a fraction', bytes: post([`${length}.0`], order), statuses: [400] },
  { name: 'length without digits', bytes: post(['Content-Length: '], order), statuses: [400] },
  { name: 'length of thirty digits', bytes: post([`Content-Length: ${'9'.repeat(30)}`], order), statuses: [400] },
  {
    name: 'length of 2^53, and an incomplete body',
    bytes: post(['Content-Length: 9007199254740992', close], order),
    statuses: [413],
    afterSending: 'half-close',
  },
  {
    name: 'length greater than the body',
    bytes: post([`Content-Length: ${order.length + 1}`], order),
    statuses: [400],
    afterSending: 'half-close',
  },
  { name: 'length less than the body', bytes: post(['Content-Length: 10'], order), statuses: [400, 400] },
  { name: 'length zero, and a body', bytes: post(['Content-Length: 0'], order), statuses: [400, 400] },
  { name: 'no length, and a body', bytes: post([], order), statuses: [400, 400] },
  {
    name: 'a GET with a body',
    bytes: request('GET /v1.1/museum-hours HTTP/1.1', [...signed, length], order),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'a GET with a body in chunks',
    bytes: request('GET /v1.1/museum-hours HTTP/1.1', [...signed, chunked], chunk(order) + lastChunk),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'a request in the body of a GET',
    bytes: request(
      'GET /healthz HTTP/1.1',
      [host, `Content-Length: ${get('/v1.1/museum-hours', host).length}`],
      get('/v1.1/museum-hours', host),
    ),
    statuses: [200, 200],
    isReusable: true,
  },

  // Chunks
  {
    name: 'chunks',
    bytes: post([chunked], chunk(order.slice(0, 9)) + chunk(order.slice(9)) + lastChunk),
    statuses: [201, 200],
    isReusable: true,
  },
  {
    name: 'chunks of one byte',
    bytes: post([chunked], order.replaceAll(/./g, (byte) => chunk(byte)) + lastChunk),
    statuses: [201, 200],
    isReusable: true,
  },
  {
    name: 'chunk extensions',
    bytes: post([chunked], chunk(order, ';a=b;c="d;e"') + lastChunk),
    statuses: [201, 200],
    isReusable: true,
  },
  {
    name: 'chunk extension of 20,000 letters',
    bytes: post([chunked], chunk(order, `;${'a'.repeat(20_000)}`) + lastChunk),
    statuses: [400],
  },
  {
    name: 'chunk trailers',
    bytes: post([chunked, 'Trailer: X'], `${chunk(order)}0${crlf}X: y${crlf}Authorization: z${crlf}${crlf}`),
    statuses: [201, 200],
    isReusable: true,
  },
  {
    name: 'chunk trailers of 20,000 letters',
    bytes: post([chunked], `${chunk(order)}0${crlf}X: ${'y'.repeat(20_000)}${crlf}${crlf}`),
    statuses: [431],
  },
  {
    name: 'chunk size that is no number',
    bytes: post([chunked], `zz${crlf}${order}${crlf}${lastChunk}`),
    statuses: [400],
  },
  { name: 'negative chunk size', bytes: post([chunked], `-1${crlf}${order}${crlf}${lastChunk}`), statuses: [400] },
  { name: 'chunk size with 0x', bytes: post([chunked], `0x${chunk(order)}${lastChunk}`), statuses: [400] },
  { name: 'chunk size of twenty digits', bytes: post([chunked], `${'f'.repeat(20)}${crlf}${order}`), statuses: [400] },
  {
    name: 'chunk size of 2^63',
    bytes: post([chunked], `8000000000000000${crlf}${order}`),
    statuses: [400],
    afterSending: 'half-close',
  },
  { name: 'empty chunk size', bytes: post([chunked], `${crlf}${order}${crlf}${lastChunk}`), statuses: [400] },
  {
    name: 'chunk longer than its size',
    bytes: post([chunked], `5${crlf}${order}${crlf}${lastChunk}`),
    statuses: [400],
  },
  {
    name: 'chunks with line feeds only',
    bytes: post([chunked], `${order.length.toString(16)}\n${order}\n0\n\n`),
    statuses: [400],
  },
  { name: 'chunks without an end', bytes: post([chunked], chunk(order)), statuses: [400], afterSending: 'half-close' },
  { name: 'transfer encoding other than chunked', bytes: post(['Transfer-Encoding: gzip'], order), statuses: [400] },
  {
    name: 'transfer encoding with chunked last',
    bytes: post(['Transfer-Encoding: gzip, chunked'], chunk(order) + lastChunk),
    statuses: [415, 200],
    isReusable: true,
  },
  {
    name: 'transfer encoding with chunked first',
    bytes: post(['Transfer-Encoding: chunked, gzip'], chunk(order) + lastChunk),
    statuses: [400],
  },
  { name: 'chunked twice', bytes: post([chunked, chunked], chunk(order) + lastChunk), statuses: [400] },
  {
    name: 'chunked with a vertical tab',
    bytes: post(['Transfer-Encoding:\x0bchunked'], chunk(order) + lastChunk),
    statuses: [400],
  },
  { name: 'xchunked', bytes: post(['Transfer-Encoding: xchunked'], chunk(order) + lastChunk), statuses: [400] },

  // Expectations and upgrades
  {
    name: 'Expect: 100-continue',
    bytes: post([length, 'Expect: 100-continue'], order),
    statuses: [201, 200],
    isReusable: true,
  },
  {
    name: 'Expect: 100-continue with too large a body',
    bytes: post(['Content-Length: 20000000', 'Expect: 100-continue', close], order),
    statuses: [413],
    afterSending: 'half-close',
  },
  {
    name: 'another expectation',
    bytes: get('/healthz', host, 'Expect: unknown'),
    statuses: [200, 200],
    isReusable: true,
  },
  {
    name: 'Upgrade to websocket',
    bytes: get(
      '/healthz',
      host,
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ),
    statuses: [200],
  },
  {
    name: 'Upgrade to h2c',
    bytes: get(
      '/healthz',
      host,
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ),
    statuses: [200],
  },
  {
    name: 'Upgrade of a purchase',
    bytes: post([length, 'Connection: Upgrade, close', 'Upgrade: websocket'], order),
    statuses: [201],
  },

  // Pipelining and aborted requests
  {
    name: 'three pipelined requests',
    bytes: get('/healthz', host).repeat(3),
    statuses: [200, 200, 200, 200],
    isReusable: true,
  },
  {
    name: '31 pipelined purchases, within the limit',
    bytes: validRequests['a purchase'].repeat(31),
    statuses: [...Array.from({ length: 31 }, () => 201), 200],
    isReusable: true,
  },
  {
    name: 'a hundred pipelined purchases',
    bytes: validRequests['a purchase'].repeat(100),
    statuses: [],
    mayBeUnanswered: true,
  },
  { name: 'garbage after a request', bytes: `${get('/healthz', host)}\x00\x01garbage\r\n\r\n`, statuses: [200, 400] },
  { name: 'garbage after a purchase', bytes: `${validRequests['a purchase']}}}}}`, statuses: [201, 400] },
  {
    name: 'a request after Connection: close',
    bytes: get('/healthz', host, close) + get('/healthz', host),
    statuses: [200],
  },
  {
    name: 'a purchase, then half-close',
    bytes: validRequests['a purchase'],
    statuses: [201],
    mayBeUnanswered: true,
    afterSending: 'half-close',
  },
  { name: 'a purchase, then a reset', bytes: validRequests['a purchase'], statuses: [], afterSending: 'reset' },
  {
    name: 'an image, then a reset',
    bytes: get('/v1.1/tickets/00000000-0000-7000-8000-000000000000/qr', ...signed),
    statuses: [],
    afterSending: 'reset',
  },
  { name: 'nothing', bytes: '', statuses: [], afterSending: 'half-close' },

  // Not HTTP
  { name: 'TLS hello', bytes: `\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03${'\x5a'.repeat(160)}`, statuses: [400] },
  { name: 'SSH', bytes: 'SSH-2.0-OpenSSH_9.7\r\n', statuses: [400] },
  { name: 'SMTP', bytes: 'EHLO museum.example\r\n', statuses: [400] },
  { name: 'Redis', bytes: '*1\r\n$4\r\nPING\r\n', statuses: [400] },
  { name: 'proxy protocol', bytes: `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${get('/healthz', host)}`, statuses: [400] },
  { name: 'NULs', bytes: '\0'.repeat(5_000), statuses: [400] },
  {
    name: 'every byte',
    bytes: Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join(''),
    statuses: [400],
  },
  {
    name: 'noise',
    bytes: Array.from({ length: 4_096 }, (_, n) => String.fromCharCode((n * n * 31 + n * 17 + 129) % 256)).join(''),
    statuses: [400],
  },
]
