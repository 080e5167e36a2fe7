import { describe, expect, it } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { MuseumTables } from '../../database/museum-tables.ts'
import { useNodes } from '../../../test/use-nodes.ts'

const rowOf = (tables: Kysely<MuseumTables>, kind: string) =>
  tables.selectFrom('change_lock').select('changes').where('kind', '=', kind)
const increment = (tables: Kysely<MuseumTables>, kind: string) =>
  tables
    .updateTable('change_lock')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('kind', '=', kind)
    .execute()
/** A text that the connection has not prepared yet, of a statement that it would prepare on a single server. */
const newLookUp = (number: number) =>
  CompiledQuery.raw(`select name as name${number} from special_event where event_id = ?`, [Buffer.alloc(16)])

describe('a transaction that a node of Galera aborts, because another node has written a row that it has locked', () => {
  const { servers } = useNodes()

  it('is repeated, and is stored when it is reported as committed', async () => {
    const [one, other] = servers()
    const transactions = 80
    let [attempts, lookUps] = [0, 0]
    for (let n = 0; n < transactions; n += 1) {
      let otherWrite: Promise<void> | undefined
      let isWritten = false
      const writeSameRow = async () => {
        await sleep(2)
        await increment(other.database.kysely, 'user')
        isWritten = true
      }
      await one.database.transaction(async (tables) => {
        attempts += 1
        await tables.executeQuery(rowOf(tables, 'user').forUpdate().compile())
        await increment(tables, 'museum-hours')
        otherWrite ??= writeSameRow()
        // The abort comes during or after one of these.
        for (let left = 20; left > 0; left -= isWritten ? 1 : 0) await tables.executeQuery(newLookUp((lookUps += 1)))
      })
      await otherWrite
    }
    expect(attempts).toBeGreaterThan(transactions)
    expect(await rowOf(one.database.kysely, 'museum-hours').executeTakeFirst()).toEqual({ changes: transactions })
  })
})
