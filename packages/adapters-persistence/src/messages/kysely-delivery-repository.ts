import { randomUUID } from 'node:crypto'
import {
  type DeliveryRepository,
  type DeliveryResult,
  type ListRequest,
  Page,
  type Receiver,
  visitors,
} from '@museum/application'
import {
  Delivery,
  type DeliveryState,
  MailLimits,
  type TicketMail,
  Webhook,
  type WebhookId,
  hasStoredRecipient,
} from '@museum/domain'
import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import { bytesOfUuid, type UuidBytes, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { emailHash } from '../tickets/email-hashes.ts'
import {
  type DeliveryRow,
  type Recorded,
  bytesOfReceiver,
  claimedOf,
  contentOf,
  mailDeliveryOf,
  messageOf,
  receiverOf,
  subjectOfTickets,
  webhookDeliveryOf,
} from './delivery-rows.ts'
import { type MessageRecorder, compileInsert, messageRecorder, selectIsMailOn } from './record-messages.ts'
import { selectWebhooks } from './webhook-rows.ts'

type Tables = Kysely<MuseumTables>

/** A delivery that waits for an earlier one is checked again after this number of seconds at most. */
const maxSecondsBehind = 60
/** E-mails about cancellations are kept for this number of days: if the event is restored, their receivers are told. */
const cancellationMailRetentionDays = 400
/** The greatest number of deliveries that one statement reads to find those that need not wait. */
const maxDeliveriesAtOnce = 500

/**
 * The deliveries, in SQL. A claim is one update of deliveries that are due, which makes them due again when it expires: so it
 * holds on every node of a cluster, and needs no lock.
 */
export const kyselyDeliveryRepository = (
  database: MuseumDatabase,
  { invalidate }: Pick<MessageRecorder, 'invalidate'> = messageRecorder(database),
): DeliveryRepository => {
  const { query, write, transaction, engine } = database
  const { now } = engine
  const insert = (tables: Tables, recorded: readonly Recorded[]) =>
    tables.executeQuery(compileInsert(tables, engine, recorded))
  const writeIdempotently = <T>(work: (tables: Tables) => Promise<T>) => write(work, 'idempotent')
  /** Reads identifiers, and changes the rows that have them if there are any. Returns their number. */
  const changeSelected = async <Id>(
    select: (tables: Tables, now: RawBuilder<number>) => Promise<readonly Id[]>,
    change: (tables: Tables, ids: readonly Id[], now: RawBuilder<number>) => Promise<unknown>,
  ) => {
    const ids = await query((tables) => select(tables, now))
    if (ids.length > 0) await writeIdempotently((tables) => change(tables, ids, now))
    return ids.length
  }
  const list = <Listed extends Readonly<{ deliveryId: number }>>(
    receiver: Receiver,
    request: ListRequest<Listed>,
    state: DeliveryState | undefined,
    listedOf: (row: DeliveryRow) => Listed,
  ) =>
    query(async (tables) => {
      const after = precedingItem(request)
      const matching = tables
        .selectFrom('delivery')
        .where('receiver_id', '=', bytesOfReceiver(receiver))
        .where('message_type', '!=', 'event-tickets.changed')
        .$call(
          whenGiven(state, (all, given) =>
            all.where('state', 'in', state === 'delivered' ? ['delivered', 'told'] : [given]),
          ),
        )
      const rows = await matching
        .selectAll()
        .$call(whenGiven(after, (all, last) => all.where('delivery_id', '<', last.deliveryId)))
        .orderBy('delivery_id', 'desc')
        .limit(request.limit)
        .offset(pageOffset(request))
        .execute()
      return pageWithCountedTotal(rows.map(listedOf), request, () => countItems(tables, matching.select('delivery_id')))
    })
  return {
    receivers: () =>
      query(async (tables) => {
        const enabled = await tables
          .selectFrom('webhook')
          .select('webhook_id')
          .where('disabled_at', 'is', null)
          .execute()
        const receivers: readonly Receiver[] = [
          ...enabled.map(({ webhook_id }) => receiverOf(webhook_id)),
          ...((await selectIsMailOn(tables)) ? ['mail' as const] : []),
          'payments',
        ]
        const [first, ...others] = receivers.map((receiver) => selectFirstDue(tables, receiver, now))
        const due = await others.reduce((all, each) => all.unionAll(each), first!).execute()
        return due.map(({ receiver_id }) => receiverOf(receiver_id))
      }),
    async claim(receiver, limit) {
      let first: Awaited<ReturnType<typeof selectDue>>
      // Only the earliest waiting delivery of a subject may be claimed. The later ones are postponed; if all rows are later
      // ones, more rows are read.
      for (let rows = 2 * limit; ; rows = maxDeliveriesAtOnce) {
        const found = await query((tables) => selectDue(tables, receiver, now, rows))
        const behind = found.filter((row) => row.earlier_due_at !== null)
        for (const [earlier, rows] of Map.groupBy(behind, (row) => row.earlier_due_at!))
          await writeIdempotently((tables) => postpone(tables, rows, earlier, now))
        first = found.filter((row) => row.earlier_due_at === null).slice(0, limit)
        if (first.length > 0 || found.length < rows) break
      }
      if (first.length === 0) return []
      const ids = deliveryIds(first)
      const claim = bytesOfUuid(randomUUID())
      const due_at = sql<number>`${now} + ${sql.lit(Delivery.claimSeconds[receiver === 'mail' ? 'mail' : 'webhook'])}`
      await writeIdempotently((tables) =>
        tables
          .updateTable('delivery')
          .set({ claim, due_at })
          .where('delivery_id', 'in', ids)
          .where('due_at', '<=', now)
          .execute(),
      )
      const rows = await query((tables) =>
        tables
          .selectFrom('delivery')
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
        const mails: TicketMail[] = []
        for (const group of groupsOf(results)) mails.push(...(await storeResult(tables, group, now)))
        const ended = results.filter(({ result }) => ['delivered', 'failed', 'dropped'].includes(result))
        for (const [receiver, all] of Map.groupBy(ended, ({ delivery }) => delivery.receiver))
          await releaseNext(tables, bytesOfReceiver(receiver), idsOfResults(all), now)
        await removeDropped(tables, results)
        const recorded = mails.map((message) => ({ receiver: 'mail' as const, messageId: randomUUID(), message }))
        if (recorded.length > 0) await insert(tables, recorded)
      }, 'idempotent'),
    add: async (receiver, message) => {
      await write((tables) => insert(tables, [{ receiver, messageId: randomUUID(), message }]))
    },
    addMail: (message, entry, email) => {
      const messageId = randomUUID()
      return transaction(async (tables) => {
        const request = {
          message_id: bytesOfUuid(messageId),
          actor: Buffer.from(entry.actor),
          email_hash: emailHash(email),
        }
        // Requests on other servers could reach a limit at the same time.
        await lockChanges(tables, engine, 'mail')
        const refusal =
          (await findTooMany(tables, request, 'email_hash', now)) ?? (await findTooMany(tables, request, 'actor', now))
        if (refusal !== undefined) return refusal
        await tables
          .insertInto('mail_request')
          .values({ ...request, requested_at: now })
          .execute()
        await countChange(tables, 'mail')
        if (hasStoredRecipient(message)) {
          const { message_id, email_hash } = request
          await tables.insertInto('mail_recipient').values({ message_id, email, email_hash }).execute()
        }
        await insertAuditEntry(tables, entry)
        await insert(tables, [{ receiver: 'mail', messageId, message }])
        return undefined
      })
    },
    requestTickets: (message, email) => {
      const messageId = randomUUID()
      const [message_id, actor, email_hash] = [bytesOfUuid(messageId), Buffer.from(visitors.username), emailHash(email)]
      return transaction(async (tables) => {
        await lockChanges(tables, engine, 'mail')
        const counted = await tables
          .selectFrom('mail_request')
          .select('message_id')
          .where('email_hash', '=', email_hash)
          .where('actor', '=', actor)
          .where('requested_at', '>', countedSince(now))
          .execute()
        if (counted.length >= MailLimits.forVisitor) return
        await tables.insertInto('mail_request').values({ message_id, actor, email_hash, requested_at: now }).execute()
        await countChange(tables, 'mail')
        await tables.insertInto('mail_recipient').values({ message_id, email, email_hash }).execute()
        await insert(tables, [{ receiver: 'mail', messageId, message }])
      })
    },
    recipientOf: (messageId) =>
      query(async (tables) => {
        const row = await selectRecipient(tables, bytesOfUuid(messageId))
        return row?.email
      }),
    mailsAbout: (tickets) =>
      query(async (tables) => {
        if (tickets.length === 0) return []
        const rows = await tables
          .selectFrom('delivery')
          .selectAll()
          .where('receiver_id', '=', bytesOfReceiver('mail'))
          .where('subject_id', 'in', [...new Set(tickets.map(subjectOfTickets))].map(bytesOfUuid))
          .where('message_type', 'in', ['tickets.cancelled', 'tickets.restored'])
          .orderBy('delivery_id')
          .execute()
        return rows.map((row) => ({ mail: messageOf(row) as TicketMail, state: mailDeliveryOf(row).state }))
      }),
    list: (webhookId, request, state) => list(webhookId, request, state, webhookDeliveryOf),
    listMails: (request, state) => list('mail', request, state, mailDeliveryOf),
    isMailOn: () => query(selectIsMailOn),
    setMailOn: async (isOn) => {
      const is_on = isOn ? 1 : 0
      await writeIdempotently((tables) =>
        tables.updateTable('mail_setting').set({ is_on }).where('id', '=', 1).execute(),
      ).finally(invalidate)
    },
    replay: (receiver, deliveryId, entry) =>
      transaction(async (tables) => {
        if (receiver === 'mail' && (await isRecipientRemoved(tables, deliveryId)))
          return Delivery.recipientRemoved(deliveryId)
        const { numUpdatedRows } = await tables
          .updateTable('delivery')
          .set({ state: 'pending', due_at: now, claim: null, attempts: 0 })
          .set({ attempted_at: null, status: null, because: null })
          .where('delivery_id', '=', deliveryId)
          .where('receiver_id', '=', bytesOfReceiver(receiver))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return Delivery.notFound(deliveryId, receiver)
        await insertAuditEntry(tables, entry)
        return undefined
      }),
    removeOld: async () =>
      (await changeSelected(selectUncounted, deleteRequests)) ||
      (await changeSelected(selectRemovable, deleteDeliveries)) ||
      changeSelected(selectLapsed, storeLapsed),
    removeFailed: (receiver) =>
      changeSelected(
        (tables) => idsOf(ofReceiver(tables, bytesOfReceiver(receiver)).where('state', '=', 'failed')),
        deleteDeliveries,
      ),
    backlog: () =>
      query(async (tables) => {
        const count = async (state: 'pending' | 'failed') =>
          Math.min(
            Page.maxCountedItems,
            await countItems(
              tables,
              tables
                .selectFrom('delivery')
                .select('state')
                .where('state', '=', state)
                .where('receiver_id', '!=', bytesOfReceiver('payments')),
            ),
          )
        const oldest = await tables
          .selectFrom('delivery')
          .select('changed_at')
          .where('state', '=', 'pending')
          .where('receiver_id', '!=', bytesOfReceiver('payments'))
          .orderBy('delivery_id')
          .limit(1)
          .executeTakeFirst()
        const [pending, failed] = [await count('pending'), await count('failed')]
        return { pending, failed, ...(oldest && { oldest: oldest.changed_at }) }
      }),
  }
}

/**
 * The first delivery to a receiver that is due. Of a receiver in another table, MySQL would read all that were delivered, which
 * the index has first, since their `due_at` is null.
 */
const selectFirstDue = (tables: Tables, receiver: Receiver, now: RawBuilder<number>) =>
  tables
    .selectFrom(({ selectFrom }) =>
      selectFrom('delivery')
        .select('receiver_id')
        .where('receiver_id', '=', bytesOfReceiver(receiver))
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .as('first'),
    )
    .selectAll()

/**
 * The first `rows` deliveries to a receiver that are due, none while it receives nothing. Those that wait for an earlier
 * delivery with the same subject have the time at which the earliest of these is due.
 */
const selectDue = (tables: Tables, receiver: Receiver, now: RawBuilder<number>, rows: number) =>
  tables
    .selectFrom('delivery as delivery')
    .select(({ selectFrom }) => [
      'delivery_id',
      selectFrom('delivery as earlier')
        .select(({ fn }) => fn.min('earlier.due_at').as('due_at'))
        .whereRef('earlier.receiver_id', '=', 'delivery.receiver_id')
        .whereRef('earlier.subject_id', '=', 'delivery.subject_id')
        .whereRef('earlier.delivery_id', '<', 'delivery.delivery_id')
        .where('earlier.due_at', 'is not', null)
        .as('earlier_due_at'),
    ])
    .where('receiver_id', '=', bytesOfReceiver(receiver))
    .where('due_at', '<=', now)
    .$if(receiver === 'mail', (all) =>
      all.where(({ exists, selectFrom }) => exists(selectFrom('mail_setting').select('is_on').where('is_on', '=', 1))),
    )
    .$if(receiver !== 'mail' && receiver !== 'payments', (all) =>
      all.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhook')
            .select('url')
            .where('webhook.webhook_id', '=', bytesOfReceiver(receiver))
            .where('disabled_at', 'is', null),
        ),
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
    .updateTable('delivery')
    .set({
      // Not much later: the earlier delivery may end meanwhile.
      due_at: sql<number>`case when ${earlierDueAt} <= ${now} then ${now} + 1
        when ${earlierDueAt} > ${now} + ${maxSecondsBehind} then ${now} + ${maxSecondsBehind} else ${earlierDueAt} end`,
    })
    .where('delivery_id', 'in', deliveryIds(rows))
    .where('due_at', '<=', now)
    .execute()

/** Results that one statement stores. */
const groupsOf = (results: readonly DeliveryResult[]) =>
  Map.groupBy(results, (each) => {
    const { delivery, at: _, ...result } = each
    return JSON.stringify([delivery.claim, result])
  }).values()

/**
 * Stores the same result of deliveries that were claimed together, unless they were claimed again meanwhile. Returns the e-mails
 * that are to be recorded with it.
 */
const storeResult = async (
  tables: Transaction<MuseumTables>,
  results: readonly DeliveryResult[],
  now: RawBuilder<number>,
): Promise<readonly TicketMail[]> => {
  const [first] = results as readonly [DeliveryResult]
  const attempted = {
    claim: null,
    attempts: sql<number>`attempts + 1`,
    attempted_at: now,
    status: 'status' in first ? (first.status ?? null) : null,
    because: 'because' in first ? first.because : null,
  }
  const later = sql<number>`${now} + ${'seconds' in first ? first.seconds : 0}`
  const columnsByResult = {
    delivered: {
      ...attempted,
      state: sql<'delivered' | 'told'>`case when message_type = 'tickets.cancelled' then 'told' else 'delivered' end`,
      due_at: null,
      ...(first.result === 'delivered' && first.mail !== undefined && { content: contentOf(first.mail) }),
    },
    failed: { ...attempted, state: 'failed' as const, due_at: null },
    retried: { ...attempted, due_at: later },
    released: { claim: null, due_at: now },
    dropped: { due_at: null },
    continued: { claim: null, due_at: later, content: first.result === 'continued' ? contentOf(first.message) : null },
  }
  const { numUpdatedRows } = await tables
    .updateTable('delivery')
    .set(columnsByResult[first.result])
    .where('delivery_id', 'in', idsOfResults(results))
    .where('claim', '=', bytesOfUuid(first.delivery.claim))
    .executeTakeFirst()
  return numUpdatedRows > 0n && 'mails' in first ? (first.mails ?? []) : []
}

const idsOfResults = (results: readonly DeliveryResult[]) => results.map(({ delivery }) => delivery.deliveryId)

/** Removes deliveries that were dropped, and the addresses of e-mails that have ended. */
const removeDropped = async (tables: Transaction<MuseumTables>, results: readonly DeliveryResult[]) => {
  for (const { delivery, result } of results) {
    if (result === 'dropped')
      await tables
        .deleteFrom('delivery')
        .where('delivery_id', '=', delivery.deliveryId)
        .where('claim', '=', bytesOfUuid(delivery.claim))
        .execute()
    if (hasStoredRecipient(delivery.message) && ['delivered', 'failed', 'dropped'].includes(result))
      await tables.deleteFrom('mail_recipient').where('message_id', '=', bytesOfUuid(delivery.messageId)).execute()
  }
}

/** The time before which a request of an e-mail is no longer counted. */
const countedSince = (now: RawBuilder<number>) => sql<number>`${now} - ${sql.lit(MailLimits.seconds)}`

/** The refusal of a request, if as many as its limit allows have the same address or the same actor. */
const findTooMany = async (
  tables: Tables,
  request: Readonly<Record<'email_hash' | 'actor', Uint8Array>>,
  same: 'email_hash' | 'actor',
  now: RawBuilder<number>,
) => {
  const limit = same === 'actor' ? 'byUser' : 'toAddress'
  const first = await tables
    .selectFrom('mail_request')
    .select(sql<number>`requested_at - (${countedSince(now)})`.as('seconds'))
    .where(same, '=', request[same])
    .where('requested_at', '>', countedSince(now))
    .orderBy('requested_at', 'desc')
    .limit(1)
    .offset(MailLimits[limit] - 1)
    .executeTakeFirst()
  return first && MailLimits.exceeded(limit, first.seconds)
}

/** The next requests of e-mails that are no longer counted. */
const selectUncounted = async (tables: Tables, now: RawBuilder<number>) => {
  const rows = await tables
    .selectFrom('mail_request')
    .select('message_id')
    .where('requested_at', '<=', countedSince(now))
    .limit(Delivery.maxRemovedAtOnce)
    .execute()
  return rows.map(({ message_id }) => message_id)
}

const deleteRequests = (tables: Tables, messageIds: readonly UuidBytes[]) =>
  tables.deleteFrom('mail_request').where('message_id', 'in', messageIds).execute()

const selectRecipient = (tables: Tables, messageId: UuidBytes) =>
  tables.selectFrom('mail_recipient').select('email').where('message_id', '=', messageId).executeTakeFirst()

/** Whether an e-mail went to another address than that of its ticket, which was removed when it had ended. */
const isRecipientRemoved = async (tables: Transaction<MuseumTables>, deliveryId: number) => {
  const row = await tables
    .selectFrom('delivery')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('receiver_id', '=', bytesOfReceiver('mail'))
    .executeTakeFirst()
  if (row === undefined || !hasStoredRecipient(messageOf(row))) return false
  return (await selectRecipient(tables, row.message_id)) === undefined
}

/** For each delivery that has ended, makes the next one with its subject due at once. */
const releaseNext = async (
  tables: Transaction<MuseumTables>,
  receiver: UuidBytes<WebhookId>,
  ended: readonly number[],
  now: RawBuilder<number>,
) => {
  const rows = await tables
    .selectFrom('delivery as ended')
    .innerJoin('delivery as next', (next) =>
      next.onRef('next.receiver_id', '=', 'ended.receiver_id').onRef('next.subject_id', '=', 'ended.subject_id'),
    )
    .select(({ fn }) => fn.min('next.delivery_id').as('delivery_id'))
    .where('ended.delivery_id', 'in', ended)
    // Not those that another server has claimed meanwhile.
    .where('ended.due_at', 'is', null)
    .where('next.receiver_id', '=', receiver)
    .where('next.due_at', 'is not', null)
    .groupBy('next.subject_id')
    .execute()
  if (rows.length === 0) return
  await tables
    .updateTable('delivery')
    .set({ due_at: now })
    .where('delivery_id', 'in', deliveryIds(rows))
    .where('due_at', '>', now)
    .where('claim', 'is', null)
    .execute()
}

const ofReceiver = (tables: Tables, receiver: UuidBytes<WebhookId>) =>
  tables.selectFrom('delivery').select('delivery_id').where('receiver_id', '=', receiver)

const idsOf = async (select: ReturnType<typeof ofReceiver>) =>
  deliveryIds(await select.limit(Delivery.maxRemovedAtOnce).execute())

const deliveryIds = (rows: readonly Readonly<{ delivery_id: number }>[]) => rows.map(({ delivery_id }) => delivery_id)

/** The next deliveries that are to be removed: those of a removed webhook, or those that succeeded long ago. */
const selectRemovable = async (tables: Tables, now: RawBuilder<number>): Promise<readonly number[]> => {
  const receivers: UuidBytes<WebhookId>[] = []
  for (;;) {
    const next = await tables
      .selectFrom('delivery')
      .select('receiver_id')
      .$call(whenGiven(receivers.at(-1), (all, last) => all.where('receiver_id', '>', last)))
      .orderBy('receiver_id')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) break
    receivers.push(next.receiver_id)
  }
  // Read afterwards, so that a webhook that was added meanwhile is known.
  const known = new Set<Receiver>([
    'mail',
    'payments',
    ...(await selectWebhooks(tables)).map(({ webhookId }) => webhookId),
  ])
  const removed = receivers.find((id) => !known.has(receiverOf(id)))
  if (removed !== undefined) return idsOf(ofReceiver(tables, removed))
  const old = await selectOld(tables, 'delivered', Delivery.retentionDays, now)
  return old.length > 0 ? old : selectOld(tables, 'told', cancellationMailRetentionDays, now)
}

