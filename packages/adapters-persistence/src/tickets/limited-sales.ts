import {
  type ConfirmationCodeTaken,
  type IdempotencyRecord,
  type NoPlaceLeft,
  OutcomeUnknown,
  type PurchaseContextChanged,
  type RequestInProgress,
  Unavailable,
  confirmationCodeTaken,
  noPlaceLeft,
  purchaseContextChanged,
  requestInProgress,
} from '@museum/application'
import { type PlaceLimit, type Ticket, isRefusal } from '@museum/domain'
import type { Transaction } from 'kysely'
import { counterNameOf, counterKeyOf } from '../capacity/counter-key.ts'
import type { PlaceCounters } from '../capacity/place-counters.ts'
import { batchedByKey } from '../database/batched-by-key.ts'
import { lockQueue } from '../database/lock-queue.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { RetryKind } from '../database/retries.ts'
import { RolledBack, rolledBackOutcome } from '../database/rolled-back.ts'
import { insertRecord } from '../idempotency/idempotency-record-statements.ts'
import { notePurchase } from './note-purchase.ts'
import type { TicketStatements } from './ticket-statements.ts'

type Outcome = Ticket | PurchaseContextChanged | NoPlaceLeft | ConfirmationCodeTaken
type Sale = Readonly<{ ticket: Ticket; limit: PlaceLimit }>

export type LimitedSales = Readonly<{
  add: (ticket: Ticket, limit: PlaceLimit) => Promise<Outcome>
  addWithRecord: (ticket: Ticket, limit: PlaceLimit, record: IdempotencyRecord) => Promise<Outcome | RequestInProgress>
}>

/** The time limit of a group, which leaves time to sell its tickets one by one. */
const groupMilliseconds = 3_000
/** The time limit of one sale, its waiting included. */
const saleMilliseconds = 6_000
/** How often a sale creates its counter: once for each change of the capacity during the sale. */
const maxCounters = 3

/** The result of a transaction that finds nothing counted under its limit. */
const noCounter = Symbol('no counter')

/**
 * Sells tickets under a limit. A sale is a transaction that takes a place of a counter and then inserts the ticket. Tickets
 * for one date that are added at the same time are sold in one transaction.
 *
 * The sales of one date run one after the other, since they lock the row of its counter.
 */
