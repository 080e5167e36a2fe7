import type { Signal } from '@preact/signals'

/**
 * The input of an e-mail address, with the attributes of its field. It has not the type `email`, in which Chromium replaces `straße.example` by `strasse.example`,
 * a domain of another owner.
 */
export const EmailInput = ({ email, ...attributes }: Readonly<{ email: Signal<string>; onChange?: () => void }>) => (
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

/** Whether a text may be an address, or is empty: what is wrong with it in detail, the museum says. */
export const isAddress = (text: string): boolean =>
  text.trim() === '' || (/^[^\s@]+@[^\s@]+$/.test(text.trim()) && text.slice(text.indexOf('@')).includes('.'))
