import { expect, it } from '@jest/globals'
import { useNodes } from '../../../test/use-nodes.ts'

const { servers } = useNodes()
const range = (length: number) => Array.from({ length }, (_, n) => n)

it('servers on three nodes of a cluster that wait for earlier writes at the same time do not fail', async () => {
  const waits = range(8).flatMap(() =>
    servers().map(async ({ database: { engine, kysely } }) => {
      for (const _ of range(5)) await engine.awaitEarlierWrites(kysely, 'museum_ticket')
    }),
  )
  expect(await Promise.allSettled(waits)).toEqual(waits.map(() => ({ status: 'fulfilled', value: undefined })))
})
