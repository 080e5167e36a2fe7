import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address, with port 0 for any free port; or a listening socket that the process has inherited, by its descriptor. */
export type ListenAt = Readonly<{ host: string; port: number } | { fd: number }>

/**
 * The maximum number of connections that wait for the server to accept them, also while another server takes over the socket.
 * The kernel has its own limit, too: `net.core.somaxconn`.
 */
const backlog = 4_096

/** Resolves when the server listens. Rejects with an error that has a code: Node's, or ENOTSUP for a Unix socket. */
export const listen = async (server: Server, at: ListenAt): Promise<void> => {
  server.listen({ ...at, backlog })
  await once(server, 'listening')
  const address = server.address()
  if (address !== null && typeof address === 'object') return
  // Wrong passwords are counted by client address, and clients of a Unix socket have none.
  server.close()
  throw Object.assign(new Error('A Unix socket is not supported.'), { code: 'ENOTSUP' })
}

/** The URL of a server that listens, without a path. */
export const originOf = (server: Server): string => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
