import type {
  DecideReservationChange,
  ReservationChange,
  ReservationFilter,
  ReservationRepository,
} from '@museum/application'
import {
  ConfirmationCode,
  Instant,
  type OrderId,
  type PaymentMessage,
  type Refusal,
  Reservation,
  Slot,
  comparableText,
  isRefusal,
} from '@museum/domain'
import { type Engine, batched, bytesOfUuid, uuidOfBytes, whenGiven } from '@museum/database'
import { type CompiledQuery, type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { compileAuditEntries } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { type MessageRecorder, messageRecorder } from '../messages/record-messages.ts'
import {
  type HeldPlaces,
  givenBack,
  heldPlacesStatements,
  nowInMilliseconds,
  placesBySlot,
  sumBySlot,
} from '../places/held-places.ts'
import { placesStatements } from '../places/places-statements.ts'
import { type SlotRowKey, slotOfRow } from '../places/slot-rows.ts'
import {
  type PaymentRow,
  recordQuestions,
  selectPayments,
  storePayment,
  storeRefund,
} from '../payments/payment-rows.ts'
import { offerKey, storedOffers } from '../sales/offers.ts'
import { saleStatements } from '../sales/sale-statements.ts'
import { messagesOf, sellAndReserve, takenBy } from '../sales/sell-and-reserve.ts'
import { ticketStatements } from '../tickets/ticket-rows.ts'
import {
  type ReservationRow,
  endedBefore,
  hasPerson,
  isRemoved,
  personRowOf,
  reservationOf,
  selectReservations,
  selectReservationsById,
  slotsHeldBy,
  soldRowOf,
} from './reservation-rows.ts'

type Changed = Reservation | Refusal

const day = 24 * 60 * 60_000
/** How long after its end the purchaser's data and a reservation are kept. */
const [millisecondsToErasure, millisecondsToRemoval] = [day, 7 * day]
/** How many reservations one statement erases or removes. */
const maxRemovedAtOnce = 500

/** The reservations, in SQL. */
export const kyselyReservationRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
  reserve: ReservationRepository['add'] = sellAndReserve(database, ticketStatements(database.kysely), messages).reserve,
): ReservationRepository => {
  const { kysely, query, write, lockThenWrite, engine, tracer } = database
  const { lockPlaces, takePlaces } = placesStatements(kysely, engine)
  const { selectHeldBy, selectEnded, selectSlotOfEnded, deleteHeldPlaces, holdUntil } = heldPlacesStatements(
    kysely,
    engine,
  )
  const { findTakenCode } = ticketStatements(kysely)
  const storeSales = saleStatements(kysely, engine)
  const offers = storedOffers(database)
  const find = batched(
    (reservationIds: readonly OrderId[]) =>
      query(async (tables) => {
        const rows = await selectReservationsById(tables, engine, reservationIds).execute()
        const found = await withPayments(tables, rows)
        return reservationIds.map((id) => found.find(({ reservationId }) => reservationId === id))
      }),
    tracer,
  )
  const updateReservation = (reservationId: OrderId, values: Partial<MuseumTables['reservation']>): CompiledQuery =>
    kysely.updateTable('reservation').set(values).where('reservation_id', '=', bytesOfUuid(reservationId)).compile()

  return {
    add: reserve,
    find,
    async findByPayment(paymentId) {
      const row = await query((tables) =>
        tables
          .selectFrom('online_payment')
          .select('reservation_id')
          .where('payment_id', '=', bytesOfUuid(paymentId))
          .executeTakeFirst(),
      )
      return row && find(uuidOfBytes(row.reservation_id))
    },
    list: (filter, request) =>
      query(async (tables) => {
        const rows = await matching(database, tables, filter)
          .$call(
            whenGiven(precedingItem(request), (reservations, { heldUntil, reservationId }) =>
              reservations
                .where('held_until', '>=', heldUntil)
                .where(({ or, eb }) =>
                  or([
                    eb('held_until', '>', heldUntil),
                    eb('reservation.reservation_id', '>', bytesOfUuid(reservationId)),
                  ]),
                ),
            ),
          )
          .orderBy('held_until')
          .orderBy('reservation.reservation_id')
          .limit(request.limit)
          .offset(pageOffset(request))
          .execute()
        return pageWithCountedTotal(await withPayments(tables, rows), request, () =>
          countItems(tables, matching(database, tables, filter)),
        )
      }),

    async change<R extends Refusal>(reservationId: OrderId, decide: DecideReservationChange<R>) {
      const record = await messages.recorder()
      const found = await find(reservationId)
      if (found === undefined) return Reservation.notFound(reservationId)
      // They never change.
      const { items } = found
      const slots = [...Reservation.placesOf(items).values()].map(({ slot }) => slot)
      const { statements, lockedOf } = lockPlaces(slots, true, false)
      const { statements: readOffers, offersOf } = offers.inTransaction(items)
      let drawn: readonly Parameters<typeof findTakenCode>[1][number][] = []
      const outcome = await lockThenWrite<readonly unknown[], Changed>(
        {
          reads: [
            ...statements,
            // Locked after its slots: its data may be erased meanwhile, or all of it removed.
            selectReservationsById(kysely, engine, [reservationId]).modifyEnd(engine.forUpdate).compile(),
            selectPayments(kysely, [reservationId]).compile(),
            selectHeldBy({ reservationId: bytesOfUuid(reservationId) }),
            selectEnded(slots),
            ...readOffers,
          ],
          decide: (rows) => {
            const { places, lockedAt } = lockedOf(rows.slice(0, statements.length))
            const now = Instant(1_000 * lockedAt)
            const [current, payments, own, allEnded, ...offerRows] = rows.slice(
              statements.length,
            ) as unknown as readonly [
              readonly ReservationRow[],
              readonly PaymentRow[],
              readonly HeldPlaces[],
              readonly HeldPlaces[],
              ...(readonly unknown[])[],
            ]
            if (current.length === 0) return { outcome: Reservation.notFound(reservationId), writes: [] }
            const reservation = reservationOf(current[0]!, payments)
            const heldHere = placesBySlot(own)
            // Of slots in which the reservation has no places any more.
            const ended = allEnded.filter((row) => !heldHere.has(Slot.key(slotOfRow(row))))
            const endedHere = placesBySlot(ended)
            const offered = offersOf(offerRows)
            const decided: ReservationChange | Refusal | undefined = decide(
              reservation,
              items.map((item) => {
                const { event, openingHours, entryTimes } = offered.get(offerKey(item))!
                const key = Slot.key(item.quote.slot)
                const { capacity, sold, held } = places.get(key)!
                const free = { capacity, sold, held: held - (endedHere.get(key) ?? 0) }
                return { event, openingHours, entryTimes, places: heldHere.has(key) ? undefined : free }
              }),
              now,
            )
            if (decided === undefined) return { outcome: reservation, writes: [] }
            if (isRefusal(decided)) return { outcome: decided as Refusal, writes: [] }
            const { sale, payment, refund, entry } = decided
            const stored = { ...reservation, state: current[0]!.state }
            const changed = Reservation.changed(stored, { ...decided, isSold: sale !== undefined }, now)
            drawn = sale?.tickets ?? []
            const keepsPlaces = changed.state === 'held'
            const freed = keepsPlaces ? [] : [...own, ...(sale === undefined ? [] : ended)]
            const taken = sumBySlot([...(sale === undefined ? [] : takenBy(sale)), ...givenBack(freed)])
            const isPaymentNew = changed.payments.length > reservation.payments.length
            const questions: readonly PaymentMessage[] = [
              ...(isPaymentNew
                ? [{ type: 'payment.opened', at: payment!.openedAt, paymentId: payment!.paymentId } as const]
                : []),
              ...(refund === undefined
                ? []
                : [{ type: 'refund.requested', at: refund.requestedAt, refundId: refund.refundId } as const]),
            ]
            return {
              outcome: {
                ...changed,
                state: Reservation.stateOf(changed, { now, isRemoved: current[0]!.is_removed === 1 }),
              },
              writes: [
                ...(entry === undefined ? [] : [compileAuditEntries(kysely, [entry])]),
                ...(taken.length > 0 ? [takePlaces(taken)] : []),
                ...deleteHeldPlaces(freed),
                ...(keepsPlaces && changed.heldUntil !== reservation.heldUntil
                  ? [holdUntil(reservationId, changed.heldUntil)]
                  : []),
                ...(sale === undefined ? [] : storeSales([{ ...sale, once: undefined }], lockedAt)),
                ...(sale === undefined ? [] : record.compile(() => messagesOf(sale))),
                ...(payment === undefined ? [] : [storePayment(kysely, payment, isPaymentNew)]),
                ...(refund === undefined ? [] : [storeRefund(kysely, refund)]),
                ...(questions.length > 0 ? [recordQuestions(kysely, engine, questions)] : []),
                updateReservation(reservationId, {
                  state: changed.state as ReservationRow['state'],
                  held_until: changed.heldUntil,
                  own_limit: changed.ownLimit,
                  ...(sale !== undefined && soldRowOf(reservation)),
                }),
              ],
            }
          },
          explain: async (error, tables) => {
            if (engine.classifyError(error) !== 'duplicate' || drawn.length === 0) return undefined
            const taken = await findTakenCode(tables, drawn)
            return taken && ConfirmationCode.taken(taken)
          },
        },
        'idempotent',
      )
      return outcome as Reservation | R | Refusal<'reservation-not-found' | 'confirmation-code-taken'>
    },

    async giveBackEnded() {
      const [found] = await query(async (tables) => (await tables.executeQuery<SlotRowKey>(selectSlotOfEnded)).rows)
      if (found === undefined) return false
      const slot = slotOfRow(found)
      const { statements } = lockPlaces([slot], true, false)
      return lockThenWrite<readonly unknown[], boolean>(
        {
          reads: [...statements, selectEnded([slot])],
          decide: (rows) => {
            const ended = rows.at(-1) as readonly HeldPlaces[]
            return {
              outcome: ended.length > 0,
              writes: ended.length === 0 ? [] : [takePlaces(sumBySlot(givenBack(ended))), ...deleteHeldPlaces(ended)],
            }
          },
        },
        'idempotent',
      )
    },

    removeEnded: () =>
      write(async (tables) => {
        const select = (milliseconds: number) =>
          tables
            .selectFrom('reservation')
            .select('reservation_id')
            .where(endedBefore(engine, milliseconds))
            // Its places are given back first.
            .where((from) => from.eb(slotsHeldBy(from), '=', from.lit(0)))
            .limit(maxRemovedAtOnce)
        const named = await select(millisecondsToErasure).where(hasPerson).execute()
        const old = await select(millisecondsToRemoval)
          // Counted, since a database may read all payments for `exists`.
          .where(({ eb, selectFrom, lit }) =>
            eb(
              selectFrom('online_payment')
                .select(({ fn }) => fn.countAll<number>().as('payments'))
                .whereRef('online_payment.reservation_id', '=', 'reservation.reservation_id'),
              '=',
              lit(0),
            ),
          )
          .execute()
        const idsOf = (rows: typeof old) => rows.map(({ reservation_id }) => reservation_id)
        // Under the same condition again: a reservation may be sold meanwhile.
        if (named.length > 0)
          await tables
            .updateTable('reservation')
            .set(personRowOf({}))
            .where('reservation_id', 'in', idsOf(named))
            .where(endedBefore(engine, millisecondsToErasure))
            .execute()
        if (old.length > 0)
          await tables
            .deleteFrom('reservation')
            .where('reservation_id', 'in', idsOf(old))
            .where(endedBefore(engine, millisecondsToRemoval))
            .execute()
        return named.length + old.length
      }, 'idempotent'),
  }
}

