import { once } from 'node:events'
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from '@jest/globals'

type Answer = Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body?: string }>

/**
 * What happens to a request: it is lost before it arrives at the server, or its response is lost whole or after its headers,
 * or the proxy accepts it and never answers, or answers itself.
 */
type Fate = 'forwarded' | 'request lost' | 'response lost' | 'response cut' | 'no answer' | Answer

type SentRequest = Readonly<{ method: string; path: string; headers: IncomingHttpHeaders; body: string }>

/** For each test: a proxy in front of a server. Requests are forwarded, except the next ones, whose fates a test lists. */
export const useUnreliableProxy = (target: () => string) => {
  let fates: Fate[] = []
  let requests: SentRequest[] = []
  let statuses: number[] = []
  let arrival = Promise.withResolvers<void>()
  const meet = async (fate: Fate, { method, path, headers, body }: SentRequest, response: ServerResponse) => {
    if (fate === 'no answer') return
    if (fate === 'request lost') return void response.destroy()
    if (typeof fate === 'object') return void response.writeHead(fate.status, fate.headers).end(fate.body)
    const { host: _, connection: __, 'content-length': ___, ...others } = headers
    const hasBody = body !== ''
    const answer = await fetch(target() + path, {
      method,
      headers: others as Record<string, string>,
      ...(hasBody && { body }),
      redirect: 'manual',
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    statuses.push(answer.status)
    if (fate === 'response lost') return void response.destroy()
    const { 'transfer-encoding': ____, 'content-encoding': _____, ...sent } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, { ...sent, ...(bytes.length > 0 && { 'content-length': bytes.length }) })
    if (fate === 'forwarded') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
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
    /** The statuses with which the server has answered. */
    statuses: () => statuses,
    /** Resolves when the first request has arrived. */
    hasArrived: () => arrival.promise,
  }
}
