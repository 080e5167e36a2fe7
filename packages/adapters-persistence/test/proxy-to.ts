import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** A way to a server that can be cut, and can go silent. */
export const proxyTo = async (serverUrl: string) => {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => void (isSilent || to.write(bytes)))
      from.on('end', () => void (isSilent || to.end()))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!isSilent) to.destroy()
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
    /** Cuts every connection; new ones are welcome. */
    cut,
    /** Cuts every connection, and refuses new ones. */
    refuse() {
      server.close()
      cut()
    },
    /** Passes nothing on any more, neither on these connections nor on new ones, and tells nobody. */
    fallSilent() {
      isSilent = true
    },
    /** Is as at the beginning again. */
    async recover() {
      cut()
      isSilent = false
      if (!server.listening) await listen(port)
    },
    close() {
      server.close()
      cut()
    },
  }
}
