import type { Reservation } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useAction } from '../shell/action.tsx'
import { DialogForm, type OnDone, useDialog } from '../shell/dialog-form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { QuestionDialog } from '../shell/question-dialog.tsx'
import { hrefOf } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { reservationName } from './reservation-names.ts'
import { placesOf } from './reservation-card.tsx'
import { UntilField, untilOf, untilPointers } from './until-field.tsx'
import { localTime } from './until.ts'

/** Holds the places until another time; those of a reservation without a given end, for some minutes. A repetition has no second effect. */
export const ExtendButton = ({ reservation, onDone }: Readonly<{ reservation: Reservation; onDone: OnDone }>) => {
  const words = till.value.reservations
  const { reservationId, until: end, heldUntil } = reservation
  const text = useSignal(localTime(heldUntil, signedIn().museum.timeZone))
  const action = useAction(
    (signal) =>
      signedIn()
        .client.extendReservation(reservationId, end === undefined ? {} : { until: untilOf(text.peek()) }, { signal })
        .then(() => true as const),
    { repeats: true },
  )
  return (
    <DialogForm label={words.extend} action={action} fields={untilPointers} onDone={onDone}>
      {end === undefined ? <p>{words.extendExplanation}</p> : <UntilField text={text} error={action.error.value} />}
    </DialogForm>
  )
}

/** Sends the link by which the purchaser of a reservation pays online. */
export const MailReservationButton = ({
  reservation: { reservationId, email },
  onDone,
}: Readonly<{ reservation: Reservation; onDone: OnDone }>) => {
  const words = till.value.reservations
  const action = useAction((signal) =>
    signedIn()
      .client.mailReservation(reservationId, { signal })
      .then(() => true as const),
  )
  return (
    <DialogForm label={words.mail} action={action} fields={[]} onDone={onDone}>
      <p>{words.mailExplanation}</p>
      <p>
        <strong>
          <bdi>{email}</bdi>
        </strong>
      </p>
    </DialogForm>
  )
}

/**
 * Asks, and gives the places of a reservation back. A repetition has no second effect. `onSold` is called where the reservation was
 * sold before: then it stays sold.
 */
export const ReleaseButton = ({
  reservation,
  text = till.value.reservations.release,
  onDone,
  onSold,
}: Readonly<{
  reservation: Reservation
  /** The text of the button. */
  text?: string
  onDone: OnDone
  onSold: () => void
}>) => {
  const words = till.value.reservations
  const { reservationId, items } = reservation
  const { shell } = texts.value
  const isSold = useRef(false)
  const action = useAction(
    async (signal) => {
      const { state } = await signedIn().client.releaseReservation(reservationId, { signal })
      isSold.current = state === 'sold'
      return true as const
    },
    { repeats: true },
  )
  const { isOpen, close, submit } = useDialog(action, (isDone) => {
    if (isDone && isSold.current) onSold()
    else onDone(isDone)
  })
  const places = placesOf(items)
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {text}
      </button>
      {isOpen.value && (
        <QuestionDialog
          heading={text}
          action={action}
          question={
            <>
              <p>
                <strong>
                  <bdi>{reservationName(reservation)}</bdi>: {shell.places(places, formats.value.number(places))}
                </strong>
              </p>
              <p>{words.releaseExplanation}</p>
            </>
          }
          onConfirm={() => void submit()}
          onClose={close}
        />
      )}
    </>
  )
}

/** Says that a reservation was sold before, and leads to its order. */
export const SoldBefore = ({ orderId }: Readonly<{ orderId: string }>) => {
  const words = till.value.reservations
  const link = useRef<HTMLAnchorElement>(null)
  // The list may be long.
  useEffect(() => link.current?.focus(), [orderId])
  return (
    <div role="alert" class="note note-warning">
      <p>{words.soldBefore}</p>
      <a ref={link} href={hrefOf(['box-office', 'find'], { search: orderId })}>
        {words.showOrder}
      </a>
    </div>
  )
}
