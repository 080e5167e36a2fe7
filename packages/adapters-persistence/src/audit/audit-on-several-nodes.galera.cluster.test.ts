import { afterEach, expect, it } from '@jest/globals'
import { createMuseum } from '@museum/application'
import { anActor, inMemoryPorts, setHours } from '@museum/testing'
import { isRefusal } from '@museum/domain'
import { hours } from '@museum/testing/examples'
import { useCluster } from '../../../../tools/mysql-server/use-cluster.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { migrate } from '../migrations/migrate.ts'

const { newDatabase } = useCluster()
const opened: MuseumDatabase[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})

it('every change that is made through two nodes at the same time is in the audit log once, and later changes of a thing have higher auditIds', async () => {
  const databases = (await newDatabase()).slice(0, 2).map((url) => openDatabase(url))
  opened.push(...databases)
  await migrate(databases[0]!)
  const museums = databases.map((database) => createMuseum({ ...inMemoryPorts(), ...kyselyRepositories(database) }))
  const { audit } = kyselyRepositories(databases[1]!)
  const changes = 30
  const open = (node: number, change: number) => hours('09:00', `1${node}:${String(change + 10)}`)
  const ended = new AbortController()
  const writing = Promise.all(
    museums.map(async (museum, node) => {
      for (let change = 0; change < changes; change += 1) {
        const weekday = change % 2 === 0 ? 'monday' : node === 0 ? 'tuesday' : 'wednesday'
        expect(isRefusal(await setHours(museum, { weekday, hours: open(node, change) }, anActor))).toBe(false)
      }
    }),
  ).finally(() => ended.abort())
  const readPages = async () => {
    const ids: number[] = []
    for (let page = 1; ; page += 1) {
      const { items } = await audit.list({}, { page, limit: 7 })
      if (items.length === 0) return ids
      ids.push(...items.map(({ auditId }) => auditId))
    }
  }
  // While the nodes write, entries may move from one page to the next: all those that were read before must be found again.
  while (!ended.signal.aborted) {
    const before = (await audit.list({}, { page: 1, limit: 100 })).items.map(({ auditId }) => auditId)
    const ids = new Set(await readPages())
    expect(before.filter((id) => !ids.has(id))).toEqual([])
  }
  await writing

  const ids = await readPages()
  expect(ids).toHaveLength(2 * changes)
  expect(new Set(ids).size).toBe(2 * changes)
  const { items } = await audit.list({}, { page: 1, limit: 100 })
  // The values before a change are the values after the previous change of the same thing, in the order of the auditIds.
  for (const id of new Set(items.map(({ subject }) => subject.id))) {
    const ofThing = items.filter(({ subject }) => subject.id === id).toSorted((a, b) => a.auditId - b.auditId)
    expect(ofThing.slice(1).map(({ before }) => before)).toEqual(ofThing.slice(0, -1).map(({ after }) => after))
  }
})
