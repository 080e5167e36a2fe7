import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { attempt } from './attempt.ts'
import { formats, texts } from './languages.ts'
import { ProblemNote } from './problem-note.tsx'

/** What a component reads from the API. The last value stays while a newer one is read, also when that fails. */
export type Loaded<Value> = Readonly<{
  value: ReadonlySignal<Value | undefined>
  /** When the value was read. */
  readAt: ReadonlySignal<Date | undefined>
  isSlow: ReadonlySignal<boolean>
  error: ReadonlySignal<unknown>
  /** Reads it again. */
  reload: () => void
}>

/**
 * Reads a value, again when one of `inputs` changes, and every `seconds` while the page is visible. A read without an answer is
 * repeated.
 */
export const useLoaded = <Value,>(
  read: (signal: AbortSignal) => PromiseLike<Value>,
  inputs: readonly unknown[],
  { seconds }: Readonly<{ seconds?: number }> = {},
): Loaded<Value> => {
  const value = useSignal<Value | undefined>(undefined)
  const readAt = useSignal<Date | undefined>(undefined)
  const isSlow = useSignal(false)
  const error = useSignal<unknown>(undefined)
  const latest = useRef(read)
  latest.current = read
  const reload = useRef(() => {})
  useEffect(() => {
    let controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isReading = false
    const load = async () => {
      clearTimeout(timer)
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      isReading = true
      const onNoAnswer = () => (isSlow.value = true)
      try {
        const loaded = await attempt((each) => latest.current(each), { repeats: true, signal, onNoAnswer })
        if (signal.aborted) return
        value.value = loaded
        readAt.value = new Date()
        error.value = undefined
      } catch (failure) {
        if (signal.aborted) return
        error.value = failure
      }
      isReading = false
      isSlow.value = false
      if (seconds !== undefined && document.visibilityState === 'visible')
        timer = setTimeout(() => void load(), seconds * 1_000)
    }
    const onVisible = () => {
      if (seconds !== undefined && document.visibilityState === 'visible' && !isReading) void load()
    }
    reload.current = () => void load()
    document.addEventListener('visibilitychange', onVisible)
    void load()
    return () => {
      clearTimeout(timer)
      controller.abort()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, inputs)
  return { value, readAt, isSlow, error, reload: () => reload.current() }
}

/** Says that something is being loaded. */
export const Loading = () => (
  <p role="status" class="quiet loading">
    {texts.value.shell.loading}
  </p>
)

/** Shows what was read: that it is being read, the value, and that a newer one could not be read. */
export const Show = <Value,>({
  loaded,
  fields,
  children,
}: Readonly<{
  loaded: Loaded<Value>
  /** The places in the request that the page has a `Field` for: their faults are shown there. */
  fields?: readonly string[]
  children: (value: Value) => ComponentChildren
}>) => {
  const { shell } = texts.value
  const value = loaded.value.value
  const { value: readAt } = loaded.readAt
  const isSlow = loaded.isSlow.value
  return (
    <>
      <div role="status">
        {isSlow && (
          <p class="note note-warning">
            {shell.noAnswerYet} {readAt !== undefined && shell.asOf(formats.value.time(readAt))}
          </p>
        )}
        {value === undefined && !isSlow && loaded.error.value === undefined && (
          <p class="quiet loading">{shell.loading}</p>
        )}
      </div>
      {loaded.error.value !== undefined && <ProblemNote error={loaded.error.value} fields={fields} />}
      {value !== undefined && children(value)}
    </>
  )
}
