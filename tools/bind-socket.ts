import net from 'node:net'

/** A TCP socket on 127.0.0.1 for processes that inherit it; it listens once the first of them listens. */
export type BoundSocket = Readonly<{ fd: number; port: number; origin: string; close: () => void }>

type Handle = Readonly<{ fd: number; getsockname: (into: { port?: number }) => number; close: () => void }>

/**
 * Binds a socket to a free port. Like systemd, this process accepts no connections: they wait in the queue of the
 * socket until another process accepts them. `net.createServer` would accept them, so this uses the binding that the
 * module `cluster` uses.
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
 * Arguments to put before a command, so that it inherits such a socket as its descriptor 3, as from systemd. A shell
 * runs them, since it knows its process id and then becomes the command.
 */
export const withSocket: readonly string[] = [
  '/bin/sh',
  '-c',
  'LISTEN_PID=$$ LISTEN_FDS=${LISTEN_FDS:-1} exec "$@"',
  'sh',
]
