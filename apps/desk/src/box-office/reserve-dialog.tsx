import type { ReservationFields } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Action, ActionButton, ActionStatus } from '../shell/action.tsx'
import { clock } from '../shell/clock.ts'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { EmailInput } from './email-input.tsx'
import type { Purchaser } from './open-sale.ts'
import { type Line, saleItems, saleTotal } from './sale.ts'
import { UntilField, untilOf, untilPointers } from './until-field.tsx'
import { usualEnd } from './until.ts'

const pointers = ['#/label', ...untilPointers, '#/email', '#/phone']

/** Asks for whom, and until when, the places of a sale are held. */
export const ReserveDialog = ({
  lines,
  purchaser: { email, phone, label, until: typedUntil },
  action,
  onReserve,
  onClose,
}: Readonly<{
  lines: readonly Line[]
  purchaser: Purchaser
  action: Pick<Action<never>, 'state' | 'isSlow' | 'error'>
  onReserve: (reservation: ReservationFields) => void
  onClose: () => void
}>) => {
  const { boxOffice, shell } = texts.value
  const words = till.value.reservations
  const { money, number } = formats.value
  const { today, timeZone } = signedIn().museum
  const lastDate = lines
    .map(({ offer }) => offer.date)
    .toSorted()
    .at(-1)
  const usual = usualEnd(lastDate ?? today, { now: clock.now(), timeZone })
  const until = useSignal(typedUntil.peek() || usual)
  useEffect(
    () => () => {
      // Of other tickets, the usual end is another one.
      typedUntil.value = until.peek() === usual ? '' : until.peek()
    },
    [],
  )
  const places = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = saleTotal(lines) / 100
  const error = action.error.value
  // What was sent may take effect. Without an answer the page goes on asking.
  const mayClose = action.state.value !== 'running' || action.isSlow.value
  const labelInput = useRef<HTMLInputElement>(null)
  /** Whether the reservation was sent, or tried to be, without anything to call it by. */
  const isUnnamed = useSignal(false)
  const reserve = () => {
    const typed = { label: label.peek().trim(), email: email.peek().trim(), phone: phone.peek().trim() }
    // The museum keeps a phone number with an e-mail address only.
    const named =
      typed.email === '' ? { label: [typed.label, typed.phone].filter((text) => text !== '').join(' · ') } : typed
    const fields = givenValues(named)
    isUnnamed.value = Object.keys(fields).length === 0
    if (isUnnamed.value) labelInput.current?.focus()
    else onReserve({ items: saleItems(lines), total, until: untilOf(until.peek()), ...fields })
  }
  return (
    <Dialog heading={words.reservePlaces} {...(mayClose && { onClose })}>
      <Form action={action} class="stack" onSubmit={reserve}>
        <p>
          {shell.places(places, number(places))} · {money(total)}
        </p>
        <Field
          label={words.label}
          hint={words.labelHint}
          at="#/label"
          error={error}
          fault={isUnnamed.value ? words.labelMissing : undefined}
        >
          <input
            ref={labelInput}
            autofocus
            dir="auto"
            autocomplete="off"
            value={label.value}
            onInput={({ currentTarget }) => (label.value = currentTarget.value)}
          />
        </Field>
        <UntilField text={until} error={error} />
        <Field label={boxOffice.email} at="#/email" error={error}>
          <EmailInput email={email} />
        </Field>
        <Field label={words.phone} hint={words.phoneHint} at="#/phone" error={error}>
          <input
            type="tel"
            autocomplete="off"
            value={phone.value}
            onInput={({ currentTarget }) => (phone.value = currentTarget.value)}
          />
        </Field>
        <ActionStatus action={action} fields={pointers} />
        <div class="row">
          <ActionButton action={action}>{words.reservePlaces}</ActionButton>
          <button type="button" class="plain" aria-disabled={!mayClose} onClick={() => mayClose && onClose()}>
            {shell.close}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}
