import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to the requests of a gate; `loses requests`, `loses responses` and `rejects …` concern scans only. */
type NetworkState =
  | 'up'
  | 'down'
  | 'loses requests'
  | 'loses responses'
  | 'rejects scans'
  | 'loses museum data'
  | 'loses members'

/** A response that lacks the ticket of a decision and a part of the revocations. */
const withoutMembers = (text: string) =>
  JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    ['ticket', 'occurrences'].includes(name) ? undefined : value,
  )

/** Starts a network: an HTTP proxy to a server, in a state that tests switch. */
export const startSwitchableNetwork = async () => {
  let [state, target]: [NetworkState, string] = ['up', '']
  let lost = Promise.withResolvers<void>()
  const paths: string[] = []
  const proxy = createServer((request, response) => {
    const forward = async () => {
      const { method = '', url = '' } = request
      const body = Buffer.concat((await request.toArray()) as Buffer[])
      if (state === 'down') return request.socket.destroy()
      paths.push(url)
      const isScan = method === 'POST'
      if (isScan && state === 'loses requests') return lost.resolve()
      // Like a busy server, and a slow one.
      if (state === 'loses museum data' && url.includes('/ticket-keys')) return response.writeHead(503).end('{}')
      // Like a proxy, without problem details of the server.
      if (isScan && state === 'rejects scans') return response.writeHead(413).end('{ "status": 413 }')
      const { authorization = '' } = request.headers
      const answer = await fetch(target + url, {
        method,
        headers: { Authorization: authorization, 'Content-Type': 'application/json' },
        ...(isScan && { body }),
      })
      const text = state === 'loses members' ? withoutMembers(await answer.text()) : await answer.text()
      if (isScan && state === 'loses responses') return lost.resolve()
      const headers = { 'Content-Type': 'application/json', Date: answer.headers.get('Date')! }
      return response.writeHead(answer.status, headers).end(text)
    }
    forward().catch(() => request.socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** The paths of the requests so far. */
    paths,
    connectTo: (origin: string) => void (target = origin),
    switchTo: (to: NetworkState) => {
      state = to
      lost = Promise.withResolvers<void>()
    },
    /** Resolves when a scan or the response to it was lost since the last switch. */
    hasLost: () => lost.promise,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
