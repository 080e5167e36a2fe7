import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Dialog } from '../shell/dialog.tsx'
import { office } from '../shell/languages.ts'
import { guardPage } from '../shell/router.ts'

type Values = () => readonly [typed: unknown, stored: unknown]

/** The forms that are shown. */
const forms = new Set<Values>()
const hasChanges = () =>
  [...forms].some((values) => {
    const [typed, stored] = values()
    return JSON.stringify(typed) !== JSON.stringify(stored)
  })

/** Has the user asked before the page is left while a form has what is not stored. `values` reads the signals with `peek`. */
export const useUnsaved = (values: Values): void => {
  const latest = useRef(values)
  latest.current = values
  useEffect(() => {
    const form: Values = () => latest.current()
    forms.add(form)
    return () => {
      forms.delete(form)
    }
  }, [])
}

/** The page is left, and what was typed is about something that is gone. */
export const forgetChanges = (): void => forms.clear()

/** Asks once before a page with changes that are not stored is left. */
export const UnsavedQuestion = () => {
  const { heading, explanation, leave, stay } = office.value.unsaved
  const asked = useSignal<(() => void) | undefined>(undefined)
  const close = () => (asked.value = undefined)
  useEffect(() => {
    const onUnload = (event: Event) => {
      if (hasChanges()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    const stop = guardPage((go) => {
      if (hasChanges()) asked.value = go
      else go()
    })
    return () => {
      removeEventListener('beforeunload', onUnload)
      stop()
    }
  }, [])
  const go = asked.value
  if (go === undefined) return null
  return (
    <Dialog heading={heading} onClose={close}>
      <p>{explanation}</p>
      <div class="row">
        <button type="button" autofocus onClick={close}>
          {stay}
        </button>
        <button
          type="button"
          class="danger"
          onClick={() => {
            close()
            go()
          }}
        >
          {leave}
        </button>
      </div>
    </Dialog>
  )
}
