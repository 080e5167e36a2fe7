import type { OrderConfirmation, Reservation } from '@museum/client'
import { isolated, readCount } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { hundredths } from '../shell/amounts.ts'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { faultOfCount } from '../shell/typed.ts'
import { nameOfMethod } from './payment-method.ts'
import { ItemText } from './reservation-card.tsx'
import { type ReservationNames, reservationName } from './reservation-names.ts'
import { atTill } from './till.ts'

/** The order that a reservation has become, with its payment method; `isNew` unless it was sold before. */
type Sold = Readonly<{ order: OrderConfirmation; method: string; isNew: boolean }>

/**
 * Asks how many have come for each item and how they pay, and sells the reservation at the reserved prices. A repetition sells nothing
 * more.
 */
export const SellReservation = ({
  reservation,
  names,
  onSold,
  onClose,
}: Readonly<{
  reservation: Reservation
  names: ReservationNames
  onSold: (sold: Sold) => void
  onClose: () => void
}>) => {
  const { reservationId, items, currency } = reservation
  const { shell } = texts.value
  const words = till.value.reservations
  const { moneyIn, number } = formats.value
  const { paymentMethods } = signedIn().museum
  /** What is typed for each item. */
  const typed = useSignal<readonly string[]>(items.map(({ quantity }) => String(quantity)))
  const payment = useRef<HTMLDivElement>(null)
  /** Whether a payment method was pressed: an empty field is a fault from then on, and not while a number is typed. */
  const isPressed = useSignal(false)
  const rows = items.map((item, n) => {
    const text = typed.value[n]!
    const { value: quantity = 0 } = readCount(text)
    const tooMany = quantity > item.quantity ? words.atMostReserved(number(item.quantity)) : undefined
    return {
      item,
      text,
      quantity,
      fault: (text.trim() === '' && !isPressed.value ? undefined : faultOfCount(text)) ?? tooMany,
    }
  })
  const total = rows.reduce((sum, { item, quantity }) => sum + quantity * hundredths(item.price), 0) / 100
  const action = useAction(
    async (signal, method: string) => {
      const sale = {
        quantities: rows.map(({ quantity }) => quantity),
        total,
        payment: { method },
        ...atTill(),
      }
      const { data, response } = await signedIn().client.sellReservation(reservationId, sale, { signal }).withResponse()
      return { order: data!, method, isNew: response.status === 201 }
    },
    { repeats: true },
  )
  const sell = async (form: HTMLFormElement | null, method: string) => {
    // A number that cannot be read, or is too large, is no number of tickets.
    const faulty = rows.some(({ text, fault }) => fault !== undefined || text.trim() === '')
    isPressed.value = true
    if (faulty) {
      // Once the faults are shown.
      setTimeout(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    const sold = await action.run(method)
    if (sold !== undefined) onSold(sold)
  }
  // What was sent cannot be taken back. Without an answer the user may go on.
  const mayClose = action.state.value !== 'running' || action.isSlow.value
  const close = () => {
    action.reset()
    onClose()
  }
  return (
    <Dialog heading={words.sellHeading(isolated(reservationName(reservation)))} {...(mayClose && { onClose: close })}>
      <Form
        action={action}
        class="stack"
        onSubmit={() => undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          // Enter in a field goes to the payment, and does not sell at once.
          event.preventDefault()
          payment.current?.querySelector('button')?.focus()
        }}
      >
        <p>{words.howManyCame}</p>
        {rows.map(({ item, text, fault }, n) => (
          <Field
            // The items of a reservation do not change.
            // oxlint-disable-next-line react/no-array-index-key
            key={n}
            label={<ItemText item={item} names={names} />}
            hint={words.ofReserved(number(item.quantity))}
            at={`#/quantities/${n}`}
            error={fault === undefined ? action.error.value : undefined}
            fault={fault}
          >
            <input
              class="number"
              inputMode="numeric"
              autocomplete="off"
              value={text}
              onInput={({ currentTarget }) =>
                (typed.value = typed.value.map((each, m) => (m === n ? currentTarget.value : each)))
              }
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </Field>
        ))}
        <ActionStatus action={action} fields={items.map((_, n) => `#/quantities/${n}`)} />
        <div class="row payment" ref={payment}>
          {paymentMethods.map((method) => (
            <ActionButton
              key={method}
              action={action}
              type="button"
              class="primary large"
              disabled={rows.every(({ quantity }) => quantity === 0)}
              onClick={({ currentTarget }) => void sell(currentTarget.form, method)}
            >
              {nameOfMethod(method)} <span class="nowrap">{moneyIn(total, currency)}</span>
            </ActionButton>
          ))}
        </div>
        <div>
          <button type="button" class="plain" aria-disabled={!mayClose} onClick={() => mayClose && close()}>
            {shell.close}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}
