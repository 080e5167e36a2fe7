import type { ListedReservation, Reservation } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { OnDone } from '../shell/dialog-form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { AttendButton } from './attend-button.tsx'
import { Fact } from './fact.tsx'
import { returnStateNames } from './refund-state.tsx'
import { type ReservationNames, reservationName } from './reservation-names.ts'

type Item = Reservation['items'][number]

/** How many places items have. */
export const placesOf = (items: readonly Pick<Item, 'quantity'>[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

/** The tickets of an item, without their number. */
export const ItemText = ({ item, names }: Readonly<{ item: Item; names: ReservationNames }>) => {
  const { priceCategory = 'full', eventId } = item
  return (
    <>
      <bdi>{names.categories.get(priceCategory) ?? priceCategory}</bdi> ·{' '}
      <bdi>{eventId === undefined ? texts.value.shell.generalEntry : (names.events.get(eventId) ?? '–')}</bdi> ·{' '}
      {formats.value.visit(item)}
    </>
  )
}

/**
 * Says why a person must look at payments of a reservation, and by what the payment provider knows them; each can be marked as dealt
 * with, unless it is undecided.
 */
const Attention = ({
  reservationId,
  payments,
  onAttended,
}: Readonly<{
  reservationId: string
  payments: NonNullable<ListedReservation['attention']>
  onAttended: OnDone
}>) => {
  const words = till.value.reservations
  return (
    <ul class="stack">
      {payments.map(({ paymentId, reason, amount, currency, reference = paymentId }) => (
        <li key={paymentId} class="note note-warning">
          <p>
            {words.attentionReasons[reason]} <strong class="nowrap">{formats.value.moneyIn(amount, currency)}</strong>
          </p>
          <p>
            {words.atProvider}: <bdi class="code">{reference}</bdi>
          </p>
          {reason !== 'undecided' && (
            <div class="row screen-only">
              <AttendButton reservationId={reservationId} paymentId={paymentId} onDone={onAttended} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A reservation, with its payments that a person must look at, and what can be done with it as the children. */
export const ReservationCard = ({
  reservation,
  names,
  onAttended,
  children,
}: Readonly<{
  reservation: ListedReservation
  /** Called when one of its payments was marked as dealt with; absent for a reservation that has none. */
  onAttended?: OnDone
  names: ReservationNames
  children: ComponentChildren
}>) => {
  const {
    reservationId,
    attention,
    state,
    items,
    total,
    currency,
    heldUntil,
    email,
    phone,
    payment,
    createdAt,
    createdBy,
  } = reservation
  const { boxOffice, shell } = texts.value
  const words = till.value.reservations
  const { moneyIn, dateTime, number } = formats.value
  const id = useId()
  const places = placesOf(items)
  return (
    <article class="card stack" aria-labelledby={id}>
      <div class="apart">
        <h2 id={id}>
          <bdi>{reservationName(reservation)}</bdi>
        </h2>
        <span class="badge">{shell.places(places, number(places))}</span>
      </div>
      {onAttended !== undefined && attention !== undefined && (
        <Attention reservationId={reservationId} payments={attention} onAttended={onAttended} />
      )}
      <ul>
        {items.map((item, n) => (
          // The items of a reservation do not change.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={n}>
            <span class="nowrap">{number(item.quantity)} ×</span> <ItemText item={item} names={names} />
          </li>
        ))}
      </ul>
      <dl class="tiles">
        {state !== 'held' && <Fact name={boxOffice.refundState}>{words.states[state]}</Fact>}
        {(state === 'held' || state === 'expired') && <Fact name={words.until}>{dateTime(heldUntil)}</Fact>}
        <Fact name={boxOffice.total}>{moneyIn(total, currency)}</Fact>
        {payment?.state === 'returned' && (
          <Fact name={boxOffice.payment}>
            {moneyIn(payment.refund?.amount ?? payment.amount, currency)} ·{' '}
            {returnStateNames()[payment.refund?.state ?? 'settled']}
          </Fact>
        )}
        {email !== undefined && (
          <Fact name={words.contact}>
            <bdi>{email}</bdi> <bdi class="quiet">{phone}</bdi>
          </Fact>
        )}
        <Fact name={words.made}>
          {dateTime(createdAt)}
          {createdBy !== null && (
            <>
              {' · '}
              <bdi>{createdBy}</bdi>
            </>
          )}
        </Fact>
      </dl>
      <div class="row screen-only">{children}</div>
    </article>
  )
}