/** The reservations of rows, each with its payments. */
const withPayments = async (
  tables: Kysely<MuseumTables>,
  rows: readonly ReservationRow[],
): Promise<readonly Reservation[]> => {
  if (rows.length === 0) return []
  const payments = await selectPayments(
    tables,
    rows.map(({ reservation_id }) => uuidOfBytes(reservation_id)),
  ).execute()
  return rows.map((row) =>
    reservationOf(
      row,
      payments.filter(({ reservation_id }) => Buffer.compare(reservation_id, row.reservation_id) === 0),
    ),
  )
}

/** The reservations that match. */
const matching = (
  { engine }: MuseumDatabase,
  tables: Kysely<MuseumTables>,
  { state, date, label }: ReservationFilter,
) =>
  selectReservations(tables, engine)
    .$call((all) => (state === 'held' ? held(engine)(all) : all.where(needsAttention(engine))))
    .$call(
      whenGiven(date, (reservations, given) =>
        reservations.where((from) => from.eb(slotsHeldBy(from).where('slot_date', '=', given), '>', from.lit(0))),
      ),
    )
    .$call(
      whenGiven(label, (reservations, given) =>
        reservations.where(sql<boolean>`instr(comparable_label, ${Buffer.from(comparableText(given))}) > 0`),
      ),
    )

/** A payment that has been open for so long after the end of its hold is looked at by a person, in milliseconds. */
const attentionAfter = 600_000

type Selected = ReturnType<typeof selectReservations>

const held =
  (engine: Engine) =>
  (all: Selected): Selected =>
    all
      .where('state', '=', 'held')
      .where('held_until', '>', nowInMilliseconds(engine))
      .where((from) => from.not(isRemoved(from)))

const needsAttention = (engine: Engine) => (from: ExpressionBuilder<MuseumTables, 'reservation'>) =>
  from(
    'reservation.reservation_id',
    'in',
    from
      .selectFrom('online_payment')
      .leftJoin('online_refund', 'online_refund.payment_id', 'online_payment.payment_id')
      .select('online_payment.reservation_id')
      .where(({ or, and, eb }) =>
        or([
          eb('needs_attention', '=', 1),
          and([eb('online_payment.state', '=', 'returned'), eb('online_refund.state', '=', 'failed')]),
          and([
            eb('online_payment.state', '=', 'open'),
            eb('online_payment.held_until', '<', sql<Instant>`${nowInMilliseconds(engine)} - ${attentionAfter}`),
          ]),
        ]),
      ),
  )
