import type { StoredTicketKey, TicketKeyRepository } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Kysely, Selectable } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import { coalesced } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/** The ticket keys, in SQL. Concurrent reads share one statement, which is not subject to the deadline of any request. */
export const kyselyTicketKeyRepository = ({
  query,
  transaction,
  engine,
  tracer,
}: MuseumDatabase): TicketKeyRepository => {
  const list = coalesced(() => query(selectKeys), tracer)
  return {
    list: () => list({}),
    change: <R extends Refusal>(
      decide: (keys: readonly StoredTicketKey[]) => StoredTicketKey | R,
      entryOf: Parameters<TicketKeyRepository['change']>[1],
    ) =>
      transaction(async (tables) => {
        await lockChanges(tables, engine, 'ticket-key')
        const keys = await selectKeys(tables)
        const key: StoredTicketKey | Refusal = decide(keys)
        if (isRefusal(key)) return key as R
        if (keys.includes(key)) return { key, isChanged: false }
        const { key_id, ...columns } = rowOf(key)
        if (keys.some(({ keyId }) => keyId === key.keyId))
          await tables.updateTable('ticket_key').set(columns).where('key_id', '=', key_id).execute()
        else
          await tables
            .insertInto('ticket_key')
            .values({ key_id, ...columns })
            .execute()
        await insertAuditEntry(tables, entryOf(key))
        await countChange(tables, 'ticket-key')
        return { key, isChanged: true }
      }),
  }
}

const rowOf = ({ keyId, publicKey, privateKey, createdAt, revokedAt }: StoredTicketKey) => ({
  key_id: keyId,
  public_key: publicKey,
  private_key: privateKey ?? null,
  created_at: createdAt,
  revoked_at: revokedAt ?? null,
})
const ticketKeyOf = (row: Selectable<MuseumTables['ticket_key']>): StoredTicketKey => ({
  keyId: row.key_id,
  publicKey: row.public_key,
  createdAt: row.created_at,
  ...(row.private_key !== null && { privateKey: row.private_key }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
})

const selectKeys = async (tables: Kysely<MuseumTables>): Promise<readonly StoredTicketKey[]> =>
  (await tables.selectFrom('ticket_key').selectAll().orderBy('key_id').execute()).map(ticketKeyOf)
