import { Unavailable } from '@museum/application'

/** The milliseconds within which a provider answers, half a second less than the port permits. */
export const patience = 3_500

/** What `work` returns. Throws `Unavailable` with this message when that takes longer than the limit; the work then goes on. */
export const withinLimit = async <Result>(
  work: Promise<Result>,
  message: string,
  milliseconds = patience,
): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Unavailable(message)), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
