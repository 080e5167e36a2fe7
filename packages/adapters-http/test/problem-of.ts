import { expect } from '@jest/globals'
import { Problem } from '../src/problems/problem-record.ts'

/** Parses the problem record of a response, and expects its headers and its status to match the response. */
export const problemOf = async (response: Response) => {
  const record = Problem.strict().parse(await response.json())
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(record.status).toBe(response.status)
  expect(record.instance).toBe(`urn:uuid:${response.headers.get('X-Request-Id')}`)
  return { ...record, slug: record.type.replace('/problems/', '') }
}
