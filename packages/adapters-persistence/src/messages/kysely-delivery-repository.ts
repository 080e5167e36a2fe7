import { randomUUID } from 'node:crypto'
import {
  type ClaimedDelivery,
  type DeliveryRepository,
  type DeliveryResult,
  type WebhookDelivery,
  claimSeconds,
  deliveredRetentionDays,
  deliveryNotFound,
  maxCountedItems,
  maxDeliveriesRemovedAtOnce,
} from '@museum/application'
import {
  Instant,
  type Message,
  type OrderId,
  type SpecialEvent,
  type TicketId,
  Webhook,
  type WebhookId,
} from '@museum/domain'
import { type Kysely, type RawBuilder, type Selectable, type Transaction, sql } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, offsetOf, pageWithCountedTotal } from '../database/pages.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { recordFor } from './record-messages.ts'
import { selectWebhooks } from './webhook-rows.ts'

type Tables = Kysely<MuseumTables>
type DeliveryRow = Selectable<MuseumTables['webhook_delivery']>

/** The greatest number of seconds after which a delivery that waits for an earlier one is looked at again. */
const maxSecondsBehind = 60
/** The greatest number of deliveries that one statement reads to find those that need not wait. */
const maxDeliveriesAtOnce = 500

/**
 * The deliveries, in SQL. A claim is one update of deliveries that are due, which makes them due again when it expires: so it
 * holds on every node of a cluster, and needs no lock.
 */
