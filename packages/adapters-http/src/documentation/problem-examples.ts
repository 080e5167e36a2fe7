import type { Route } from '../operation/route.ts'
import type { WireFault } from '../problems/fault-codes.ts'
import { problemRecord } from '../problems/problem-record.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'
import { detailOf } from '../problems/validation-failed.ts'
import { exampleRequestId } from './response-headers.ts'

const purchaseFaults: Partial<Record<ProblemSlug, WireFault>> = {
  'museum-closed': {
    pointer: '#/ticketDate',
    code: 'museum-closed',
    detail: 'must be a day on which the museum is open: it is closed on 2030-05-17',
  },
  'sold-out': {
    pointer: '#/ticketDate',
    code: 'sold-out',
    detail: 'must be a date with a place left: 2030-05-17 is sold out',
  },
}

const example = (slug: ProblemSlug, fault?: WireFault) => ({
  summary: problemTypes[slug].title,
  value: problemRecord(
    slug,
    exampleRequestId,
    fault === undefined ? problemTypes[slug].meaning : detailOf([fault]),
    fault && [fault],
  ),
})

// The examples of `validation-failed` are those of operations; the others are of paths and methods without an operation.
const withoutExample = new Set<ProblemSlug>(['validation-failed', 'not-found', 'method-not-allowed'])

/** An example of a problem record for each type that operations share. */
export const problemExamples = () =>
  (Object.keys(problemTypes) as ProblemSlug[])
    .filter((slug) => !withoutExample.has(slug))
    .map((slug) => [slug, example(slug, purchaseFaults[slug])] as const)

/** An example of `validation-failed` with a fault that such a request can have. */
export const validationExample = (request: Route['request']) => example('validation-failed', faultOf(request))

const faultOf = ({ params, query, body }: Route['request'] = {}): WireFault => {
  const [inPath] = Object.keys(params?.shape ?? {})
  if (inPath !== undefined)
    return {
      parameter: inPath,
      code: 'not-a-uuid',
      detail: 'must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case',
    }
  if (query !== undefined)
    return 'limit' in query.shape
      ? { parameter: 'limit', code: 'out-of-range', detail: 'must be from 1 to 100' }
      : {
          parameter: 'date',
          code: 'not-a-calendar-date',
          detail: 'must be a real date of the years 1970 to 9999, written YYYY-MM-DD',
        }
  return body === undefined
    ? { pointer: '#', code: 'broken-request', detail: 'The request is not HTTP as this server understands it.' }
    : { pointer: '#', code: 'not-json', detail: 'must be JSON' }
}
