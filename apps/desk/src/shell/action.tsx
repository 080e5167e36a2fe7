import { type ProblemType, isProblem } from '@museum/client'
import { type ReadonlySignal, batch, signal, useSignal } from '@preact/signals'
import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { attempt, isNoAnswer } from './attempt.ts'
import { texts } from './languages.ts'
import { ProblemNote } from './problem-note.tsx'

/**
 * Something that a user does and that takes time: its state is shown at once, and how it ended. While it is running, another
 * `run` does nothing.
 */
export type Action<Args extends readonly unknown[] = readonly [], Result = unknown> = Readonly<{
  /** Resolves with the result, or with `undefined` if the action failed, was cancelled or is running already. */
  run: (...args: Args) => Promise<Result | undefined>
  /** Ends an action that is running, and forgets one that has ended. What was sent may take effect. */
  reset: () => void
  state: ReadonlySignal<'idle' | 'running' | 'done' | 'failed'>
  /** Whether the action is running and has had no answer for 5 seconds. */
  isSlow: ReadonlySignal<boolean>
  /** Why the action failed. */
  error: ReadonlySignal<unknown>
  result: ReadonlySignal<Result | undefined>
}>

type Options = Readonly<{
  /** Whether it is sent again until there is an answer: only if it has no second effect, as a read or a keyed purchase. */
  repeats?: boolean
  /** Whether it signs in, so that refused credentials are its error. */
  isSignIn?: boolean
}>

const createAction = <Args extends readonly unknown[], Result>(
  work: (signal: AbortSignal, ...args: Args) => PromiseLike<Result>,
  { repeats = false, isSignIn = false }: Options = {},
): Action<Args, Result> => {
  const state = signal<'idle' | 'running' | 'done' | 'failed'>('idle')
  const isSlow = signal(false)
  const error = signal<unknown>(undefined)
  const result = signal<Result | undefined>(undefined)
  let controller = new AbortController()
  const end = (next: 'idle' | 'done' | 'failed', values: Readonly<{ error?: unknown; result?: Result }> = {}) =>
    batch(() => {
      state.value = next
      isSlow.value = false
      error.value = values.error
      result.value = values.result
    })
  return {
    state,
    isSlow,
    error,
    result,
    reset: () => {
      controller.abort(new DOMException('The action was cancelled', 'AbortError'))
      end('idle')
    },
    run: async (...args) => {
      if (state.peek() === 'running') return undefined
      const { signal } = (controller = new AbortController())
      batch(() => {
        state.value = 'running'
        error.value = undefined
        result.value = undefined
      })
      const onNoAnswer = () => (isSlow.value = true)
      try {
        const value = await attempt((each) => work(each, ...args), { repeats, isSignIn, signal, onNoAnswer })
        if (signal.aborted) return undefined
        end('done', { result: value })
        return value
      } catch (failure) {
        if (!signal.aborted) end('failed', { error: failure })
        return undefined
      }
    },
  }
}

/**
 * An action of a component. `work` gets a signal for its requests, which is aborted by `reset` only: an action goes on when its
 * component is gone.
 */
export const useAction = <Args extends readonly unknown[], Result>(
  work: (signal: AbortSignal, ...args: Args) => PromiseLike<Result>,
  options: Options = {},
): Action<Args, Result> => {
  const latest = useRef(work)
  latest.current = work
  return useMemo(() => createAction<Args, Result>((signal, ...args) => latest.current(signal, ...args), options), [])
}

/** Forgets that an action was done, when something is edited after it. */
export const forgetDone =
  ({ state, reset }: Pick<Action<never>, 'state' | 'reset'>) =>
  (): void => {
    if (state.peek() === 'done') reset()
  }

type AnyAction = Pick<Action<never>, 'state' | 'isSlow' | 'error'>

type Said = Readonly<{ sentence: string }> | undefined

/**
 * For actions whose buttons go when they are done: `<Done said={said} />` says what was done last. `saying` makes the `onDone` of a
 * dialog, which calls `onChange`.
 */
export const useDone = (onChange: () => void) => {
  const said = useSignal<Said>(undefined)
  const saying = (sentence: string) => (isDone: boolean) => {
    said.value = isDone ? { sentence } : undefined
    onChange()
  }
  return { said, saying }
}

export const Done = ({ said }: Readonly<{ said: ReadonlySignal<Said> }>) => {
  const note = useRef<HTMLParagraphElement>(null)
  // The button that had the focus goes, and may be far down in a list.
  useEffect(() => note.current?.focus(), [said.value])
  return (
    <div role="status" class="done">
      {said.value !== undefined && (
        <p ref={note} tabIndex={-1} class="note note-good">
          {said.value.sentence}
        </p>
      )}
    </div>
  )
}

/** A button that starts an action, or submits the form of one: it shows that the action is in progress. */
export const ActionButton = ({
  action,
  children,
  ...attributes
}: Readonly<{ action: AnyAction; children: ComponentChildren }> & ButtonHTMLAttributes) => {
  const isRunning = action.state.value === 'running'
  return (
    // Not disabled while the action is running: a disabled button loses the focus.
    <button type="submit" class="primary" {...attributes} aria-busy={isRunning}>
      {children}
    </button>
  )
}

/**
 * A button that runs `work`, then `onDone`, and below it what the action says; `done` when it is done.
 */
export const RunButton = <Result,>({
  work,
  onDone,
  done,
  repeats = false,
  children,
  ...attributes
}: Readonly<{
  work: (signal: AbortSignal) => PromiseLike<Result>
  onDone?: () => void
  done?: string
  repeats?: boolean
  children: ComponentChildren
}> &
  ButtonHTMLAttributes) => {
  const action = useAction((signal) => work(signal).then(onDone), { repeats })
  return (
    <div class="stack">
      <ActionButton {...attributes} action={action} type="button" class="" onClick={() => void action.run()}>
        {children}
      </ActionButton>
      <ActionStatus action={action} done={done} />
    </div>
  )
}

/**
 * What an action says: that it is in progress, that there is no answer yet, how it ended. `fields` are the places in the request
 * that the page has a `Field` for: their faults are shown there.
 */
export const ActionStatus = ({
  action,
  fields,
  done,
  instead,
  saidElsewhere,
}: Readonly<{
  action: AnyAction
  fields?: readonly string[] | undefined
  done?: ComponentChildren
  /** What is said instead of the problem's sentences. */
  instead?: ComponentChildren
  /** The problems about which the page has a note of its own. */
  saidElsewhere?: readonly ProblemType[] | undefined
}>) => {
  const { shell } = texts.value
  const state = action.state.value
  const error = action.error.value
  return (
    <div class="action-status">
      <div role="status">
        {state === 'running' && (
          <p class={action.isSlow.value ? 'note note-warning' : 'quiet'}>
            {action.isSlow.value ? shell.noAnswerYet : shell.inProgress}
          </p>
        )}
        {state === 'done' && done && <p class="note note-good">{done}</p>}
      </div>
      {state === 'failed' && !(isProblem(error) && saidElsewhere?.includes(error.type)) && (
        <ProblemNote error={error} fields={fields} instead={isNoAnswer(error) ? shell.noAnswer : instead} />
      )}
    </div>
  )
}
