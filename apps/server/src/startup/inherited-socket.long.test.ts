import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type BoundSocket, bindSocket } from '../../../../tools/bind-socket.ts'
import { program } from '../../test/programs.ts'
import { closed, connectTo } from '../../test/sockets.ts'
import { startCommand, startProgram } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'
import type { Finding } from '../doctor/finding.ts'

const { folder, start, after } = useServers()

const sockets: BoundSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
const aSocket = () => {
  const socket = bindSocket()
  sockets.push(socket)
  return socket
}
/** The file descriptor of a socket or server of Node. */
const descriptorOf = (opened: object) => (opened as { _handle: { fd: number } })._handle.fd

/** A shell command that sets the variables of a socket, and redirects descriptor 3. */
const withDescriptor = (redirection: string, command: string) => [
  '/bin/sh',
  '-c',
  `LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" ${redirection}`,
  'sh',
  process.execPath,
  '--conditions=@museum/source',
  program,
  ...command.split(' '),
]
/** Runs a command to its end. */
const runWith = async (redirection: string, command: string) => {
  const { exited, closed, stdout, stderr } = startProgram(withDescriptor(redirection, command), folder())
  const { code } = await exited
  await closed
  return { code, stdout: stdout.text, stderr: stderr.text }
}

/** Runs a server that inherits this descriptor, to its end. */
const serveAt = async (socket: number, environment: Readonly<Record<string, string>> = {}) => {
  const { exited, closed, stderr } = startCommand('serve', folder(), { environment, socket })
  const { code } = await exited
  await closed
  return { code, text: stderr.text }
}

describe('a server that inherits a socket', () => {
  it('listens there, logs its address, and warns when MUSEUM_PORT is another', async () => {
    const socket = aSocket()
    const server = await start({ MUSEUM_PORT: '65001' }, { socket: socket.fd })
    expect(server.origin).toBe(socket.origin)
    expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    await server.waitForOutput(/"socket":"inherited","msg":"the server is listening"/)
    await server.waitForOutput(/"level":40.*MUSEUM_PORT is 65001, and the server listens at http:/)
    const another = await start({ MUSEUM_PORT: String(socket.port) }, { socket: socket.fd })
    await another.waitForOutput(/"the server is listening"/)
    expect(another.output.text).not.toContain('"level":40')
  })

  it('says that it cannot listen at the socket', async () => {
    const udp = createSocket('udp4').bind(0, '127.0.0.1')
    await once(udp, 'listening')
    const unix: Server = createServer().listen(join(folder(), 'socket'))
    await once(unix, 'listening')
    const peer: Server = createServer().listen(0, '127.0.0.1')
    await once(peer, 'listening')
    const connected: Socket = connect((peer.address() as { port: number }).port, '127.0.0.1')
    await once(connected, 'connect')
    after(async () => {
      udp.close()
      unix.close()
      connected.destroy()
      peer.close()
    })
    const udpDescriptor = (
      Object.getOwnPropertySymbols(udp).map((symbol) => (udp as never)[symbol]) as { handle?: { fd: number } }[]
    ).find((state) => state?.handle !== undefined)!.handle!.fd
    for (const [descriptor, code] of [
      [udpDescriptor, 'EINVAL'],
      [descriptorOf(unix), 'ENOTSUP'],
      [descriptorOf(connected), 'EINVAL'],
    ] as const)
      expect(await serveAt(descriptor)).toEqual({
        code: 1,
        text: expect.stringContaining(
          `The server cannot listen at the socket that it inherits (${code}). Pass it a TCP socket that listens`,
        ),
      })
  })

  it('says that descriptor 3 is not open, or is a file instead of a socket', async () => {
    const message = 'LISTEN_FDS announces a socket as descriptor 3, which is not open or is no socket.'
    const advice =
      'Start the server by systemd with Sockets=, or by a program that keeps the descriptor open, or unset LISTEN_FDS.'
    for (const redirection of ['3<&-', '3</dev/null']) {
      expect(await runWith(redirection, 'serve')).toMatchObject({ code: 1, stderr: `${message} ${advice}\n` })
      const { code, stdout } = await runWith(redirection, 'doctor --json')
      const { findings } = JSON.parse(stdout) as { findings: Finding[] }
      expect([code, findings.filter(({ check }) => check === 'port')]).toEqual([
        1,
        [{ check: 'port', level: 'serious', message, advice }],
      ])
    }
  })

  it('says that it supports only one socket', async () => {
    expect(await serveAt(aSocket().fd, { LISTEN_FDS: '2' })).toEqual({
      code: 1,
      text: expect.stringContaining('LISTEN_FDS is 2, and the server listens at one socket.'),
    })
  })

  it('warns when the socket was passed to another process, and listens at MUSEUM_HOST and MUSEUM_PORT', async () => {
    const server = await start({ LISTEN_FDS: '1', LISTEN_PID: '1' })
    expect(server.output.text).toMatch(/"level":40.*LISTEN_PID is not the process identifier of the server/)
    expect((await server.request('GET', '/museum-hours')).status).toBe(200)
  })
})

describe('two servers at one socket', () => {
  it('take over from each other: a stopping one answers on its connections, the other one on new ones', async () => {
    const socket = aSocket()
    const first = await start({}, { socket: socket.fd })
    const { socket: kept, text } = connectTo(socket.origin)
    await once(kept, 'connect')
    const second = await start({}, { socket: socket.fd })
    kept.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(kept, 'data')
    first.child.kill('SIGTERM')
    await first.waitForOutput(/requests in progress are answered/)
    const isClosed = closed(kept)
    kept.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n')
    for (let n = 0; n < 20; n += 1) {
      const response = await fetch(`${socket.origin}/readyz`, { headers: { connection: 'close' } })
      expect(response.status).toBe(200)
    }
    await isClosed
    expect(text()).toMatch(/ 200 OK[^]* 503 Service Unavailable[^]*Connection: close/)
    expect(await first.exited).toEqual({ code: 0, signal: null })
    expect((await fetch(`${socket.origin}/readyz`)).status).toBe(200)
    await second.stop()
  })

  it('follow one another: a connection that is opened while none runs is served by the next', async () => {
    const socket = aSocket()
    const first = await start({}, { socket: socket.fd })
    await first.stop()
    const { socket: waiting, text } = connectTo(socket.origin)
    waiting.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await once(waiting, 'connect')
    const answered = closed(waiting)
    await start({}, { socket: socket.fd })
    await answered
    expect(text()).toContain(' 200 OK')
  })
})
