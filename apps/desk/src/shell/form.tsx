import { type ComponentChildren, type FormHTMLAttributes, type VNode, cloneElement } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Action } from './action.tsx'
import { faultSentences, faultsAt } from './problem-note.tsx'

/** A form that runs an action. When it fails, the first field with a fault gets the focus. */
export const Form = ({
  action,
  onSubmit,
  children,
  ...attributes
}: Readonly<{ action: Pick<Action<never>, 'state'>; onSubmit: () => unknown; children: ComponentChildren }> &
  Omit<FormHTMLAttributes, 'action' | 'onSubmit'>) => {
  const form = useRef<HTMLFormElement>(null)
  const state = action.state.value
  useLayoutEffect(() => {
    if (state === 'failed') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [state])
  return (
    <form
      {...attributes}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/**
 * A label with its input, a hint, and the faults: those that the problem `error` has at the place `at` of the request, such as
 * `#/email`, and `fault`, which the page has found. The input gets the attributes that connect it with these.
 */
export const Field = ({
  label,
  hint,
  at,
  error,
  fault,
  children,
}: Readonly<{
  label: ComponentChildren
  hint?: ComponentChildren
  at?: string
  error?: unknown
  fault?: string | undefined
  children: VNode
}>) => {
  const id = useId()
  const faults = at === undefined ? [] : [...faultSentences(faultsAt(error, at))]
  if (fault !== undefined) faults.push(fault)
  const described = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        ...(described !== '' && { 'aria-describedby': described }),
        ...(faults.length > 0 && { 'aria-invalid': true }),
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {faults.length > 0 && (
        <p id={`${id}-fault`} class="fault">
          {faults.join(' ')}
        </p>
      )}
    </div>
  )
}
