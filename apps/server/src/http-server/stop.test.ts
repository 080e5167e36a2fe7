import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { connectTo } from '../../test/sockets.ts'
import { useServers } from '../../test/use-servers.ts'

const { start } = useServers()
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

describe('a server that receives SIGTERM', () => {
  it('answers the request in progress and accepts no new connection', async () => {
    const server = await start()
    const body = JSON.stringify(order)
    const { socket, text } = connectTo(server.origin)
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: museum\r\nAuthorization: ${server.authorization}\r\n`
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
    // Another request shows that the server has read what was sent before it.
    await server.request('GET', '/museum-hours')
    server.child.kill('SIGTERM')
    await server.waitForOutput(/requests in progress are answered/)
    // A connection of its own: `fetch` sends the request on one that is still open.
    await expect(once(connectTo(server.origin).socket, 'connect')).rejects.toThrow('ECONNREFUSED')
    socket.write(body.slice(10))
    await once(socket, 'close')
    expect(text()).toContain('201 Created')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  it('exits although a request has not arrived completely', async () => {
    const server = await start()
    const { socket } = connectTo(server.origin)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
    await server.request('GET', '/museum-hours')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output.text).toContain('"msg":"stopped"')
  })

  it('answers 503 to /readyz on a connection that was opened before', async () => {
    const server = await start()
    const { socket, text } = connectTo(server.origin)
    socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n')
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    server.child.kill('SIGTERM')
    await server.waitForOutput(/requests in progress are answered/)
    socket.write('\r\n')
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1\.1 503 /)
    expect(text()).toContain('"type":"/problems/service-unavailable"')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })
})
