import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('three servers that start at the same time on one database, %s,', (_, newDatabase) => {
  const { run, start } = useServers(newDatabase)
  /** Starts three servers with this password of the administrator in the environment, and ends them. */
  const startThree = async (password: string) => {
    const settings = { MUSEUM_ADMIN_USERNAME: 'director', MUSEUM_ADMIN_PASSWORD: password }
    const servers = await Promise.all([1, 2, 3].map(() => start(settings)))
    const headers = { Authorization: basicAuth('director', password) }
    for (const { origin } of servers) expect((await fetch(`${origin}/v1.1/museum-hours`, { headers })).status).toBe(200)
    await Promise.all(servers.map(({ stop }) => stop('SIGKILL')))
  }
  const audit = async () =>
    (JSON.parse((await run('audit', {}, '--about', 'user', '--json')).stdout) as Record<string, unknown>[]).map(
      ({ actor, operation, subject }) => [actor, operation, subject],
    )

  it('add the administrator of the environment once, and change its password once', async () => {
    const director = { kind: 'user', id: 'director' }
    await startThree('correct horse')
    expect(await audit()).toEqual([['server', 'addUser', director]])
    await startThree('battery staple')
    expect(await audit()).toEqual([
      ['server', 'changeUserPassword', director],
      ['server', 'addUser', director],
    ])
  })
})
