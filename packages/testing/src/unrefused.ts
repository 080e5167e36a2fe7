import { type Refusal, isRefusal } from '@museum/domain'

/** What an operation returned. Throws an error for a refusal. */
export const unrefused = <Value>(outcome: Value): Exclude<Value, Refusal> => {
  if (isRefusal(outcome)) throw new Error(outcome.because)
  return outcome as Exclude<Value, Refusal>
}
