import type { ScanOutcome } from '../generated/schemas.ts'
import { basic } from '../send-request.ts'

/** The outcome of a scan of one ticket. */
export type TicketScanOutcome = Exclude<ScanOutcome, { readonly admissionIds: unknown }>
/** The outcome of a press. It has no `order` where the ticket belongs to none. */
export type PressOutcome = ScanOutcome

/**
 * A response of the museum's server. The status is 0 when there is no response of the server: the network is down, the
 * time is over, or something else responded, such as the sign-in page of a public network.
 */
export type ServerResponse = Readonly<{
  status: number
  body: unknown
  /** The header `Date`, where it can be read. */
  date?: string | undefined
}>

/** The members of a body that may be anything. Each is checked before it is used. */
export const membersOf = (body: unknown) => (body ?? {}) as Partial<Record<string, unknown>>

/** The museum's server, as a gate uses it: each request is sent once. */
export const gateServer = (
  /** The URL of the API with its base path, without a slash at its end. */
  url: string,
  credentials: Readonly<{ username: string; password: string }>,
  send: (url: string, init: RequestInit) => Promise<Response> = (address, init) => fetch(address, init),
) => {
  const headers = { Authorization: basic(credentials), 'Content-Type': 'application/json' }
  const request = async (method: string, path: string, milliseconds: number, content?: object) => {
    try {
      const init: RequestInit = {
        method,
        headers,
        signal: AbortSignal.timeout(milliseconds),
        redirect: 'error',
        // A browser that gets a 401 does not ask for a password.
        credentials: 'omit',
        cache: 'no-store',
        ...(content && { body: JSON.stringify(content) }),
      }
      const response = await send(url + path, init)
      const date = response.headers.get('Date') ?? undefined
      return { status: response.status, body: (await response.json()) as unknown, date }
    } catch (error) {
      const { message, cause } = error as Error
      return { status: 0, body: { title: cause instanceof Error ? cause.message || message : message } }
    }
  }
  return {
    url,
    get: (path: string, milliseconds = 5_000): Promise<ServerResponse> => request('GET', path, milliseconds),
    /** Sends a scan. The response is a decision only if `decisionOf` says so. */
    admit: (scan: object, milliseconds: number): Promise<ServerResponse> =>
      request('POST', '/admissions', milliseconds, scan),
  }
}
/** The museum's server, as a gate uses it. */
export type GateServer = ReturnType<typeof gateServer>

/**
 * Whether the response has problem details of the museum. Something between the gate and the server may have responded
 * instead.
 */
export const isProblem = ({ status, body }: ServerResponse): boolean =>
  membersOf(body)['status'] === status && String(membersOf(body)['type']).startsWith('/problems/')

/** The decision in a response, if it has the members that a gate reads. */
export const decisionOf = ({ status, body }: ServerResponse): TicketScanOutcome | undefined => {
  const { admitted, admissionId, reason, detail, ticket, first } = membersOf(body)
  const isOfTicket = typeof membersOf(ticket)['ticketId'] === 'string'
  const { at, gate } = membersOf(first)
  const isUse = isOfTicket && !Number.isNaN(Date.parse(String(at))) && (gate === null || typeof gate === 'string')
  const isAdmission = admitted === true && isOfTicket && typeof admissionId === 'string'
  const isRefusal =
    admitted === false && typeof reason === 'string' && typeof detail === 'string' && (first === undefined || isUse)
  return status === 200 && (isAdmission || isRefusal) ? (body as TicketScanOutcome) : undefined
}

const areCounts = (counts: unknown) =>
  Array.isArray(counts) && counts.every((each) => Number.isInteger(membersOf(each)['tickets']))

/** The decision on a press in a response, if it has the members that a gate reads. */
export const pressOutcomeOf = (response: ServerResponse): PressOutcome | undefined => {
  const { admitted, order } = membersOf(response.body)
  if (order === undefined) return decisionOf(response)
  const { admitted: count, categories, refused } = membersOf(order)
  const isOrder = Number.isInteger(count) && areCounts(categories) && areCounts(refused)
  const isPress = response.status === 200 && isOrder && (admitted === true || decisionOf(response) !== undefined)
  return isPress ? (response.body as PressOutcome) : undefined
}

/** What went wrong, in words. */
export const problemOf = ({ status, body }: ServerResponse): string => {
  if (status === 200) return '200, but not with the members of a response of the museum'
  const { title = '', detail = '' } = membersOf(body) as { title?: string; detail?: string }
  return status === 0 ? `no answer (${title})` : `${status} ${title} ${detail}`.trim()
}
