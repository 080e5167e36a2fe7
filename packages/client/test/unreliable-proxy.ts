import { once } from 'node:events'
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from '@jest/globals'

type Answer = Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body?: string }>

/**
 * What happens to a request: it is lost before it arrives at the server, or its response is lost whole or after its
 * headers, or the proxy accepts it and never responds, or responds itself.
 */
type Fate = 'forwarded' | 'request lost' | 'response lost' | 'response cut' | 'no answer' | Answer

type SentRequest = Readonly<{ method: string; path: string; headers: IncomingHttpHeaders; body: string }>

/**
 * For each test: a proxy in front of a server. It forwards requests, but a test can decide the fate of the next ones.
 */
export const useUnreliableProxy = (target: () => string) => {
  let fates: Fate[] = []
  let requests: SentRequest[] = []
  let statuses: number[] = []
  let arrival = Promise.withResolvers<void>()
  const forward = async ({ method, path, headers, body }: SentRequest) => {
    const sent = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
    const response = await fetch(target() + path, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...(body !== '' && { body }),
    })
    statuses.push(response.status)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const meet = async (fate: Fate, request: SentRequest, answer: ServerResponse) => {
    if (fate === 'no answer') return
    if (typeof fate === 'object') answer.writeHead(fate.status, fate.headers).end(fate.body)
    else if (fate === 'request lost') answer.destroy()
    else {
      const { response, bytes } = await forward(request)
      if (fate === 'response lost') answer.destroy()
      else {
        const received = [...response.headers].filter(
          ([name]) => !/^(transfer-encoding|content-(encoding|length))$/.test(name),
        )
        const length = bytes.length > 0 ? [['Content-Length', String(bytes.length)] as const] : []
        answer.writeHead(response.status, Object.fromEntries([...received, ...length]))
        if (fate === 'forwarded') answer.end(bytes)
        else answer.write(bytes.subarray(0, bytes.length / 2), () => answer.destroy())
      }
    }
  }
  const server = createServer((request, response) => {
    const answer = async () => {
      const { method = '', url: path = '', headers } = request
      const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
      const sent = { method, path, headers, body }
      requests.push(sent)
      arrival.resolve()
      await meet(fates.shift() ?? 'forwarded', sent, response)
    }
    answer().catch(() => response.destroy())
  })
  beforeEach(async () => {
    fates = []
    requests = []
    statuses = []
    arrival = Promise.withResolvers()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1.1`,
    /** Decides what happens to the next requests. */
    next: (...next: readonly Fate[]) => void (fates = [...next]),
    /** The requests so far, in the order of their arrival. */
    requests: () => requests,
    /** The statuses of the responses of the server. */
    statuses: () => statuses,
    /** Resolves when the first request has arrived. */
    hasArrived: () => arrival.promise,
  }
}
