import type { Signal } from '@preact/signals'
import { Field } from '../shell/form.tsx'
import { till } from '../shell/languages.ts'
import { faultsAt } from '../shell/problem-note.tsx'
import { signedIn } from '../shell/session.ts'
import { momentOf } from './until.ts'

const place = '#/until'
/** The pointer of its faults. */
export const untilPointers = [place]

/** The end of a reservation in a request. A time that cannot be read is sent as it is, so that the museum refuses it with the other faults. */
export const untilOf = (text: string): string => momentOf(text, signedIn().museum.timeZone) ?? text

/** The field for the end of a reservation, on the museum's clock. */
export const UntilField = ({ text, error }: Readonly<{ text: Signal<string>; error: unknown }>) => {
  const words = till.value.reservations
  const isUnread = momentOf(text.value, signedIn().museum.timeZone) === undefined
  return (
    <Field
      label={words.until}
      hint={words.untilHint}
      at={place}
      error={isUnread ? undefined : error}
      fault={isUnread && faultsAt(error, place).length > 0 ? words.untilMissing : undefined}
    >
      <input
        type="datetime-local"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
    </Field>
  )
}
