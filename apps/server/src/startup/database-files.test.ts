import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const { folder, run, start } = useServers()

describe('the files of the embedded database', () => {
  it('are readable only by the user of the server, which logs a warning of an existing file that other users can read', async () => {
    const server = await start()
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    await server.request('POST', '/tickets', order)
    const modeOf = async (name: string) => (await stat(join(folder(), name))).mode & 0o777
    const files = ['museum.sqlite', 'museum.sqlite-wal', 'museum.sqlite-shm', 'admin-password']
    for (const name of files) expect([name, await modeOf(`data/${name}`)]).toEqual([name, 0o600])
    expect(await modeOf('data')).toBe(0o700)
    expect(server.output.text).not.toContain('chmod')
    await server.stop()
    await chmod(join(folder(), 'data/museum.sqlite'), 0o644)
    const again = await start()
    expect(again.output.text).toMatch(
      /"level":40.*Other users of this machine can read the database\. Run: chmod 600 '/,
    )
    expect(await modeOf('data/museum.sqlite')).toBe(0o644)
  })

  it.each(['migrate', 'call getSchedule', 'demo'])(
    'make the command %s print a sentence when other users can read them',
    async (name) => {
      const settings = { MUSEUM_DATABASE_URL: 'sqlite:museum.sqlite' }
      await run('migrate', settings)
      await chmod(join(folder(), 'museum.sqlite'), 0o644)
      const { code, text } = await run(name, settings)
      expect(code).toBe(0)
      expect(text).toMatch(/^Other users of this machine can read the database\. Run: chmod 600 '/m)
    },
  )
})
