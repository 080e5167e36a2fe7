import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { runProcess } = useServers()

describe('a server that cannot listen', () => {
  it('says that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { code, text } = await runProcess('serve', { MUSEUM_PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(text).toContain(`127.0.0.1:${port} is already in use. Set MUSEUM_PORT to a free port.`)
  })

  it('says that the address is not one of this machine', async () => {
    const { code, text } = await runProcess('serve', { MUSEUM_HOST: '192.0.2.1', MUSEUM_PORT: '0' })
    expect(code).toBe(1)
    expect(text).toContain('192.0.2.1:0 is not an address of this machine.')
  })
})
