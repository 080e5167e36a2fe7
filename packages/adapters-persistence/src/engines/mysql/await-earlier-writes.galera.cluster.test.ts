import { expect, it } from '@jest/globals'
import { useClusterDatabase } from '../../../test/use-cluster-database.ts'

const { open } = useClusterDatabase()
const range = (length: number) => Array.from({ length }, (_, n) => n)

it('servers on three nodes of a cluster that wait for earlier writes at the same time do not fail', async () => {
  const databases = [0, 1, 2].map((node) => open(node).database)
  const waits = range(8).flatMap(() =>
    databases.map(async ({ engine, kysely }) => {
      for (const _ of range(5)) await engine.awaitEarlierWrites(kysely, 'museum_ticket')
    }),
  )
  expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: 'fulfilled', value: undefined })))
})
