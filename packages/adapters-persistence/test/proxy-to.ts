import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

export type Proxy = Readonly<{
  url: string
  /** Closes every connection; new ones are accepted. */
  cut: () => void
  /** Closes every connection, and refuses new ones. */
  refuse: () => void
  /** Stops forwarding, on open and on new connections; all stay open. */
  stopResponding: () => void
  /** Closes every connection, and works again as at the beginning. */
  recover: () => Promise<void>
  close: () => void
}>

/** Starts a TCP proxy to a server, which can close connections or stop responding. */
export const proxyTo = async (serverUrl: string): Promise<Proxy> => {
  const serverAddress = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isStopped = false
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: Number(serverAddress.port), host: serverAddress.hostname, allowHalfOpen: true })
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (isStopped || to.write(bytes)))
      from.on('end', () => void (isStopped || to.end()))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!isStopped) to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const cut = () => sockets.forEach((socket) => socket.destroy())
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    refuse() {
      server.close()
      cut()
    },
    stopResponding() {
      isStopped = true
    },
    async recover() {
      cut()
      isStopped = false
      if (!server.listening) await listen(port)
    },
    close() {
      server.close()
      cut()
    },
  }
}