export const limitedSales = (
  database: MuseumDatabase,
  counters: PlaceCounters,
  { insertTicketsIfUnchanged, insertTicketIfUnchanged, findTickets, isStored, isCodeTaken }: TicketStatements,
): LimitedSales => {
  const { transaction, query, engine, observer, tracer } = database
  const noted = notePurchase(observer)
  const inQueue = lockQueue(database)
  const rowOfCounter = ({ ticket }: Sale) => `counter ${counterNameOf(ticket)}`

  /** Runs a transaction, also after creating the counter that it did not find; `undefined` when a later limit is in force. */
  const withCounter = async <T>(
    { ticket, limit }: Sale,
    sell: () => Promise<T | typeof noCounter>,
  ): Promise<T | undefined> => {
    for (let created = 0; ; created += 1) {
      const outcome = await sell()
      if (outcome !== noCounter) return outcome
      if (created === maxCounters) throw new Unavailable('The limit changes too often')
      if (!(await counters.create([counterKeyOf(ticket)], limit))) return undefined
    }
  }

  /** Sells one ticket. A ticket that an earlier transaction has stored is counted by that one. */
  const sellOne = async (
    tables: Transaction<MuseumTables>,
    { ticket, limit }: Sale,
  ): Promise<Outcome | typeof noCounter> => {
    const key = counterKeyOf(ticket)
    const places = await counters.take(tables, key, limit, 1)
    if (places !== 1) {
      if (await isStored(tables, ticket)) return ticket
      return places === 0 ? noPlaceLeft(ticket) : noCounter
    }
    try {
      if (await insertTicketIfUnchanged(tables, ticket, limit)) return ticket
      await counters.giveBack(tables, key)
      return (await isStored(tables, ticket)) ? ticket : purchaseContextChanged(ticket)
    } catch (error) {
      if (engine.classifyError(error) !== 'duplicate') throw error
      await counters.giveBack(tables, key)
      if (await isStored(tables, ticket)) return ticket
      if (await isCodeTaken(tables, ticket)) return confirmationCodeTaken(ticket)
      throw error
    }
  }
  const addOne = async (sale: Sale, kind: RetryKind): Promise<Outcome> => {
    const isOutcomeUnknown = kind === 'outcomeUnknown'
    const locking = { row: rowOfCounter(sale), milliseconds: saleMilliseconds, isOutcomeUnknown }
    const sell = () => transaction((tables) => sellOne(tables, sale), kind).then(noted)
    return (await inQueue(locking, () => withCounter(sale, sell))) ?? purchaseContextChanged(sale.ticket)
  }

  /** Sells the first tickets of a group, as far as there are places; returns how many. */
  const sellFirst = (sales: readonly [Sale, ...Sale[]]) =>
    withCounter(sales[0], () =>
      transaction(async (tables) => {
        const [{ ticket, limit }] = sales
        const places = await counters.take(tables, counterKeyOf(ticket), limit, sales.length)
        if (places === undefined) return noCounter
        const first = sales.slice(0, places).map((sale) => sale.ticket)
        if (places > 0 && (await insertTicketsIfUnchanged(tables, first, limit)) < places)
          throw new RolledBack('one by one')
        return places
      })
        .then((places) => {
          if (places !== noCounter && places > 0) observer.onPurchasesCommitted?.(places)
          return places
        })
        .catch(rolledBackOutcome<'one by one'>),
    )
  type GroupResult = Outcome | 'one by one' | 'outcomeUnknown'
  const sellGroup = async (sales: readonly [Sale, ...Sale[]]): Promise<readonly GroupResult[]> => {
    const sold = await sellFirst(sales)
    if (sold === 'one by one') return sales.map(() => sold)
    const tickets = sales.map(({ ticket }) => ticket)
    const others = tickets.slice(sold ?? 0)
    if (others.length === 0) return tickets
    // A ticket that an earlier transaction has stored is sold, whatever this one found. The first are committed already, so
    // that they are sold also where the others cannot be looked up.
    const otherIds = others.map(({ ticketId }) => ticketId)
    const found = await query((tables) => findTickets(tables, otherIds)).catch(() => undefined)
    const refuse = sold === undefined ? purchaseContextChanged : noPlaceLeft
    return [
      ...tickets.slice(0, sold ?? 0),
      ...others.map((ticket, n) =>
        found !== undefined && found[n] === undefined ? refuse(ticket) : ('one by one' as const),
      ),
    ]
  }
  const addInGroup = batchedByKey<Sale, GroupResult>(
    ({ ticket, limit }) => `${counterNameOf(ticket)} ${limit.number}`,
    async (sales) => {
      const [first, ...others] = sales as readonly [Sale, ...Sale[]]
      if (others.length === 0) return ['one by one']
      try {
        const locking = { row: rowOfCounter(first), milliseconds: groupMilliseconds }
        return await inQueue(locking, () => sellGroup([first, ...others]))
      } catch (error) {
        if (error instanceof OutcomeUnknown) return sales.map(() => 'outcomeUnknown')
        if (error instanceof Unavailable) throw error
        // A failing sale does not affect the others in its group.
        return sales.map(() => 'one by one')
      }
    },
    tracer,
    // How long a group waits for the one before it: both need the same counter.
    groupMilliseconds,
  )
  return {
    async add(ticket, limit) {
      const sale = { ticket, limit }
      const result = await addInGroup(sale)
      if (result === 'one by one') return addOne(sale, 'idempotent')
      return result === 'outcomeUnknown' ? addOne(sale, result) : result
    },
    // The record is inserted first, so that a retry, and another request with the key, wait for this transaction.
    addWithRecord: async (ticket, limit, record) => {
      const sale = { ticket, limit }
      const sell = () =>
        transaction(async (tables, isOutcomeUnknown) => {
          if (!(await insertRecord(tables, engine, record, isOutcomeUnknown)))
            return (await isStored(tables, ticket)) ? ticket : requestInProgress(record)
          const outcome = await sellOne(tables, sale)
          if (outcome === noCounter || isRefusal(outcome)) throw new RolledBack(outcome)
          return outcome
        }, 'idempotent')
          .then(noted)
          .catch(rolledBackOutcome<Exclude<Outcome, Ticket> | typeof noCounter>)
      const locking = { row: rowOfCounter(sale), milliseconds: saleMilliseconds }
      return (await inQueue(locking, () => withCounter(sale, sell))) ?? purchaseContextChanged(ticket)
    },
  }
}