const selectOld = async (tables: Tables, state: 'delivered' | 'told', days: number, now: RawBuilder<number>) => {
  const rows = await tables
    .selectFrom(
      // The oldest ones: later ones are not read.
      tables
        .selectFrom('delivery')
        .select(['delivery_id', 'attempted_at'])
        .where('state', '=', state)
        .orderBy('delivery_id')
        .limit(Delivery.maxRemovedAtOnce)
        .as('oldest'),
    )
    .select('delivery_id')
    .where('attempted_at', '<', sql<number>`${now} - ${days * 86_400}`)
    .execute()
  return deliveryIds(rows)
}

/** The next deliveries that wait for a webhook that was disabled three days ago. */
const selectLapsed = async (tables: Tables): Promise<readonly number[]> => {
  for (const webhook of await selectWebhooks(tables)) {
    if ((Webhook.recordedUntil(webhook) ?? Infinity) > Date.now()) continue
    const ids = await idsOf(ofReceiver(tables, bytesOfUuid(webhook.webhookId)).where('due_at', 'is not', null))
    if (ids.length > 0) return ids
  }
  return []
}

const storeLapsed = (tables: Tables, ids: readonly number[], now: RawBuilder<number>) =>
  tables
    .updateTable('delivery')
    .set({ state: 'failed', due_at: null, claim: null, attempted_at: now, status: null })
    .set({ because: 'The webhook was disabled for three days.' })
    .where('delivery_id', 'in', ids)
    .where('due_at', 'is not', null)
    .execute()

const deleteDeliveries = (tables: Tables, ids: readonly number[]) =>
  tables.deleteFrom('delivery').where('delivery_id', 'in', ids).execute()
