import { describe, expect, it } from '@jest/globals'
import { enginesWithoutTables } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(enginesWithoutTables)('the migrate command on %s', (engine, newDatabase) => {
  const { run, runProcess, start } = useServers(newDatabase)

  it('creates the tables once', async () => {
    expect(await run('migrate')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Applied .*special-events.*tickets/),
    })
    expect(await run('migrate')).toMatchObject({ code: 0, text: 'The database is up to date.\n' })
    expect(JSON.parse((await run('migrate', {}, '--json')).stdout)).toEqual({ applied: [] })
  })

  it('shows the pending migrations with --status, and changes nothing', async () => {
    const status = await run('migrate', {}, '--status')
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Pending:\n {2}\S+-special-events\n/) })
    expect(await run('migrate', {}, '--status')).toEqual(status)
    const { pending } = JSON.parse((await run('migrate', {}, '--status', '--json')).stdout) as { pending: string[] }
    await run('migrate', {}, '--status')
    expect((JSON.parse((await run('migrate', {}, '--json')).stdout) as { applied: string[] }).applied).toEqual(pending)
    expect((await run('migrate', {}, '--status')).stdout).toBe('The database is up to date.\n')
  })

  if (engine === 'MySQL')
    it('is named by a server that does not start because migrations are pending', async () => {
      const { code, text } = await runProcess('serve')
      expect(code).toBe(1)
      expect(text).toMatch(/The database lacks \d+ migrations .*Run `npx --yes pnpm@\S+ museum migrate`/)
      await run('migrate')
      const server = await start({ MUSEUM_ADMIN_PASSWORD: 'a password for the test' })
      expect((await server.request('GET', '/museum-hours')).status).toBe(200)
    })
})