export const kyselyDeliveryRepository = (database: MuseumDatabase): DeliveryRepository => {
  const { query, write, transaction, engine } = database
  const { now } = engine
  const nowPlus = (seconds: number) => sql<number>`${now} + ${sql.lit(seconds)}`
  return {
    receivers: () =>
      query(async (tables) => {
        const rows = await tables
          .selectFrom('webhook')
          .select('webhook_id')
          .where('disabled_at', 'is', null)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('webhook_delivery')
                .select('delivery_id')
                .whereRef('webhook_delivery.webhook_id', '=', 'webhook.webhook_id')
                .where('due_at', '<=', now),
            ),
          )
          .execute()
        return rows.map(({ webhook_id }) => uuidOfBytes(webhook_id) as WebhookId)
      }),
    async claim(webhookId, limit) {
      let first: Awaited<ReturnType<typeof selectDue>>
      // Deliveries about other things may be behind many about one.
      for (let rows = 2 * limit; ; rows = maxDeliveriesAtOnce) {
        const found = await query((tables) => selectDue(tables, webhookId, now, rows))
        const behind = found.filter((row) => row.earlier_due_at !== null)
        for (const [earlier, rows] of Map.groupBy(behind, (row) => row.earlier_due_at!))
          await write((tables) => postpone(tables, rows, earlier, now), 'idempotent')
        first = found.filter((row) => row.earlier_due_at === null).slice(0, limit)
        if (first.length > 0 || found.length < rows) break
      }
      if (first.length === 0) return []
      const ids = first.map(({ delivery_id }) => delivery_id)
      const claim = bytesOfUuid(randomUUID())
      await write(
        (tables) =>
          tables
            .updateTable('webhook_delivery')
            .set({ claim, due_at: nowPlus(claimSeconds) })
            .where('delivery_id', 'in', ids)
            .where('due_at', '<=', now)
            .execute(),
        'idempotent',
      )
      const rows = await query((tables) =>
        tables
          .selectFrom('webhook_delivery')
          .selectAll()
          .where('delivery_id', 'in', ids)
          .where('claim', '=', claim)
          .orderBy('delivery_id')
          .execute(),
      )
      return rows.map(claimedOf)
    },
    settle: (results) =>
      transaction(async (tables) => {
        for (const group of groupsOf(results)) await storeResult(tables, group, now)
        const ended = results.filter(({ result }) => result === 'delivered' || result === 'failed')
        for (const [webhookId, all] of Map.groupBy(ended, ({ delivery }) => delivery.webhookId))
          await releaseNext(
            tables,
            webhookId,
            all.map(({ delivery }) => delivery.deliveryId),
            now,
          )
      }, 'idempotent'),
    add: async (webhookId, message) => {
      await write((tables) => tables.executeQuery(recordFor(tables, engine, webhookId, message)))
    },
    list: (webhookId, request, state) =>
      query(async (tables) => {
        const matching = tables
          .selectFrom('webhook_delivery')
          .where('webhook_id', '=', bytesOfUuid(webhookId))
          .$if(state !== undefined, (all) => all.where('state', '=', state!))
        const rows = await matching
          .selectAll()
          .orderBy('delivery_id', 'desc')
          .limit(request.limit)
          .offset(offsetOf(request))
          .execute()
        return pageWithCountedTotal(rows.map(deliveryOf), request, () =>
          countItems(tables, matching.select('delivery_id')),
        )
      }),
    replay: (webhookId, deliveryId, entry) =>
      transaction(async (tables) => {
        const { numUpdatedRows } = await tables
          .updateTable('webhook_delivery')
          .set({ state: 'pending', due_at: now, claim: null, attempts: 0 })
          .set({ attempted_at: null, status: null, because: null })
          .where('delivery_id', '=', deliveryId)
          .where('webhook_id', '=', bytesOfUuid(webhookId))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return deliveryNotFound(deliveryId)
        await insertAuditEntry(tables, entry)
        return undefined
      }),
    async removeOld() {
      const removed = await query((tables) => selectRemovable(tables, now))
      if (removed.length > 0) {
        await write((tables) => deleteDeliveries(tables, removed), 'idempotent')
        return removed.length
      }
      // What waits for a subscription that was disabled three days ago.
      const lapsed = await query(selectLapsed)
      if (lapsed.length > 0)
        await write(
          (tables) =>
            tables
              .updateTable('webhook_delivery')
              .set({ state: 'failed', due_at: null, claim: null, attempted_at: now, status: null })
              .set({ because: 'The webhook was disabled for three days.' })
              .where('delivery_id', 'in', lapsed)
              .where('due_at', 'is not', null)
              .execute(),
          'idempotent',
        )
      return lapsed.length
    },
    async removeFailed(webhookId) {
      const ids = await query((tables) =>
        idsOf(ofWebhook(tables, bytesOfUuid(webhookId)).where('state', '=', 'failed')),
      )
      if (ids.length > 0) await write((tables) => deleteDeliveries(tables, ids), 'idempotent')
      return ids.length
    },
    backlog: () =>
      query(async (tables) => {
        const count = async (state: 'pending' | 'failed') =>
          Math.min(
            maxCountedItems,
            await countItems(tables, tables.selectFrom('webhook_delivery').select('state').where('state', '=', state)),
          )
        const oldest = await tables
          .selectFrom('webhook_delivery')
          .select('changed_at')
          .where('state', '=', 'pending')
          .orderBy('delivery_id')
          .limit(1)
          .executeTakeFirst()
        const [pending, failed] = [await count('pending'), await count('failed')]
        return { pending, failed, ...(oldest && { oldest: oldest.changed_at as Instant }) }
      }),
  }
}

/**
 * The first `rows` deliveries of an enabled subscription that are due. Those that wait for an earlier delivery about the same
 * thing have the time at which the earliest of these is due.
 */
const selectDue = (tables: Tables, webhookId: WebhookId, now: RawBuilder<number>, rows: number) =>
  tables
    .selectFrom('webhook_delivery as delivery')
    .select(({ selectFrom }) => [
      'delivery_id',
      selectFrom('webhook_delivery as earlier')
        .select(({ fn }) => fn.min('earlier.due_at').as('due_at'))
        .whereRef('earlier.webhook_id', '=', 'delivery.webhook_id')
        .whereRef('earlier.subject_id', '=', 'delivery.subject_id')
        .whereRef('earlier.delivery_id', '<', 'delivery.delivery_id')
        .where('earlier.due_at', 'is not', null)
        .as('earlier_due_at'),
    ])
    .where('webhook_id', '=', bytesOfUuid(webhookId))
    .where('due_at', '<=', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhook')
          .select('webhook_id')
          .where('webhook.webhook_id', '=', bytesOfUuid(webhookId))
          .where('disabled_at', 'is', null),
      ),
    )
    .orderBy('due_at')
    .orderBy('delivery_id')
    .limit(rows)
    .execute()

