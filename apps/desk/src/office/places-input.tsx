import { readCount } from '@museum/languages'
import { useId } from 'preact/hooks'
import { faultOfCount } from '../shell/typed.ts'

/** A number of places that was typed without a fault; null, not limited, for an empty text. */
export const placesOf = (text: string): number | null => (text.trim() === '' ? null : (readCount(text).value ?? null))

/**
 * A number of places, with what is wrong with it beside it. Such a text is not to be sent: see `focusUnread`. `missing`: what is
 * wrong with an empty text, if anything.
 */
export const PlacesInput = ({
  label,
  text,
  missing,
  disabled = false,
  onInput,
}: Readonly<{
  label: string
  text: string
  missing?: string | undefined
  disabled?: boolean
  onInput: (text: string) => void
}>) => {
  const id = useId()
  const fault = text.trim() === '' ? missing : faultOfCount(text)
  return (
    <>
      <input
        class="places-input"
        inputMode="numeric"
        autocomplete="off"
        aria-label={label}
        value={text}
        disabled={disabled}
        {...(fault !== undefined && { 'aria-invalid': true, 'aria-describedby': id })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {fault !== undefined && (
        <p id={id} class="fault">
          {fault}
        </p>
      )}
    </>
  )
}

/** Focuses the first number of places that cannot be read, if there is one. */
export const focusUnread = (parent: Element | null): boolean => {
  const unread = parent?.querySelector<HTMLElement>('.places-input[aria-invalid]')
  unread?.focus()
  return unread != null
}
