import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('the migrate command on %s', (engine, newDatabase) => {
  const { run, start } = useServers(newDatabase)

  it('creates the tables once', async () => {
    expect(await run('migrate')).toEqual({ code: 0, text: expect.stringMatching(/^Applied .*special-events.*tickets/) })
    expect(await run('migrate')).toEqual({ code: 0, text: 'The database is up to date.\n' })
  })

  if (engine === 'MySQL')
    it('is named by a server that does not start because migrations are pending', async () => {
      const { code, text } = await run('serve')
      expect(code).toBe(1)
      expect(text).toMatch(/The database lacks \d migrations .*Run `npx --yes pnpm@\S+ migrate`/)
      await run('migrate')
      const server = await start({ MUSEUM_ADMIN_PASSWORD: 'a password for the test' })
      expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    })
})
