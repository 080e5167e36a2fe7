import {
  type DecideReservationChange,
  Page,
  type ReservationChange,
  type ReservationFilter,
  type ReservationRepository,
} from '@museum/application'
import {
  ConfirmationCode,
  Instant,
  type OrderId,
  OnlinePayment,
  OrderNumber,
  PaymentMail,
  type Refusal,
  Reservation,
  type ReservationSearch,
  Slot,
  isRefusal,
  phoneSeparators,
  reservationSearch,
} from '@museum/domain'
import {
  type Engine,
  type UuidBytes,
  type WriteKind,
  batched,
  bytesOfUuid,
  compiledForEachCount,
  compiledForUuids,
  compiledOnce,
  groupedOrAlone,
  lockQueue,
  notDone,
  uuidOfBytes,
  whenGiven,
} from '@museum/database'
import { type CompiledQuery, type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { compileAuditEntries } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { type MessageRecorder, type RecordMessages, messageRecorder } from '../messages/record-messages.ts'
import {
  type HeldPlaces,
  givenBack,
  heldPlacesStatements,
  nowInMilliseconds,
  placesBySlot,
  sumBySlot,
} from '../places/held-places.ts'
import { emailHash } from '../tickets/email-hashes.ts'
import { placesStatements } from '../places/places-statements.ts'
import { type SlotRowKey, generalEntryId, slotOfRow } from '../places/slot-rows.ts'
import {
  type PaymentRow,
  paymentOf,
  paymentRow,
  recordQuestions,
  selectPayments,
  selectPaymentsOf,
  storePayment,
  storeRefund,
} from '../payments/payment-rows.ts'
import { type StoredOffer, offerKey, storedOffers } from '../sales/offers.ts'
import { groupMilliseconds, slotQueue, slotsText } from '../sales/slot-queue.ts'
import { saleStatements } from '../sales/sale-statements.ts'
import { messagesOf, sellAndReserve, takenBy } from '../sales/sell-and-reserve.ts'
import { ticketStatements } from '../tickets/ticket-rows.ts'
import {
  type ReservationRow,
  endedBefore,
  hasPerson,
  isRemoved,
  personColumns,
  personRowOf,
  reservationOf,
  reservationRowOf,
  selectReservations,
  slotsHeldBy,
  soldRowOf,
} from './reservation-rows.ts'

type Changed = Reservation | Refusal
/** `notDone`: it must be made alone. */
type Attempt = Changed | typeof notDone

/** A change of a reservation, as it waits for the slots of the items. */
type Change = Readonly<{
  reservationId: OrderId
  items: Reservation['items']
  decide: DecideReservationChange<Refusal>
  /** What was offered to the items when the change was asked for. */
  offers: readonly StoredOffer[]
  slots: readonly Slot[]
  /** The keys of the slots. */
  keys: readonly string[]
  /** The number of tickets. */
  size: number
}>

/** A change that was decided: `own` are the rows that the reservation has, `ended` those that it takes the places of. */
type Made = ReservationChange &
  Readonly<{ before: Reservation; after: Reservation; own: readonly HeldPlaces[]; ended: readonly HeldPlaces[] }>

/** The e-mail about a payment that is given back. */
const returnMailOf = ({ before, refund }: Made) => (refund === undefined ? [] : PaymentMail.about(before, refund))

const isPaymentNew = ({ before, after }: Pick<Made, 'before' | 'after'>) =>
  after.payments.length > before.payments.length

/** Whether a row is of a reservation. */
const ofReservation = (reservationId: OrderId) => {
  const bytes = bytesOfUuid(reservationId)
  return ({ reservation_id }: Readonly<{ reservation_id: UuidBytes<OrderId> }>) =>
    Buffer.compare(bytes, reservation_id) === 0
}

/** The number of reservations whose items a server remembers: an entry takes about 500 bytes. */
const maxKnownItems = 10_000

const day = 24 * 60 * 60_000
/** How long after its end the purchaser's data and a reservation are kept. */
const [millisecondsToErasure, millisecondsToRemoval] = [day, 7 * day]
/** How many reservations one statement erases or removes. */
const maxRemovedAtOnce = 500
const maxUnknownPayments = 1_000

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
  /** The items of reservations, which never change. */
  const knownItems = new LRUCache<OrderId, Reservation['items']>({ max: maxKnownItems })
  const selectByIds = (options: Parameters<typeof selectReservations>[2], lock?: RawBuilder<unknown>) =>
    compiledForEachCount<OrderId, ReservationRow>(
      (ids) => [generalEntryId, ...ids.map(bytesOfUuid)],
      (ids) => {
        const rows = selectReservations(kysely, engine, options)
        const selected = rows.where('reservation.reservation_id', 'in', ids.map(bytesOfUuid))
        return (lock === undefined ? selected : selected.modifyEnd(lock)).compile()
      },
    )
  const [reservationsOf, lockWaiting, lockSkipping] = [
    selectByIds({}),
    selectByIds({ isLocking: true }, engine.forUpdate),
    selectByIds({ isLocking: true }, engine.forUpdateSkipLocked),
  ]
  const paymentsOf = compiledForUuids((ids: readonly UuidBytes<OrderId>[]) => selectPaymentsOf(kysely, ids).compile())
  const find = batched(
    (reservationIds: readonly OrderId[]) =>
      query(async (tables) => {
        const { rows } = await tables.executeQuery(reservationsOf(reservationIds))
        const { rows: payments } = await tables.executeQuery(paymentsOf(reservationIds))
        const found = rows.map((row) =>
          reservationOf(row, payments.filter(ofReservation(uuidOfBytes(row.reservation_id)))),
        )
        for (const { reservationId, items } of found) knownItems.set(reservationId, items)
        return reservationIds.map((id) => found.find(({ reservationId }) => reservationId === id))
      }),
    tracer,
  )
  const updateOf = <Column extends keyof MuseumTables['reservation']>(columns: readonly Column[]) =>
    compiledOnce<Column | 'reservation_id', never>([...columns, 'reservation_id'], ({ reservation_id, ...values }) =>
      kysely
        .updateTable('reservation')
        .set({ ...(values as object), changes: sql<number>`coalesce(changes, 0) + 1` })
        .where('reservation_id', '=', reservation_id)
        .compile(),
    )
  const limits = ['state', 'held_until', 'own_limit'] as const
  const [countChange, updateLimits, updateSold] = [
    updateOf([]),
    updateOf(limits),
    updateOf([...limits, ...personColumns]),
  ]

  /** Makes changes of different reservations in one transaction; `addsRows`: a slot has lost its row by the restoration of a backup. */
  const changeTogether = async (
    changes: readonly Change[],
    kind: WriteKind,
    { skipsLocked = false, addsRows = false } = {},
  ): Promise<readonly Attempt[]> => {
    const record = await messages.recorder()
    const ids = [...new Set(changes.map(({ reservationId }) => reservationId))]
    const slots = [
      ...new Map(changes.flatMap(({ slots: all, keys }) => all.map((slot, n) => [keys[n]!, slot]))).values(),
    ]
    const { statements, lockedOf } = lockPlaces(slots, addsRows, skipsLocked)
    let drawn: Parameters<typeof findTakenCode>[1] = []
    return lockThenWrite<readonly unknown[], readonly Attempt[]>(
      {
        reads: [
          ...statements,
          // Locked after their slots: their data may be erased meanwhile, or all of them removed.
          (skipsLocked ? lockSkipping : lockWaiting)(ids),
          paymentsOf(ids),
          selectHeldBy(ids),
        ],
        decide: (rows) => {
          const locked = lockedOf(rows.slice(0, statements.length))
          const now = Instant(1_000 * locked.lockedAt)
          const [reservations, payments, held] = rows.slice(statements.length) as unknown as readonly [
            readonly ReservationRow[],
            readonly PaymentRow[],
            readonly HeldPlaces[],
          ]
          const stale = changes.flatMap((change) =>
            change.items.filter((_, n) => change.offers[n]!.revision !== locked.revisions.get(change.slots[n]!.offer)),
          )
          // Slots in which the reservation has no places any more. One that shares the transaction is not decided then.
          const heldByAll = placesBySlot(held)
          const missing = changes.length > 1 ? [] : slots.filter((slot) => !heldByAll.has(Slot.key(slot)))
          const decideAll = (ended: readonly HeldPlaces[], changed: ReadonlyMap<string, StoredOffer>) => {
            const endedHere = placesBySlot(ended)
            const decided = new Set<OrderId>()
            const made: Made[] = []
            const outcomes = changes.map((change): Attempt => {
              const { reservationId, items, keys, decide } = change
              const row = reservations.find(ofReservation(reservationId))
              if (row === undefined) return skipsLocked ? notDone : Reservation.notFound(reservationId)
              const own = held.filter(ofReservation(reservationId))
              const heldHere = placesBySlot(own)
              const isAlone = changes.length === 1
              if (decided.has(reservationId) || !keys.every((key) => isAlone || heldHere.has(key))) return notDone
              if (!keys.every((key) => locked.places.has(key))) return notDone
              decided.add(reservationId)
              const reservation = reservationOf(row, payments.filter(ofReservation(reservationId)))
              const outcome: ReservationChange | Refusal | undefined = decide(
                reservation,
                items.map((item, n) => {
                  const { event, openingHours, entryTimes, generalPrice } =
                    changed.get(offerKey(item)) ?? change.offers[n]!
                  const { capacity, sold, held: all } = locked.places.get(keys[n]!)!
                  const places = { capacity, sold, held: all - (endedHere.get(keys[n]!) ?? 0) }
                  return {
                    event,
                    openingHours,
                    entryTimes,
                    generalPrice,
                    places: heldHere.has(keys[n]!) ? undefined : places,
                  }
                }),
                now,
              )
              if (outcome === undefined) return reservation
              if (isRefusal(outcome)) return outcome
              const stored = { ...reservation, state: row.state }
              const after = Reservation.changed(stored, { ...outcome, isSold: outcome.sale !== undefined }, now)
              made.push({ ...outcome, before: reservation, after, own, ended: outcome.sale === undefined ? [] : ended })
              return { ...after, state: Reservation.stateOf(after, { now, isRemoved: row.is_removed === 1 }) }
            })
            drawn = made.flatMap(({ sale }) => sale?.tickets ?? [])
            return { outcome: outcomes, writes: writesOf(made, locked.lockedAt, record) }
          }
          if (missing.length === 0 && stale.length === 0) return decideAll([], new Map())
          const { statements: readOffers, offersOf } = offers.inTransaction(stale)
          return {
            readMore: [...readOffers, ...(missing.length > 0 ? [selectEnded(missing)] : [])],
            decide: (more) =>
              decideAll(
                missing.length > 0 ? (more.at(-1) as readonly HeldPlaces[]) : [],
                stale.length > 0 ? offersOf(more.slice(0, readOffers.length)) : new Map(),
              ),
          }
        },
        explain: async (error, tables) => {
          if (changes.length > 1 || engine.classifyError(error) !== 'duplicate' || drawn.length === 0) return undefined
          const taken = await findTakenCode(tables, drawn)
          return taken && [ConfirmationCode.taken(taken)]
        },
      },
      kind,
    )
  }
  /** The statements that store changes. */
  const writesOf = (made: readonly Made[], lockedAt: number, record: RecordMessages): readonly CompiledQuery[] => {
    if (made.length === 0) return []
    const sales = made.flatMap(({ sale }) => sale ?? [])
    const entries = made.flatMap(({ entry }) => entry ?? [])
    const freed = made.flatMap(({ after, own, ended }) => (after.state === 'held' ? [] : [...own, ...ended]))
    const taken = sumBySlot([...sales.flatMap(takenBy), ...givenBack(freed)])
    const refunds = made.flatMap(({ refund }) => refund ?? [])
    const questions = [
      ...made.flatMap(({ payment, ...change }) =>
        isPaymentNew(change)
          ? { type: 'payment.opened' as const, at: payment!.openedAt, paymentId: payment!.paymentId }
          : [],
      ),
      ...refunds.map(({ requestedAt: at, refundId }) => ({ type: 'refund.requested' as const, at, refundId })),
    ]
    return [
      ...(entries.length > 0 ? [compileAuditEntries(kysely, entries)] : []),
      ...(taken.length > 0 ? [takePlaces(taken)] : []),
      ...deleteHeldPlaces(freed),
      ...made.flatMap(({ before, after: { state, heldUntil, reservationId } }) =>
        state === 'held' && heldUntil !== before.heldUntil ? holdUntil(reservationId, heldUntil) : [],
      ),
      ...(sales.length > 0
        ? storeSales(
            sales.map((sale) => ({ ...sale, once: undefined })),
            lockedAt,
          )
        : []),
      ...(sales.length > 0 ? record.compile(() => sales.flatMap(messagesOf)) : []),
      ...(refunds.length > 0 ? record.compile(() => made.flatMap(returnMailOf)) : []),
      ...made.flatMap(({ payment, ...change }) =>
        payment === undefined ? [] : storePayment(kysely, payment, isPaymentNew(change)),
      ),
      ...refunds.map((refund) => storeRefund(kysely, refund)),
      ...(questions.length > 0 ? [recordQuestions(kysely, engine, questions)] : []),
      ...made.map(({ before, after: { reservationId, state, heldUntil, ownLimit }, sale }) => {
        const changed = {
          reservation_id: bytesOfUuid(reservationId),
          state,
          held_until: heldUntil,
          own_limit: ownLimit,
        }
        return sale === undefined ? updateLimits(changed) : updateSold({ ...changed, ...soldRowOf(before) })
      }),
    ]
  }
  /** The reservation of an unknown payment has no items, so no slots: only its payment can change. */
  const withoutSlots = (reservationId: OrderId, decide: DecideReservationChange<Refusal>) =>
    lockThenWrite<readonly unknown[], Changed>(
      {
        reads: [lockWaiting([reservationId]), paymentsOf([reservationId])],
        decide: (rows) => {
          const [[row], payments] = rows as unknown as readonly [readonly ReservationRow[], readonly PaymentRow[]]
          if (row === undefined) return { outcome: Reservation.notFound(reservationId), writes: [] }
          const found = reservationOf(row, payments)
          const decided: ReservationChange | Refusal | undefined = decide(found, [], found.heldUntil)
          if (decided === undefined || isRefusal(decided)) return { outcome: decided ?? found, writes: [] }
          const { payment, entry } = decided
          return {
            outcome: { ...found, payments: OnlinePayment.withChanged(found.payments, payment) },
            writes: [
              ...(entry === undefined ? [] : [compileAuditEntries(kysely, [entry])]),
              ...(payment === undefined ? [] : [storePayment(kysely, payment, false)]),
              countChange({ reservation_id: row.reservation_id }),
            ],
          }
        },
      },
      'idempotent',
    )
  const changeInQueue = slotQueue<Change, Attempt>(database, async (changes, kind) => {
    let outcomes = await changeTogether(changes, kind)
    if (changes.length === 1 && outcomes[0] === notDone)
      outcomes = await changeTogether(changes, kind, { addsRows: true })
    return outcomes
  })
  /** Changes at the same time share a transaction, as sales do; one that needs more than its held places is made alone. */
  const changeInGroup = groupedOrAlone<Change, Changed>(database, {
    group: (changes) =>
      new Set(changes.map(slotsText)).size === 1 && !lockQueue(database).isFull()
        ? changeInQueue(changes, 'never')
        : changeTogether(changes, 'never', { skipsLocked: true }),
    doAlone: async (change, kind) => {
      const [outcome] = await changeInQueue([change], kind)
      // Others have joined it: such an attempt is joined by none.
      return outcome === notDone ? ((await changeInQueue([change], 'outcomeUnknown')) as [Changed])[0] : outcome!
    },
    milliseconds: groupMilliseconds,
  })

  return {
    async add(wanted, decide) {
      const outcome: Reservation | Refusal = await reserve(wanted, decide)
      if (!isRefusal(outcome)) knownItems.set(outcome.reservationId, outcome.items)
      return outcome as Awaited<ReturnType<typeof reserve<never>>>
    },
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

    counts: () =>
      query(async (tables) => {
        const countAll = async (state: ReservationFilter['state']) =>
          Math.min(Page.maxCountedItems, await countItems(tables, matching(database, tables, { state })))
        const { places } = await tables
          .selectFrom('held_place')
          .select(({ fn }) => fn.sum<number | string | null>('places').as('places'))
          .where('expires_at', '>', nowInMilliseconds(engine))
          .executeTakeFirstOrThrow()
        const open = await tables
          .selectFrom('online_payment')
          .select('expires_at')
          .where('state', '=', 'open')
          .orderBy('opened_at')
          .limit(1)
          .executeTakeFirst()
        const sending = tables.selectFrom('online_refund').where('state', '=', 'sending')
        const refund = await sending.select('requested_at').orderBy('requested_at').limit(1).executeTakeFirst()
        return {
          held: await countAll('held'),
          attention: await countAll('attention'),
          places: Math.min(Page.maxCountedItems, Number(places)),
          ...(open !== undefined && { earliestEnd: open.expires_at }),
          sending: Math.min(Page.maxCountedItems, await countItems(tables, sending.select('refund_id'))),
          ...(refund !== undefined && { earliestRequest: refund.requested_at }),
        }
      }),

    async change<R extends Refusal>(reservationId: OrderId, decide: DecideReservationChange<R>) {
      const items = knownItems.get(reservationId) ?? (await find(reservationId))?.items
      if (items === undefined) return Reservation.notFound(reservationId)
      type Outcome = Reservation | R | Refusal<'reservation-not-found' | 'confirmation-code-taken'>
      if (items.length === 0) return (await withoutSlots(reservationId, decide)) as Outcome
      const current = offers.cached(items) ?? (await offers.read(items))
      const slots = items.map(({ quote }) => quote.slot)
      const wanted = { reservationId, items, decide, offers: current, slots, keys: slots.map(Slot.key) }
      const outcome = await changeInGroup({ ...wanted, size: items.reduce((sum, { quantity }) => sum + quantity, 0) })
      return outcome as Outcome
    },

    addUnknownPayment: (payment) =>
      write(async (tables) => {
        // Two servers may find it at the same time.
        await tables
          .insertInto('reservation')
          .values(reservationRowOf(Reservation.ofUnknownPayment(payment)))
          .modifyEnd(sql`${engine.onDuplicateKey} state = reservation.state`)
          .execute()
        await tables
          .insertInto('online_payment')
          .values(paymentRow(payment))
          .modifyEnd(sql`${engine.onDuplicateKey} state = online_payment.state`)
          .execute()
      }, 'idempotent'),

    unknownPayments: () =>
      query(async (tables) =>
        (
          await selectPayments(tables)
            .where('online_payment.state', '=', 'unknown')
            .where('attended_at', 'is', null)
            .limit(maxUnknownPayments)
            .execute()
        ).map(paymentOf),
      ),

    endUnknownPayment: (paymentId) =>
      write(async (tables) => {
        await tables
          .updateTable('online_payment')
          .set({ state: 'returned', needs_attention: 0 })
          .where('payment_id', '=', bytesOfUuid(paymentId))
          .where('state', '=', 'unknown')
          .execute()
      }, 'idempotent'),

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
  const payments = await selectPaymentsOf(
    tables,
    rows.map(({ reservation_id }) => reservation_id),
  ).execute()
  return rows.map((row) => reservationOf(row, payments.filter(ofReservation(uuidOfBytes(row.reservation_id)))))
}

/** The reservations that match. */
const matching = (
  { engine }: MuseumDatabase,
  tables: Kysely<MuseumTables>,
  { state, date, search }: ReservationFilter,
) =>
  selectReservations(tables, engine)
    .$call((all) => (state === 'attention' ? all.where(needsAttention(engine)) : heldOrEnded(engine, all, search)))
    .$call(
      whenGiven(date, (reservations, given) =>
        // An ended one has no held places any more.
        reservations.where(sql<boolean>`instr(items, ${`"ticketDate":"${given}"`}) > 0`),
      ),
    )
    .$call(whenGiven(search, (reservations, given) => reservations.where(isFoundBy(reservationSearch(given)))))

type OfReservation = ExpressionBuilder<MuseumTables, 'reservation'>

const isNumbered = (number: OrderNumber) =>
  sql<boolean>`substr(${sql.ref('reservation.reservation_id')}, -5) in (${sql.join(
    OrderNumber.endsOf(number).map((hex) => Buffer.from(hex, 'hex')),
  )})`

/** Whether a column has these digits, whatever stands between them. */
const hasDigits = (column: 'phone' | 'label', digits: string) => {
  const plain = Array.from(phoneSeparators).reduce(
    (text, separator) => sql<string>`replace(${text}, ${separator}, '')`,
    sql<string>`${sql.ref(column)}`,
  )
  return sql<boolean>`instr(${plain}, ${digits}) > 0`
}

const isFoundBy =
  ({ label, email, digits, number }: ReservationSearch) =>
  ({ or, eb }: OfReservation) =>
    or([
      sql<boolean>`instr(comparable_label, ${Buffer.from(label)}) > 0`,
      ...(email === undefined ? [] : [eb('email_hash', '=', emailHash(email))]),
      ...(digits === undefined ? [] : [hasDigits('phone', digits), hasDigits('label', digits)]),
      ...(number === undefined ? [] : [isNumbered(number)]),
    ])

/** Those whose places are held; where they are searched, also those that ended: see `ReservationFilter`. */
const heldOrEnded = (engine: Engine, all: ReturnType<typeof selectReservations>, search: string | undefined) => {
  const now = nowInMilliseconds(engine)
  if (search === undefined)
    return all
      .where('state', '=', 'held')
      .where('held_until', '>', now)
      .where((from) => from.not(isRemoved(from)))
  const { number } = reservationSearch(search)
  const endedSince = (milliseconds: number) => sql<Instant>`${now} - ${milliseconds}`
  return all
    .where('state', 'in', ['held', 'released'])
    .where('held_until', '>', endedSince(number === undefined ? millisecondsToErasure : millisecondsToRemoval))
    .where(({ or, and, eb, lit, selectFrom }) =>
      or([
        ...(number === undefined ? [] : [isNumbered(number)]),
        and([
          eb('held_until', '>', endedSince(millisecondsToErasure)),
          or([
            eb('state', '=', 'held'),
            eb(
              selectFrom('online_payment')
                // Not in the condition: a database may read all returned payments.
                .select(sql<number>`sum(online_payment.state = 'returned')`.as('returned'))
                .whereRef('online_payment.reservation_id', '=', 'reservation.reservation_id'),
              '>',
              lit(0),
            ),
          ]),
        ]),
      ]),
    )
}

const needsAttention = (engine: Engine) => (from: ExpressionBuilder<MuseumTables, 'reservation'>) =>
  from(
    'reservation.reservation_id',
    'in',
    from
      .selectFrom(({ selectFrom }) => {
        const returned = selectFrom('online_refund')
          .innerJoin('online_payment', 'online_payment.payment_id', 'online_refund.payment_id')
          .select('online_payment.reservation_id')
          .where('online_payment.state', '=', 'returned')
        // Each part has an index of its own.
        return selectFrom('online_payment')
          .select('reservation_id')
          .where('needs_attention', '=', 1)
          .where('attended_at', 'is', null)
          .union(
            selectFrom('online_payment')
              .select('reservation_id')
              .where('state', '=', 'open')
              .where('held_until', '<', sql<Instant>`${nowInMilliseconds(engine)} - ${OnlinePayment.undecidedAfter}`),
          )
          .union(returned.where('online_refund.state', '=', 'failed').where('attended_at', 'is', null))
          .union(
            returned
              .where('online_refund.state', '=', 'sending')
              .where('requested_at', '<', sql<Instant>`${nowInMilliseconds(engine)} - ${OnlinePayment.refundSlowAfter}`)
              .where(sql<boolean>`coalesce(attended_at, 0) < requested_at + ${OnlinePayment.refundSlowAfter}`),
          )
          .as('needing')
      })
      .select('needing.reservation_id'),
  )
