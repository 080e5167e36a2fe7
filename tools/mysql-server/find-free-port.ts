import { createServer, type AddressInfo } from 'node:net'

/** A port on 127.0.0.1 that was free at the time of the call. */
export const findFreePort = async (): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
  return promise
}
