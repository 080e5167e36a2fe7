import { isProblem } from '@museum/client'
import { isolated } from '@museum/languages'
import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type Action, useAction } from '../shell/action.tsx'
import { clock } from '../shell/clock.ts'
import { formats, texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { type PendingRequest, type PendingRequests, isRepeatable } from './pending-requests.ts'

/**
 * Whether the museum has refused a request, which has a key. After any other error it may have taken effect, also after 429: then
 * the museum has not looked whether an earlier request has.
 */
const isRefusal = (error: unknown) =>
  isProblem(error) && error.idempotencyKey !== undefined && error.status < 500 && error.status !== 429
/** `crypto.randomUUID` does not exist on pages without HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The requests of one kind that a page sends, and those without a known outcome. */
type KeyedRequest<Pending extends PendingRequest> = Readonly<{
  action: Action<readonly [Pending]>
  /** Sends a new request with these members. */
  start: (body: Omit<Pending, keyof PendingRequest>) => void
  /** Whether an earlier request may have taken effect: another one, under another key, could do the same again. */
  isUnresolved: () => boolean
  pending: ReadonlySignal<readonly Pending[]>
  damaged: ReadonlySignal<readonly string[]>
  /** The request that this user may still ask for, and whether it is one from before. */
  own: () => Pending | undefined
  isFromBefore: (pending: Pending) => boolean
  ask: (pending: Pending) => void
  forget: (key: Pick<PendingRequest, 'idempotencyKey'>) => void
}>

/**
 * Sends requests with an Idempotency-Key. Each is stored before it is sent, and sent under the same key until its outcome is known, also
 * after a reload: so nothing takes effect twice, and a request without a response is not lost. When the museum may have forgotten the
 * key, it is not sent again, and `onTooOld` is called.
 */
export const useKeyedRequest = <Pending extends PendingRequest, Result>({
  requests,
  send,
  onDone,
  onTooOld,
}: Readonly<{
  requests: PendingRequests<Pending>
  send: (pending: Pending, options: Readonly<{ idempotencyKey: string; signal: AbortSignal }>) => PromiseLike<Result>
  onDone: (result: Result, pending: Pending) => void
  onTooOld: () => void
}>): KeyedRequest<Pending> => {
  const { username } = signedIn().museum.user
  const pending = useSignal(requests.all())
  const damaged = useSignal(requests.damaged())
  const unsent = useRef<Pending | undefined>(undefined)
  const sentHere = useRef(new Set<string>())
  const action = useAction(
    async (signal, request: Pending) => {
      // Stored once: a sign-out in another tab may have erased data of it since.
      if (unsent.current === request) requests.store(request)
      // Each response tells the time of the museum. This device may have slept, or its clock may have been set.
      else await signedIn().client.getMuseum({ signal })
      unsent.current = undefined
      if (!isRepeatable(request)) throw new Error('The museum may have forgotten the key of the request.')
      return { value: await send(request, { idempotencyKey: request.idempotencyKey, signal }) }
    },
    { repeats: true },
  )
  const ask = async (request: Pending) => {
    const result = await action.run(request)
    if (result !== undefined || isRefusal(action.error.peek())) requests.erase(request)
    else if (!isRepeatable(request)) onTooOld()
    pending.value = requests.all()
    if (result !== undefined) onDone(result.value, request)
  }
  const own = () => pending.value.find((each) => each.username === username && isRepeatable(each))
  useEffect(() => {
    // A request from before a reload.
    const request = own()
    if (request !== undefined && action.state.peek() === 'idle') void ask(request)
  }, [])
  return {
    action,
    start: (body) => {
      const idempotencyKey = newKey()
      sentHere.current.add(idempotencyKey)
      const request = { username, idempotencyKey, sentAt: new Date(clock.now()).toISOString(), ...body } as Pending
      unsent.current = request
      void ask(request)
    },
    isUnresolved: () => own() !== undefined && action.state.value === 'failed',
    pending,
    damaged,
    own,
    isFromBefore: ({ idempotencyKey }) => !sentHere.current.has(idempotencyKey) || action.state.value === 'failed',
    ask: (request) => void ask(request),
    forget: (key) => {
      requests.erase(key)
      pending.value = requests.all()
      damaged.value = requests.damaged()
    },
  }
}

/** Says that the outcome of a request is not known. With `onForget`, staff say that they have found out. */
const UnresolvedNote = ({ onForget, children }: Readonly<{ onForget?: () => void; children: ComponentChildren }>) => (
  <div class="note note-warning">
    <p>{children}</p>
    {onForget !== undefined && (
      <button type="button" onClick={onForget}>
        {texts.value.boxOffice.forget}
      </button>
    )}
  </div>
)

/**
 * The requests without a known outcome: those of other users, those that cannot be sent again, which `lost` describes, and the one that
 * the museum is asked about.
 */
export const UnresolvedRequests = <Pending extends PendingRequest>({
  requests: { action, pending, damaged, own, isFromBefore, ask, forget },
  asking,
  ofOther,
  lost,
  unreadable,
}: Readonly<{
  requests: KeyedRequest<Pending>
  asking: string
  ofOther: (username: string, time: string) => string
  lost: (pending: Pending, time: string) => string
  unreadable: string
}>) => {
  const { boxOffice: words } = texts.value
  const { dateTime } = formats.value
  const { username: user } = signedIn().museum.user
  const asked = own()
  return (
    <>
      {pending.value
        .filter((each) => each.username !== user || !isRepeatable(each))
        .map((each) =>
          isRepeatable(each) ? (
            <UnresolvedNote key={each.idempotencyKey}>
              {ofOther(isolated(each.username), dateTime(each.sentAt))}
            </UnresolvedNote>
          ) : (
            <UnresolvedNote key={each.idempotencyKey} onForget={() => forget(each)}>
              {lost(each, dateTime(each.sentAt))}
            </UnresolvedNote>
          ),
        )}
      {damaged.value.map((idempotencyKey) => (
        <UnresolvedNote key={idempotencyKey} onForget={() => forget({ idempotencyKey })}>
          {unreadable}
        </UnresolvedNote>
      ))}
      {asked !== undefined && isFromBefore(asked) && (
        <div class="note note-warning">
          <p>{asking}</p>
          {action.state.value === 'failed' && (
            <div class="row">
              <button type="button" onClick={() => ask(asked)}>
                {words.askAgain}
              </button>
              <button type="button" class="plain" onClick={() => forget(asked)}>
                {words.forget}
              </button>
            </div>
          )}
        </div>
      )}
    </>
  )
}
