import { expect } from '@jest/globals'
import { Problem } from '../src/problems/problem-details.ts'

/** Parses the problem details of a response, and expects them to match its headers and status. */
export const problemOf = async (response: Response) => {
  const record = Problem.strict().parse(await response.json())
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(record.status).toBe(response.status)
  expect(record.instance).toBe(`urn:uuid:${response.headers.get('X-Request-Id')}`)
  return { ...record, slug: record.type.replace('/problems/', '') }
}

/** A problem in short: its status, its slug, and each fault as its place and its code. */
export const outcomeOf = async (response: Response) => {
  const { status, slug, errors = [] } = await problemOf(response)
  return [status, slug, errors.map(({ pointer, parameter, code }) => `${pointer ?? parameter} ${code}`)]
}

/** The place and the code of each fault of a response, which is expected to be 400 validation-failed. */
export const faultsOf = async (response: Response) => {
  const { status, slug, errors = [] } = await problemOf(response)
  expect([status, slug]).toEqual([400, 'validation-failed'])
  return errors.map(({ pointer, parameter, header, code }) => [pointer ?? parameter ?? header, code])
}
