import { setTimeout as sleep } from 'node:timers/promises'
import type { PurchaserDataFilter } from '@museum/application'
import type { Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { useIndex } from '../database/use-index.ts'
import { emailHash, erasedEmailHash } from '../tickets/email-hash.ts'
import { storeEmailHashes } from '../tickets/store-email-hashes.ts'

/** How many entries of the index one statement reads. On SQLite, a statement blocks the process. */
const entriesReadAtOnce = 2_000

/** How many hashes one statement stores, which takes about 40 ms on SQLite, and the pause after it, in milliseconds. */
const [hashesAtOnce, hashPause] = [250, 40]

/** An entry of the index. */
type Found = Readonly<{ ticket_id: Uint8Array; ticket_date: string; email_hash: Uint8Array | null }>

/**
 * Finds the tickets that match and have data of their purchaser, in lists of some of them. It reads an index in which those
 * without data come together, so that it never reads them; a ticket that is sold meanwhile may be missing.
 */
export async function* findPurchaserData(
  database: MuseumDatabase,
  filter: PurchaserDataFilter,
): AsyncGenerator<readonly Found[]> {
  if ('email' in filter) {
    await storeHashes(database)
    const hash = emailHash(filter.email)
    yield* inOrder(database, (tables, last) =>
      entries(tables)
        .where('email_hash', '=', hash)
        .where('ticket_id', '>', last?.ticket_id ?? Buffer.alloc(0))
        .orderBy('ticket_id'),
    )
    return
  }
  const isMatch = ({ ticket_date }: Found) => ticket_date < filter.before
  // Those without a hash first: one that gets it meanwhile is found afterwards.
  for await (const found of inOrder(database, (tables, last) =>
    entries(tables)
      .where('email_hash', 'is', null)
      .where('ticket_id', '>', last?.ticket_id ?? Buffer.alloc(0))
      .orderBy('ticket_id'),
  ))
    yield found.filter(isMatch)
  for await (const found of inOrder(database, (tables, last) =>
    entries(tables)
      .where('email_hash', '>=', last?.email_hash ?? firstHash)
      .where(({ or, eb }) =>
        last === undefined
          ? eb('email_hash', '>=', firstHash)
          : or([eb('email_hash', '>', last.email_hash), eb('ticket_id', '>', last.ticket_id)]),
      )
      .orderBy('email_hash')
      .orderBy('ticket_id'),
  ))
    yield found.filter(isMatch)
}

/** Stores missing hashes like a search, but with less at once and pauses: a search cannot wait, this can. */
const storeHashes = ({ write }: MuseumDatabase) =>
  storeEmailHashes(async (work) => {
    const result = await write(work, 'idempotent')
    await sleep(hashPause)
    return result
  }, hashesAtOnce)

/** The lowest hash of an address. */
const firstHash = Buffer.concat([erasedEmailHash.subarray(1), Buffer.of(1)])

const entries = (tables: Kysely<MuseumTables>) =>
  tables
    .selectFrom('museum_ticket')
    .modifyFront(useIndex('museum_ticket', 'ticket_by_email_hash'))
    .select(['ticket_id', 'ticket_date', 'email_hash'])
    .limit(entriesReadAtOnce)

/** Reads entries after the last one until there are no more. */
async function* inOrder(
  { query }: MuseumDatabase,
  select: (tables: Kysely<MuseumTables>, last: Found | undefined) => ReturnType<typeof entries>,
): AsyncGenerator<readonly Found[]> {
  let last: Found | undefined
  for (;;) {
    const previous: Found | undefined = last
    const found: readonly Found[] = await query((tables) => select(tables, previous).execute())
    yield found
    last = found.at(-1)
    if (found.length < entriesReadAtOnce) return
  }
}
