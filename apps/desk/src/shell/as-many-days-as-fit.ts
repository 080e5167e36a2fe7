import { isProblem } from '@museum/client'

/**
 * Reads so many days, or half as many until the museum can answer: a response has at most 10,000 rows, and there may be thousands
 * of events a day.
 */
export const asManyDaysAsFit = async <Result>(
  days: number,
  read: (days: number) => Promise<Result>,
): Promise<Result> => {
  try {
    return await read(days)
  } catch (error) {
    if (days === 1 || !isProblem(error, 'too-many-rows')) throw error
    return asManyDaysAsFit(Math.floor(days / 2), read)
  }
}
