import { problemOf } from './problem-of.ts'

/** A problem in short: its status, its slug, and each fault as its place and its code. */
export const outcomeOf = async (response: Response) => {
  const { status, slug, errors = [] } = await problemOf(response)
  return [status, slug, errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`)]
}