/** Has deliveries that wait for an earlier one looked at again once that is due, so that others are found before them. */
const postpone = (
  tables: Tables,
  rows: readonly Readonly<{ delivery_id: number }>[],
  earlierDueAt: number,
  now: RawBuilder<number>,
) =>
  tables
    .updateTable('webhook_delivery')
    .set({
      // Not much later: the earlier delivery may end meanwhile.
      due_at: sql<number>`case when ${earlierDueAt} <= ${now} then ${now} + 1
        when ${earlierDueAt} > ${now} + ${maxSecondsBehind} then ${now} + ${maxSecondsBehind} else ${earlierDueAt} end`,
    })
    .where(
      'delivery_id',
      'in',
      rows.map(({ delivery_id }) => delivery_id),
    )
    .where('due_at', '<=', now)
    .execute()

/** Results that one statement stores. */
const groupsOf = (results: readonly DeliveryResult[]) =>
  Map.groupBy(results, (each) => {
    const { delivery, at: _, ...result } = each
    return JSON.stringify([delivery.claim, result])
  }).values()

/** Stores the same result of deliveries that were claimed together, unless they were claimed again meanwhile. */
const storeResult = (
  tables: Transaction<MuseumTables>,
  results: readonly DeliveryResult[],
  now: RawBuilder<number>,
) => {
  const [first] = results as readonly [DeliveryResult]
  const attempted = {
    claim: null,
    attempts: sql<number>`attempts + 1`,
    attempted_at: now,
    status: 'status' in first ? (first.status ?? null) : null,
    because: 'because' in first ? first.because : null,
  }
  const columns = {
    delivered: { ...attempted, state: 'delivered' as const, due_at: null },
    failed: { ...attempted, state: 'failed' as const, due_at: null },
    retried: { ...attempted, due_at: sql<number>`${now} + ${'seconds' in first ? first.seconds : 0}` },
    released: { claim: null, due_at: now },
  }[first.result]
  return tables
    .updateTable('webhook_delivery')
    .set(columns)
    .where(
      'delivery_id',
      'in',
      results.map(({ delivery }) => delivery.deliveryId),
    )
    .where('claim', '=', bytesOfUuid(first.delivery.claim))
    .execute()
}

/** Makes the first pending deliveries about the things of deliveries that have ended due at once. */
const releaseNext = async (
  tables: Transaction<MuseumTables>,
  webhookId: WebhookId,
  ended: readonly number[],
  now: RawBuilder<number>,
) => {
  const rows = await tables
    .selectFrom('webhook_delivery as ended')
    .innerJoin('webhook_delivery as next', (next) =>
      next.onRef('next.webhook_id', '=', 'ended.webhook_id').onRef('next.subject_id', '=', 'ended.subject_id'),
    )
    .select(({ fn }) => fn.min('next.delivery_id').as('delivery_id'))
    .where('ended.delivery_id', 'in', ended)
    // Not those that another server has claimed meanwhile.
    .where('ended.due_at', 'is', null)
    .where('next.webhook_id', '=', bytesOfUuid(webhookId))
    .where('next.due_at', 'is not', null)
    .groupBy('next.subject_id')
    .execute()
  if (rows.length === 0) return
  await tables
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where(
      'delivery_id',
      'in',
      rows.map(({ delivery_id }) => delivery_id),
    )
    .where('due_at', '>', now)
    .where('claim', 'is', null)
    .execute()
}

const ofWebhook = (tables: Tables, webhookId: Uint8Array) =>
  tables.selectFrom('webhook_delivery').select('delivery_id').where('webhook_id', '=', webhookId)

