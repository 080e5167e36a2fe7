import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The URL of a server that listens, without a path. */
export const originOf = (server: Server): string => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
