/** HTTP/1.1 as bytes over sockets: nothing is made well on its way out, and nothing is forgiven on its way in. */
import { type Socket, connect } from 'node:net'

export type Headers = readonly (readonly [name: string, value: string])[]

/** An answer as it came; the names of its headers in lower case. */
export type Answer = Readonly<{ status: number; headers: ReadonlyMap<string, string>; body: Buffer; bytes: Buffer }>

/** What came of sending something: an answer, or what is wrong instead. */
export type Outcome = Answer | Readonly<{ wrong: string; bytes: Buffer }>

/** Every answer must be here after so many milliseconds: three times the service's own deadline, for slow machines. */
const patience = 30_000

/**
 * Reads the first answer in the bytes, interim ones (1xx) passed over: the answer and the bytes after it, or nothing
 * while it is incomplete. Throws when it is not HTTP/1.1.
 */
const readAnswer = (bytes: Buffer, isHead: boolean): { answer: Answer; rest: Buffer } | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [ -~]*$/.exec(first)?.[1])
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 100))}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(line.slice(0, 100))}`)
    if (headers.has(name.toLowerCase())) throw new Error(`the header ${name} came twice`)
    headers.set(name.toLowerCase(), value)
  }
  const content = bytes.subarray(end + 4)
  if (status < 200) return readAnswer(content, isHead)
  const framed = isHead || status === 204 || status === 304 ? [Buffer.alloc(0), content] : readBody(headers, content)
  const [body, rest] = framed as [Buffer, Buffer] | []
  if (body === undefined || rest === undefined) return undefined
  return { answer: { status, headers, body, bytes: bytes.subarray(0, bytes.length - rest.length) }, rest }
}

const readBody = (headers: ReadonlyMap<string, string>, content: Buffer): [Buffer, Buffer] | [] => {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(content)
  const length = Number(headers.get('content-length'))
  if (!Number.isSafeInteger(length)) throw new Error('an answer whose length nothing tells')
  return content.length < length ? [] : [content.subarray(0, length), content.subarray(length)]
}

const readChunks = (content: Buffer): [Buffer, Buffer] | [] => {
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

/** A connection that is kept alive, and made anew when the server has closed it. */
export type Line = Readonly<{ ask(request: Buffer, isHead: boolean): Promise<Outcome>; close(): void }>

export const openLine = (port: number): Line => {
  let kept: Socket | undefined
  let strayBytes = Buffer.alloc(0)
  const askOn = (socket: Socket, request: Buffer, isHead: boolean) =>
    new Promise<Outcome>((resolve) => {
      let read = Buffer.alloc(0)
      const settle = (outcome: Outcome, isReusable = false) => {
        clearTimeout(timer)
        socket.removeAllListeners('data').removeAllListeners('close')
        kept = isReusable
          ? socket.on('data', (bytes: Buffer) => (strayBytes = Buffer.concat([strayBytes, bytes])))
          : undefined
        if (!isReusable) socket.destroy()
        resolve(outcome)
      }
      const timer = setTimeout(() => settle({ wrong: `no answer in ${patience / 1_000} s`, bytes: read }), patience)
      socket.removeAllListeners('data').on('data', (bytes: Buffer) => {
        read = Buffer.concat([read, bytes])
        try {
          const whole = readAnswer(read, isHead)
          if (whole === undefined) return
          const isLast = whole.answer.headers.get('connection') === 'close'
          // Who cannot read a request does not know that it was a HEAD.
          if (whole.rest.length > 0 && !(isHead && isLast))
            return settle({ wrong: 'there are bytes after the answer', bytes: read })
          settle(whole.answer, !isLast)
        } catch (error) {
          settle({ wrong: `the answer is not HTTP: ${(error as Error).message}`, bytes: read })
        }
      })
      socket.on('close', () => settle({ wrong: 'the connection was closed without an answer', bytes: read }))
      socket.write(request)
    })
  return {
    async ask(request, isHead) {
      if (strayBytes.length > 0) {
        const bytes = strayBytes
        strayBytes = Buffer.alloc(0)
        return { wrong: 'bytes came after the answer to the request before', bytes }
      }
      // A server may close an idle connection just as the next request is sent: that one is sent again.
      const old = kept?.writable === true ? kept : undefined
      const outcome = await askOn(old ?? dialled(port), request, isHead)
      const isToRepeat = old !== undefined && 'wrong' in outcome && outcome.bytes.length === 0
      return isToRepeat ? askOn(dialled(port), request, isHead) : outcome
    },
    close: () => kept?.destroy(),
  }
}

const dialled = (port: number) => connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {})

/** What a client does when it has sent all: it waits, it closes its half, or it resets the connection. */
export type Farewell = 'wait' | 'half-close' | 'reset'

/** Sends bytes over a connection of their own and reads until it is closed; nothing when it stayed open too long. */
export const converse = (port: number, bytes: Buffer, farewell: Farewell): Promise<Buffer | undefined> =>
  new Promise((resolve) => {
    const read: Buffer[] = []
    const socket = dialled(port)
    const timer = setTimeout(() => {
      resolve(undefined)
      socket.destroy()
    }, patience)
    socket.on('data', (chunk: Buffer) => read.push(chunk))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(read))
    })
    if (farewell === 'half-close') socket.end(bytes)
    else if (farewell === 'reset') socket.write(bytes, () => socket.resetAndDestroy())
    else socket.write(bytes)
  })

/** Reads all answers in the bytes. Throws when something of them is not HTTP/1.1. */
export const readAnswers = (bytes: Buffer, isHead: boolean): readonly Answer[] => {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0;) {
    const next = readAnswer(rest, isHead)
    if (next === undefined) throw new Error(`an answer that ends in its middle: ${printed(rest, 200)}`)
    answers.push(next.answer)
    rest = next.rest
  }
  return answers
}

/** Bytes for a person: text as it is, all else as escapes, cut after so many bytes. */
export const printed = (bytes: Buffer, atMost = 3_000): string => {
  const text = bytes
    .toString('latin1', 0, atMost)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\r\n', String.raw`\r\n` + '\n')
    .replaceAll(/[^\n -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return bytes.length > atMost ? `${text}… (${bytes.length} bytes)` : text
}
