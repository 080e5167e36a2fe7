import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A free port below the ephemeral range, which stays free until the server starts: other servers that let the system
 * choose their port are given an ephemeral one. A client could also be given an ephemeral port as its own, and connect to
 * itself while the server of that port is dead.
 */
export const findPortBelowEphemeralRange = async (): Promise<number> => {
  for (;;) {
    const server = createServer().listen(20_000 + Math.floor(Math.random() * 10_000), '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }
}
