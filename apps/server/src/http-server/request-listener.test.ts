import { once } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { connectTo } from '../../test/sockets.ts'
import { useServers } from '../../test/use-servers.ts'

const { start } = useServers()

/** The response to a request, as text. */
const responseTo = async (origin: string, request: string) => {
  const { socket, text } = connectTo(origin)
  socket.write(request)
  await once(socket, 'close')
  return text()
}

describe('the server', () => {
  it('answers OPTIONS * with the methods of the API', async () => {
    const { origin } = await start()
    expect(await responseTo(origin, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 204 No Content\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\nX-Request-Id: [0-9a-f-]{36}\r\n/,
    )
  })

  it('answers HTTP/1.0 requests without a Host', async () => {
    const { origin } = await start()
    expect(await responseTo(origin, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('ignores unknown expectations', async () => {
    const { origin } = await start()
    const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n'
    expect(await responseTo(origin, request)).toMatch(/^HTTP\/1\.1 200 OK/)
  })
})
