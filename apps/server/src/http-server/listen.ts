import { once } from 'node:events'
import type { Server } from 'node:http'

/** An address, with port 0 for any free port; or a listening socket that the process has inherited, by its descriptor. */
export type ListenAt = Readonly<{ host: string; port: number } | { fd: number }>

/**
 * How many connections wait at most until the server accepts them, also while another server takes over the socket. The
 * kernel has a limit too, `net.core.somaxconn`.
 */
const backlog = 4_096

/** Resolves when the server listens. Rejects with an error that has a code: that of Node, or ENOTSUP for a Unix socket. */
export const listen = async (server: Server, at: ListenAt): Promise<void> => {
  server.listen({ ...at, backlog })
  await once(server, 'listening')
  const address = server.address()
  if (address !== null && typeof address === 'object') return
  // The clients of a Unix socket have no addresses, by which wrong passwords are counted.
  server.close()
  throw Object.assign(new Error('A Unix socket is not supported.'), { code: 'ENOTSUP' })
}
