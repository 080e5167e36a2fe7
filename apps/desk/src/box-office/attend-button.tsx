import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { DialogForm, type OnDone } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { till } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'

/** Records that a payment that needs a person was dealt with, with a note. A repetition has no second effect. */
export const AttendButton = ({
  reservationId,
  paymentId,
  onDone,
}: Readonly<{ reservationId: string; paymentId: string; onDone: OnDone }>) => {
  const words = till.value.reservations
  const note = useSignal('')
  const action = useAction(
    async (signal) => {
      const fields = { paymentId, ...givenValues({ note: note.peek().trim() }) }
      await signedIn().client.attendToPayment(reservationId, fields, { signal })
      return true as const
    },
    { repeats: true },
  )
  return (
    <DialogForm
      label={words.markDealtWith}
      opener={words.dealtWith}
      action={action}
      fields={['#/note']}
      onDone={onDone}
    >
      <p>{words.dealtWithExplanation}</p>
      <Field label={words.note} hint={words.noteHint} at="#/note" error={action.error.value}>
        <input
          autocomplete="off"
          value={note.value}
          onInput={({ currentTarget }) => (note.value = currentTarget.value)}
        />
      </Field>
    </DialogForm>
  )
}
