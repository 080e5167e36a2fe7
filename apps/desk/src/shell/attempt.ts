import { NoResponseError, UnexpectedResponseError, isProblem } from '@museum/client'
import { loadProblemSentences } from './languages.ts'
import { isUnauthorized, session, signedInAgain } from './session.ts'

/** After this time without a response, `onNoAnswer` is called. */
const slowMilliseconds = 5_000
const pauseMilliseconds = 2_000

/** Whether there was no response of the API: it cannot be reached, or cannot reach its database, at the moment. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof NoResponseError ||
  (error instanceof UnexpectedResponseError && [502, 503, 504].includes(error.status)) ||
  (isProblem(error) && ([502, 503, 504].includes(error.status) || isProblem(error, 'request-in-progress')))

/**
 * Sends what `send` sends, until there is an answer. A request that was refused since its credentials were, is sent again when
 * the same user has signed in again, unless it is the sign-in itself. With `repeats`, so is one without an answer, each two seconds:
 * only what has no second effect may repeat. `onNoAnswer` is called when an answer takes long. Rejects with the error of the request,
 * or the reason of the signal.
 */
export const attempt = async <Result>(
  send: (signal: AbortSignal) => PromiseLike<Result>,
  {
    repeats,
    isSignIn = false,
    signal,
    onNoAnswer,
  }: Readonly<{ repeats: boolean; isSignIn?: boolean; signal: AbortSignal; onNoAnswer: () => void }>,
): Promise<Result> => {
  const username = isSignIn ? undefined : session.peek()?.credentials.username
  const slow = setTimeout(() => {
    if (!signal.aborted) onNoAnswer()
  }, slowMilliseconds)
  try {
    for (;;)
      try {
        return await send(signal)
      } catch (error) {
        signal.throwIfAborted()
        if (username !== undefined && isUnauthorized(error)) await signedInAgain(username, signal)
        else if (repeats && isNoAnswer(error)) {
          onNoAnswer()
          await pause(signal)
        } else {
          if (isProblem(error)) await Promise.race([loadProblemSentences().catch(() => undefined), pause(signal)])
          throw error
        }
      }
  } finally {
    clearTimeout(slow)
  }
}

/** Waits two seconds, or until the network is back. Rejects with the reason of the signal. */
const pause = async (signal: AbortSignal): Promise<void> => {
  const ended = new AbortController()
  await new Promise<unknown>((resolve) => {
    setTimeout(resolve, pauseMilliseconds)
    addEventListener('online', resolve, { signal: ended.signal })
    signal.addEventListener('abort', resolve, { signal: ended.signal })
  })
  ended.abort()
  signal.throwIfAborted()
}
