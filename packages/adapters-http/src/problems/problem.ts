import { ClientGone, OutcomeUnknown, SaleOutcomeUnknown, Unavailable } from '@museum/application'
import type { FaultValues, MemberFault, Refusal } from '@museum/domain'
import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { type TypedResponse, noStore, respond } from '../operation/response.ts'
import { requestPath } from '../paths.ts'
import type { FaultPlace, WireFault } from './fault-codes.ts'
import { type Problem, type SoldTickets, problemDetails } from './problem-details.ts'
import { type ProblemSlug, type StatusOf, problemTypes } from './problem-types.ts'

/** An error response with problem details of this type, and the type's status. */
export const problem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  slug: Slug,
  detail: string,
  {
    errors,
    values,
    tickets,
    headers,
  }: {
    errors?: readonly WireFault[]
    values?: FaultValues | undefined
    tickets?: SoldTickets
    headers?: Record<string, string>
  } = {},
): TypedResponse<StatusOf<Slug>, Problem> => {
  const details = problemDetails(slug, c.get('requestId'), detail, errors, c.get('mountPath'))
  const record: Problem = { ...details, ...(values && { values }), ...(tickets && { tickets }) }
  return respond<StatusOf<Slug>, Problem>(c, JSON.stringify(record), problemTypes[slug].status, {
    ...problemType,
    ...noStore,
    ...headers,
  })
}
const problemType = { 'Content-Type': 'application/problem+json' }

/** Whether a response has problem details. */
export const isProblem = ({ headers }: Response): boolean => headers.get('Content-Type') === problemType['Content-Type']

/**
 * The response to a refusal, whose faults are in the query of a GET and in the body of every other request. Only this file turns
 * refusals into statuses.
 */
export const toProblem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  refusal: Refusal<Slug>,
): TypedResponse<StatusOf<Slug>, Problem> => {
  const { refusal: slug, because, values, retryAfter = slug === 'request-in-progress' ? 1 : undefined } = refusal
  // `errors` is empty for a report with too many rows.
  const { faults = slug === 'too-many-rows' ? [] : undefined } = refusal
  const isInQuery = c.req.method === 'GET'
  return problem(c, slug, because, {
    values,
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
    ...(faults && {
      errors: faults.map((fault) =>
        wireFault(isInQuery ? { parameter: fault.member } : { pointer: `#/${fault.member}` }, fault),
      ),
    }),
  })
}

const wireFault = (place: FaultPlace, { code, detail, values }: MemberFault): WireFault => ({
  ...place,
  code,
  detail,
  ...(values && { values }),
})

type Faults = readonly [WireFault, ...WireFault[]]

export const hasFaults = (faults: readonly WireFault[]): faults is Faults => faults.length > 0

/** 400 with all of these faults; its `detail` says the first one in words. */
export const validationFailed = (c: Context<MuseumEnv>, faults: Faults): TypedResponse<400, Problem> =>
  problem(c, 'validation-failed', detailOf(faults), { errors: faults })

/** The first of these faults in words, and the number of the others; `faultCount` counts all faults if not all are listed. */
export const detailOf = (faults: Faults, faultCount: number = faults.length): string => {
  const [first] = faults
  const more = faultCount === 1 ? '' : ` (and ${faultCount - 1} more, see errors)`
  return `${faultyPart(first)} ${first.detail}${more}.`
}

const faultyPart = (fault: WireFault) => {
  if ('parameter' in fault) return fault.parameter
  if ('pointer' in fault && fault.line !== undefined)
    return [`Line ${fault.line}`, ...fault.pointer.split('/').slice(2, 3)].join(', ')
  return 'header' in fault ? fault.header : fault.pointer.replace(/^#\/?/, '') || 'The body'
}

/**
 * The response to a request that threw an error: 503 for the errors of adapters, 500 for every other one. 499, as in the log of
 * nginx, for a client that is gone: it is in log and metrics, and is sent to nobody.
 */
export const errorToProblem = (
  error: Error,
  c: Context<MuseumEnv>,
): TypedResponse<500 | 503, Problem> | TypedResponse<499, null> => {
  if (error instanceof ClientGone) return respond<499, null>(c, null, 499, noStore)
  // A PUT, PATCH or DELETE can be repeated even when it may have taken effect.
  if (error instanceof OutcomeUnknown && c.get('mayHaveTakenEffect'))
    return outcomeUnknown(c, error instanceof SaleOutcomeUnknown ? error : undefined)
  if (error instanceof Unavailable) return serviceUnavailable(c)
  return problem(c, 'internal-error', 'The service has a defect. Report it with the identifier in instance.')
}

/**
 * 503 for a POST that may have taken effect, with the ticket or the order that may have been sold, and how the request can be
 * repeated. Without `Retry-After`, since repeating a POST without an `Idempotency-Key` may buy a second ticket.
 */
export const outcomeUnknown = (
  c: Context<MuseumEnv>,
  { ticketId, orderId }: Partial<Pick<SaleOutcomeUnknown, 'ticketId' | 'orderId'>> = {},
): TypedResponse<503, Problem> => {
  let effect = 'this took effect'
  if (orderId !== undefined) effect = `order ${orderId} was sold (if it was, it is at ${requestPath(c)}/${orderId})`
  else if (ticketId !== undefined)
    effect = `ticket ${ticketId} was sold (if it was, its image is at ${requestPath(c)}/${ticketId}/qr)`
  return problem(c, 'outcome-unknown', `It is not known whether ${effect}. ${c.get('retryAdvice')}`)
}

/** 503 with `Retry-After`: the request had no effect, or can be repeated without harm. */
export const serviceUnavailable = (c: Context<MuseumEnv>): TypedResponse<503, Problem> =>
  problem(c, 'service-unavailable', 'The service cannot do this at the moment.', { headers: { 'Retry-After': '2' } })
