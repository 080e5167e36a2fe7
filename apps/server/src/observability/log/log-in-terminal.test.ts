import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../../test/use-servers.ts'

describe('the log of a server in a terminal', () => {
  const { startInTerminal } = useServers()
  const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.source

  /** The output of a server that has answered some requests, in a terminal of 40 columns. */
  const outputOf = async (settings: Readonly<Record<string, string>>) => {
    const server = startInTerminal(40, 'serve', { MUSEUM_PORT: '0', TERM: 'xterm-256color', ...settings })
    const [, origin] = await server.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+)\/docs/)
    for (const path of ['/healthz?secret=1', '/v1.1/museum-hours', `/${'x'.repeat(600)}`, '/%1b[31m%c2%9bred'])
      await fetch(`${origin}${path}`, { headers: { 'X-Request-Id': 'theirs' } })
    await server.waitForOutput(/red/)
    server.child.stdin!.write('\u0003') // Ctrl-C
    await server.exited
    await server.closed
    return server.output.text
  }

  it('is one line a request, in colors, with the control characters of the path escaped', async () => {
    const text = await outputOf({})
    expect(text).toContain('\u001b[32m200')
    const lines = stripVTControlCharacters(text).split('\r\n')
    const requests = lines.filter((line) => / GET /.test(line))
    const pattern = (path: string, status: number) =>
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d GET ${path} ${status} \\d+ ms ${uuid}$`)
    expect(requests).toEqual([
      expect.stringMatching(pattern('/healthz', 200)),
      expect.stringMatching(pattern('/v1\\.1/museum-hours', 401)),
      expect.stringMatching(pattern('/x{499}', 404)),
      expect.stringMatching(pattern(String.raw`/\\u001b\[31m\\u009bred`, 404)),
    ])
  })

  it('has no colors with NO_COLOR', async () => {
    expect(await outputOf({ NO_COLOR: '1' })).not.toContain('\u001b')
  })
})
