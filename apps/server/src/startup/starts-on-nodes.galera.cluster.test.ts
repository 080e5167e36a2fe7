import { describe, expect, it } from '@jest/globals'
import { useCluster } from '../../../../tools/mysql-server/use-cluster.ts'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const { newDatabase } = useCluster()
const { run, runProcess, start } = useServers()

/** The settings of a server on each node, with one database. */
const settingsOfNodes = async () =>
  (await newDatabase()).map((url) => ({
    MUSEUM_DATABASE_URL: url,
    MUSEUM_ADMIN_USERNAME: 'director',
    MUSEUM_ADMIN_PASSWORD: 'correct horse',
  }))
type Settings = Awaited<ReturnType<typeof settingsOfNodes>>

const entries = async (settings: Settings[number]) =>
  JSON.parse((await run('audit', settings, '--json')).stdout) as { operation: string }[]

/** Starts a server on each node at the same time, and checks that it works. */
const startAll = async (settings: Settings) => {
  const servers = await Promise.all(settings.map((each) => start(each)))
  const headers = { Authorization: basicAuth('director', 'correct horse') }
  for (const { origin } of servers) {
    expect((await fetch(`${origin}/v1.1/museum-hours`, { headers })).status).toBe(200)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  }
}

describe('servers on the nodes of a cluster', () => {
  const rounds = [1, 2, 3]

  it.each(rounds)(
    'start after each of them has migrated the same empty database at the same time, with one administrator and one ticket key, round %i',
    async () => {
      const settings = await settingsOfNodes()
      const migrated = await Promise.all(settings.map((each) => runProcess('migrate', each)))
      for (const { code, text } of migrated) expect([code, text]).toEqual([0, text])
      await startAll(settings)
      const operations = (await entries(settings[1]!)).map(({ operation }) => operation).toSorted()
      expect(operations).toEqual(['addUser', 'ensureTicketKey'])
    },
  )

  it('start on every node directly after one node was migrated', async () => {
    const settings = await settingsOfNodes()
    expect(await run('migrate', settings[0]!)).toMatchObject({ code: 0 })
    await startAll(settings)
  })
})
