import type { Signal } from '@preact/signals'

/**
 * The input of an e-mail address, with the attributes of its field. It has not the type `email`, in which Chromium replaces `straße.example` by `strasse.example`,
 * a domain of another owner.
 */
export const EmailInput = ({ email, ...attributes }: Readonly<{ email: Signal<string> }>) => (
  <input
    {...attributes}
    type="text"
    inputMode="email"
    autocapitalize="none"
    autocomplete="off"
    spellcheck={false}
    value={email.value}
    onInput={({ currentTarget }) => (email.value = currentTarget.value)}
  />
)
