import { randomUUID } from 'node:crypto'
import { renewedCache } from '@museum/application'
import { type Message, Webhook, type WebhookId } from '@museum/domain'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import { compiledForEachCount } from '../database/compiled-statements.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'
import { selectWebhooks } from './webhook-rows.ts'

/** Records messages: nothing for those that no subscription gets. */
export type RecordMessages = Readonly<{
  /** The statements that record messages. */
  compile: (messages: readonly Message[]) => readonly CompiledQuery[]
  /** Executes them in the transaction of a change. The changed things must be locked. */
  store: (tables: Transaction<MuseumTables>, messages: readonly Message[]) => Promise<void>
}>

/** Knows who gets which messages. The repositories of a database share it. */
export type MessageRecorder = Readonly<{
  /**
   * Reads who gets which messages, unless that was read in the last 5 seconds. Called before the transaction of a change,
   * which would otherwise need a second connection.
   */
  recorder: () => Promise<RecordMessages>
  /** Has the subscriptions read again, after a change of them. */
  invalidate: () => void
}>

/** What one subscription gets of a message. */
type Recorded = Readonly<{ webhookId: WebhookId; messageId: string; message: Message }>

export const messageRecorder = ({ kysely, engine, query }: MuseumDatabase): MessageRecorder => {
  const insert = compiledForEachCount(
    (all: readonly Recorded[]) => all.map(rowOf).flatMap((row) => Object.values(row)),
    (all) => compileInsert(kysely, engine, all),
  )
  const receiversOf = async () => {
    const webhooks = await query(selectWebhooks)
    const isRecorded = (webhook: Webhook) => (Webhook.recordedUntil(webhook) ?? Infinity) > Date.now()
    const byType = new Map<Message['type'], WebhookId[]>()
    for (const { webhookId, types } of webhooks.filter(isRecorded))
      for (const type of types) byType.set(type, [...(byType.get(type) ?? []), webhookId])
    return byType
  }
  const cached = renewedCache(receiversOf, () => performance.now())
  return {
    async recorder() {
      const receivers = await cached.get()
      const compile: RecordMessages['compile'] = (messages) => {
        const recorded = messages.flatMap((message) => {
          const messageId = randomUUID()
          return (receivers.get(message.type) ?? []).map((webhookId) => ({ webhookId, messageId, message }))
        })
        return chunksOf(recorded).map(insert)
      }
      return {
        compile,
        async store(tables, messages) {
          for (const statement of compile(messages)) await tables.executeQuery(statement)
        },
      }
    },
    invalidate: cached.invalidate,
  }
}

/** Parts of a list with at most 500 elements: the number of values of a statement is limited. */
const chunksOf = <Element>(list: readonly Element[]): readonly (readonly Element[])[] =>
  list.length <= 500 ? (list.length === 0 ? [] : [list]) : [list.slice(0, 500), ...chunksOf(list.slice(500))]

/** Records a message for one subscription, whether it gets messages of that type or not. */
export const recordFor = (
  tables: Kysely<MuseumTables>,
  engine: Engine,
  webhookId: WebhookId,
  message: Message,
): CompiledQuery => compileInsert(tables, engine, [{ webhookId, messageId: randomUUID(), message }])

const compileInsert = (tables: Kysely<MuseumTables>, { now }: Engine, recorded: readonly Recorded[]) =>
  tables
    .insertInto('webhook_delivery')
    .values(recorded.map((each) => ({ ...rowOf(each), due_at: now })))
    .compile()

const rowOf = ({ webhookId, messageId, message }: Recorded) => ({
  webhook_id: bytesOfUuid(webhookId),
  message_id: bytesOfUuid(messageId),
  message_type: message.type,
  subject_id: bytesOfUuid(subjectOf(message) ?? (message.type === 'webhook.test' ? messageId : webhookId)),
  event: 'event' in message ? JSON.stringify(message.event) : null,
  changed_at: message.at,
  state: 'pending' as const,
  attempts: 0,
})

/** The identifier of the event, ticket or order that a message is about. */
const subjectOf = (message: Message): string | undefined => {
  if ('event' in message) return message.event.eventId
  if ('ticketId' in message) return message.ticketId
  return 'orderId' in message ? message.orderId : undefined
}
