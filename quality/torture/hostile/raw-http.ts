/** HTTP/1.1 as bytes over sockets: requests are sent unchanged, and responses are parsed strictly. */
import { type Socket, connect } from 'node:net'

export type Headers = readonly (readonly [name: string, value: string])[]

/** A response as it was received, the names of its headers in lower case. */
export type RawResponse = Readonly<{
  status: number
  headers: ReadonlyMap<string, string>
  body: Buffer
  bytes: Buffer
}>

/** The result of sending a request: a response, or why there is none, with the bytes that were received. */
export type Outcome = RawResponse | Readonly<{ failure: string; bytes: Buffer }>

/** In milliseconds: three times the service's own deadline, for slow machines. */
const responseTimeout = 30_000

/**
 * Parses the first response in the bytes, after interim ones (1xx): the response and the bytes after it, or nothing
 * while it is incomplete. Throws when it is not HTTP/1.1.
 */
const parseResponse = (bytes: Buffer, isHead: boolean): { response: RawResponse; rest: Buffer } | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(first)?.[1])
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 100))}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(line.slice(0, 100))}`)
    if (headers.has(name.toLowerCase())) throw new Error(`the header ${name} occurs twice`)
    headers.set(name.toLowerCase(), value.trim())
  }
  const content = bytes.subarray(end + 4)
  if (status < 200) return parseResponse(content, isHead)
  const framed = isHead || status === 204 || status === 304 ? [Buffer.alloc(0), content] : parseBody(headers, content)
  const [body, rest] = framed as [Buffer, Buffer] | []
  if (body === undefined || rest === undefined) return undefined
  return { response: { status, headers, body, bytes: bytes.subarray(0, bytes.length - rest.length) }, rest }
}

const parseBody = (headers: ReadonlyMap<string, string>, content: Buffer): [Buffer, Buffer] | [] => {
  if (headers.get('transfer-encoding') === 'chunked') return parseChunks(content)
  const length = Number(headers.get('content-length'))
  if (!Number.isSafeInteger(length)) throw new Error('a response without Content-Length and Transfer-Encoding')
  return content.length < length ? [] : [content.subarray(0, length), content.subarray(length)]
}

const parseChunks = (content: Buffer): [Buffer, Buffer] | [] => {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = content.indexOf('\r\n', at)
    if (end < 0) return []
    const size = Number.parseInt(content.toString('latin1', at, end), 16)
    if (Number.isNaN(size)) throw new Error('a chunk without a size')
    const next = end + 2 + size + 2
    if (content.length < next) return []
    if (size > 0) chunks.push(content.subarray(end + 2, next - 2))
    else return [Buffer.concat(chunks), content.subarray(next)]
    at = next
  }
}

/** A client with one connection that is kept alive, and opened again when the server closed it. */
export type KeepAliveClient = Readonly<{ send(request: Buffer, isHead: boolean): Promise<Outcome>; close(): void }>

export const keepAliveClient = (port: number): KeepAliveClient => {
  let kept: Socket | undefined
  let excessBytes = Buffer.alloc(0)
  const sendOver = (socket: Socket, request: Buffer, isHead: boolean) =>
    new Promise<Outcome>((resolve) => {
      let received = Buffer.alloc(0)
      const settle = (outcome: Outcome, isReusable = false) => {
        clearTimeout(timer)
        socket.removeAllListeners('data').removeAllListeners('close')
        kept = isReusable
          ? socket.on('data', (bytes: Buffer) => (excessBytes = Buffer.concat([excessBytes, bytes])))
          : undefined
        if (!isReusable) socket.destroy()
        resolve(outcome)
      }
      const fail = (failure: string) => settle({ failure, bytes: received })
      const timer = setTimeout(() => fail(`no response in ${responseTimeout / 1_000} s`), responseTimeout)
      socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
        received = Buffer.concat([received, bytes])
        try {
          const parsed = parseResponse(received, isHead)
          if (parsed === undefined) return
          const isLast = parsed.response.headers.get('connection') === 'close'
          // A server that cannot parse a HEAD request cannot detect its method, and sends a body.
          if (parsed.rest.length > 0 && !(isHead && isLast)) return fail('there are bytes after the response')
          settle(parsed.response, !isLast)
        } catch (error) {
          fail(`the response is not HTTP: ${(error as Error).message}`)
        }
      })
      socket.on('close', () => fail('the connection was closed without a response'))
      socket.write(request)
    })
  return {
    async send(request, isHead) {
      if (excessBytes.length > 0) {
        const bytes = excessBytes
        excessBytes = Buffer.alloc(0)
        return { failure: 'bytes followed the response to the request before', bytes }
      }
      // A server may close an idle connection while the next request is being sent: that request is sent again.
      const reused = kept?.writable === true ? kept : undefined
      const outcome = await sendOver(reused ?? openSocket(port), request, isHead)
      const isIdleClose = reused !== undefined && 'failure' in outcome && outcome.bytes.length === 0
      return isIdleClose ? sendOver(openSocket(port), request, isHead) : outcome
    },
    close: () => kept?.destroy(),
  }
}

const openSocket = (port: number) => connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {})

/** What a client does after it sent everything: it waits, shuts down its side of the connection, or resets it. */
export type AfterSending = 'wait' | 'half-close' | 'reset'

/** Sends bytes over a new connection; resolves to what is received until it is closed, `undefined` when it stays open. */
export const sendBytes = (port: number, bytes: Buffer, afterSending: AfterSending): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = openSocket(port)
    const timer = setTimeout(() => {
      resolve(undefined)
      socket.destroy()
    }, responseTimeout)
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(received))
    })
    if (afterSending === 'half-close') socket.end(bytes)
    else if (afterSending === 'reset') socket.write(bytes, () => socket.resetAndDestroy())
    else socket.write(bytes)
  })

/** Parses all responses in the bytes. Throws when one is not HTTP/1.1 or incomplete. */
export const parseResponses = (bytes: Buffer, isHead: boolean): readonly RawResponse[] => {
  const responses: RawResponse[] = []
  for (let rest = bytes; rest.length > 0;) {
    const next = parseResponse(rest, isHead)
    if (next === undefined) throw new Error(`an incomplete response: ${printable(rest, 200)}`)
    responses.push(next.response)
    rest = next.rest
  }
  return responses
}

/** Bytes as readable text: printable ASCII as it is, other bytes escaped, cut after `maxLength` bytes. */
export const printable = (bytes: Buffer, maxLength = 3_000): string => {
  const text = bytes
    .toString('latin1', 0, maxLength)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\r\n', String.raw`\r\n` + '\n')
    .replaceAll(/[^\n -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return bytes.length > maxLength ? `${text}… (${bytes.length} bytes)` : text
}
