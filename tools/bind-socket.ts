import net from 'node:net'

/** A TCP socket on 127.0.0.1 for processes that inherit it; it listens once the first of them listens. */
export type BoundSocket = Readonly<{ fd: number; port: number; origin: string; close: () => void }>

type Handle = Readonly<{ fd: number; getsockname: (into: { port?: number }) => number; close: () => void }>

/**
 * Binds a socket to a free port. As systemd, this process accepts no connection: what no other process accepts waits in
 * the queue of the socket. `net.createServer` would accept, so this calls what the module `cluster` calls.
 */
export const bindSocket = (): BoundSocket => {
  const { _createServerHandle: create } = net as unknown as {
    _createServerHandle: (address: string, port: number, family: 4) => Handle | number
  }
  const handle = create('127.0.0.1', 0, 4)
  if (typeof handle === 'number') throw new Error(`No socket can be bound (${handle}).`)
  const address: { port?: number } = {}
  handle.getsockname(address)
  const port = address.port!
  return { fd: handle.fd, port, origin: `http://127.0.0.1:${port}`, close: () => handle.close() }
}

/**
 * The words before those of a command that inherits such a socket as its descriptor 3, as systemd passes it. The shell
 * knows the identifier of its process, and becomes the command.
 */
export const withSocket: readonly string[] = [
  '/bin/sh',
  '-c',
  'LISTEN_PID=$$ LISTEN_FDS=${LISTEN_FDS:-1} exec "$@"',
  'sh',
]
