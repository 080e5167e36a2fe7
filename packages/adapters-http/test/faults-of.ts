import { expect } from '@jest/globals'
import { problemOf } from './problem-of.ts'

/** The place and the code of each fault of a response, which is expected to be 400 validation-failed. */
export const faultsOf = async (response: Response) => {
  const { status, slug, errors = [] } = await problemOf(response)
  expect([status, slug]).toEqual([400, 'validation-failed'])
  return errors.map(({ pointer, parameter, header, code }) => [pointer ?? parameter ?? header, code])
}
