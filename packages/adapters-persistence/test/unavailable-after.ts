import { expect } from '@jest/globals'
import { Unavailable } from '@museum/application'

/** Expects that a call throws `Unavailable`, and returns after how many milliseconds it did. */
export const unavailableAfter = async (call: Promise<unknown>): Promise<number> => {
  const start = performance.now()
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Unavailable)
  return performance.now() - start
}