const idsOf = async (select: ReturnType<typeof ofWebhook>): Promise<readonly number[]> =>
  (await select.limit(maxDeliveriesRemovedAtOnce).execute()).map(({ delivery_id }) => delivery_id)

/** The next deliveries that are to be removed: those of a removed subscription, or those that succeeded long ago. */
const selectRemovable = async (tables: Tables, now: RawBuilder<number>): Promise<readonly number[]> => {
  const receivers: Uint8Array[] = []
  for (let last: Uint8Array | undefined = Buffer.alloc(0); last !== undefined;) {
    const next = await tables
      .selectFrom('webhook_delivery')
      .select('webhook_id')
      .where('webhook_id', '>', last)
      .orderBy('webhook_id')
      .limit(1)
      .executeTakeFirst()
    last = next?.webhook_id
    if (last !== undefined) receivers.push(last)
  }
  // Read afterwards, so that a subscription that was added meanwhile is known.
  const known = new Set((await selectWebhooks(tables)).map(({ webhookId }) => webhookId))
  const removed = receivers.find((id) => !known.has(uuidOfBytes(id) as WebhookId))
  if (removed !== undefined) return idsOf(ofWebhook(tables, removed))
  const rows = await tables
    .selectFrom(
      // The oldest ones: later ones are not read.
      tables
        .selectFrom('webhook_delivery')
        .select(['delivery_id', 'attempted_at'])
        .where('state', '=', 'delivered')
        .orderBy('delivery_id')
        .limit(maxDeliveriesRemovedAtOnce)
        .as('oldest'),
    )
    .select('delivery_id')
    .where('attempted_at', '<', sql<number>`${now} - ${deliveredRetentionDays * 86_400}`)
    .execute()
  return rows.map(({ delivery_id }) => delivery_id)
}

/** The next deliveries that wait for a subscription that was disabled long ago. */
const selectLapsed = async (tables: Tables): Promise<readonly number[]> => {
  for (const webhook of await selectWebhooks(tables)) {
    if ((Webhook.recordedUntil(webhook) ?? Infinity) > Date.now()) continue
    const ids = await idsOf(ofWebhook(tables, bytesOfUuid(webhook.webhookId)).where('due_at', 'is not', null))
    if (ids.length > 0) return ids
  }
  return []
}

const deleteDeliveries = (tables: Tables, ids: readonly number[]) =>
  tables.deleteFrom('webhook_delivery').where('delivery_id', 'in', ids).execute()

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  deliveryId: row.delivery_id,
  messageId: uuidOfBytes(row.message_id),
  type: row.message_type,
  at: row.changed_at as Instant,
  state: row.state,
  attempts: row.attempts,
  ...(row.due_at !== null && { dueAt: Instant(row.due_at * 1_000) }),
  ...(row.attempted_at !== null && {
    latest: {
      at: Instant(row.attempted_at * 1_000),
      ...(row.status !== null && { status: row.status }),
      ...(row.because !== null && { because: row.because }),
    },
  }),
})

const claimedOf = (row: DeliveryRow): ClaimedDelivery => ({
  deliveryId: row.delivery_id,
  webhookId: uuidOfBytes(row.webhook_id) as WebhookId,
  messageId: uuidOfBytes(row.message_id),
  message: messageOf(row),
  attempts: row.attempts,
  claim: uuidOfBytes(row.claim!),
})

const messageOf = ({ message_type: type, subject_id, event, changed_at }: DeliveryRow): Message => {
  const at = changed_at as Instant
  const id = uuidOfBytes(subject_id)
  switch (type) {
    case 'museum-hours.changed':
    case 'webhook.test':
      return { type, at }
    case 'ticket.sold':
    case 'ticket.cancelled':
      return { type, at, ticketId: id as TicketId }
    case 'order.created':
      return { type, at, orderId: id as OrderId }
    default:
      return { type, at, event: JSON.parse(event!) as SpecialEvent }
  }
}
