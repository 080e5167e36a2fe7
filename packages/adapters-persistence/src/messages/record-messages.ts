import { randomUUID } from 'node:crypto'
import type { Receiver } from '@museum/application'
import { renewedCache } from '@museum/concurrency'
import { type MailMessage, type Message, Webhook } from '@museum/domain'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { type Engine, compiledForEachCount, inParts } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Recorded, rowOfDelivery } from './delivery-rows.ts'
import { selectWebhooks } from './webhook-rows.ts'

/** Records messages: nothing for those that no receiver gets. */
export type RecordMessages = Readonly<{
  /** The statements that record messages; absent ones are left out. `messages` is called only if there are receivers. */
  compile: (messages: () => readonly (Message | MailMessage | undefined)[]) => readonly CompiledQuery[]
  /** Executes them in the transaction of a change. The changed things must be locked. */
  store: (tables: Transaction<MuseumTables>, messages: readonly (Message | MailMessage | undefined)[]) => Promise<void>
}>

/** Knows who gets which messages. The repositories of a database share it. */
export type MessageRecorder = Readonly<{
  /**
   * Reads who gets which messages, unless that was read in the last 5 seconds. Called before the transaction of a change,
   * which would otherwise need a second connection.
   */
  recorder: () => Promise<RecordMessages>
  /** Has the receivers read again, after one of them has changed. */
  invalidate: () => void
}>

/** The kinds of e-mails that changes record. */
const mailTypes: readonly MailMessage['type'][] = [
  'tickets.sold',
  'tickets.cancelled',
  'event-tickets.changed',
  'payment.returned',
]

export const messageRecorder = ({ kysely, engine, query }: MuseumDatabase): MessageRecorder => {
  const insert = compiledForEachCount(
    (all: readonly Recorded[]) => all.map(rowOfDelivery).flatMap((row) => Object.values(row)),
    (all) => compileInsert(kysely, engine, all),
  )
  const receiversOf = async () => {
    const [webhooks, isMailOn] = await query(
      async (tables) => [await selectWebhooks(tables), await selectIsMailOn(tables)] as const,
    )
    const isRecorded = (webhook: Webhook) => (Webhook.recordedUntil(webhook) ?? Infinity) > Date.now()
    const byType = new Map<Recorded['message']['type'], readonly Receiver[]>()
    for (const { webhookId, types } of webhooks.filter(isRecorded))
      for (const type of types) byType.set(type, [...(byType.get(type) ?? []), webhookId])
    if (isMailOn) for (const type of mailTypes) byType.set(type, ['mail'])
    return byType
  }
  const cached = renewedCache(receiversOf, () => performance.now())
  return {
    async recorder() {
      const receivers = await cached.get()
      const compile: RecordMessages['compile'] = (messages) => {
        if (receivers.size === 0) return []
        const recorded = messages().flatMap((message) => {
          if (message === undefined) return []
          const messageId = randomUUID()
          return (receivers.get(message.type) ?? []).map((receiver) => ({ receiver, messageId, message }))
        })
        return inParts(recorded, maxRecordedAtOnce).map(insert)
      }
      return {
        compile,
        async store(tables, messages) {
          for (const statement of compile(() => messages)) await tables.executeQuery(statement)
        },
      }
    },
    invalidate: cached.invalidate,
  }
}

/** The number of deliveries that one statement records: that of its values is limited. */
const maxRecordedAtOnce = 500

/** The statement that records messages for their receivers. */
export const compileInsert = (tables: Kysely<MuseumTables>, { now }: Engine, recorded: readonly Recorded[]) =>
  tables
    .insertInto('delivery')
    .values(recorded.map((each) => ({ ...rowOfDelivery(each), due_at: now })))
    .compile()

/** Whether e-mails are recorded and sent. */
export const selectIsMailOn = async (tables: Kysely<MuseumTables>): Promise<boolean> =>
  (await tables.selectFrom('mail_setting').select('is_on').executeTakeFirst())?.is_on === 1
