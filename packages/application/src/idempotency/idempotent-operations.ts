import {
  type Order,
  type OrderDraft,
  type OrderRefusal,
  type PurchaseRefusal,
  type Refusal,
  type SpecialEvent,
  type SpecialEventDraft,
  type Ticket,
  type TicketOrder,
  isRefusal,
  refuse,
} from '@museum/domain'
import { type OperationName, checkPermission } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { newSpecialEvent, priceRefusal } from '../special-events/audited-event.ts'
import type { SellTickets } from '../tickets/sell-tickets.ts'
import type {
  IdempotencyRecord,
  IdempotencyRecordRepository,
  IdempotentRequest,
  KeyedRequest,
  Once,
} from './idempotency-record.ts'

/**
 * `response` is the text that `render` returned; `replayed` is true when it is the stored response to an earlier
 * request with the same key.
 */
export type IdempotentResponse = Readonly<{ response: string; replayed: boolean }>

export const idempotentOperations = (ports: MuseumPorts, { sellTicket, placeOrder }: SellTickets) => {
  const { specialEvents, idempotencyRecords } = ports
  return {
    /** Adds a special event under a new identifier, once under a key. The principal is the one who adds it. */
    createSpecialEvent: idempotent<SpecialEventDraft, SpecialEvent, Refusal<'validation-failed'>>(
      idempotencyRecords,
      'createSpecialEvent',
      async (draft, principal, { request, render }) => {
        const refusal = priceRefusal(ports, draft)
        if (refusal !== undefined) return refusal
        const { event, entry } = newSpecialEvent(ports, draft, principal)
        return specialEvents.addWithRecord(event, { ...request, answer: render(event) }, entry)
      },
    ),
    /** Sells one ticket, once under a key. The principal is the one who sells it. */
    buyMuseumTickets: idempotent<TicketOrder, Ticket, PurchaseRefusal>(
      idempotencyRecords,
      'buyMuseumTickets',
      (order, { username }, once) => sellTicket(order, username, once),
    ),
    /** Sells the tickets of an order, once under a key. The principal is the one who sells them. */
    placeOrder: idempotent<OrderDraft, Order, OrderRefusal>(
      idempotencyRecords,
      'placeOrder',
      (draft, { username }, once) => placeOrder(draft, username, once),
    ),
  }
}

/** Makes a use case idempotent. `create` stores the record of `once` in one transaction with what it creates. */
const idempotent =
  <Input, Created, R extends Refusal = never>(
    records: IdempotencyRecordRepository,
    operation: OperationName,
    create: (
      input: Input,
      principal: Principal,
      once: Once<Created>,
    ) => Promise<Created | R | Refusal<'request-in-progress'>>,
  ) =>
  async (
    input: Input,
    keyedRequest: KeyedRequest,
    render: (created: Created) => string,
  ): Promise<IdempotentResponse | R | Refusal<'request-in-progress' | 'idempotency-key-reused' | 'forbidden'>> => {
    checkKeyedRequest(keyedRequest)
    const { principal, idempotencyKey, fingerprint } = keyedRequest
    const forbidden = checkPermission(principal, operation)
    if (forbidden !== undefined) return forbidden
    const { username } = principal
    const request = { username, idempotencyKey, fingerprint }
    const earlier = await records.find(username, idempotencyKey)
    if (earlier !== undefined) return replay(earlier, request)
    let rendered: Readonly<{ created: Created; response: string }> | undefined
    const renderAndKeep = (created: Created) => {
      const response = render(created)
      rendered = { created, response }
      return response
    }
    const outcome = await create(input, principal, { request, render: renderAndKeep })
    // An attempt whose outcome was unknown may have stored what was decided then, with this response.
    if (!isRefusal(outcome)) {
      const created = outcome as Created
      return { response: rendered?.created === created ? rendered.response : render(created), replayed: false }
    }
    // A concurrent request with this key may have committed: replay its response. If the repository refused the record,
    // it has already waited for that request.
    const hasWaited = outcome.refusal === 'request-in-progress'
    const concurrent = await (hasWaited
      ? records.find(username, idempotencyKey)
      : records.findAfterPending(username, idempotencyKey))
    if (concurrent === undefined) return outcome as R | Refusal<'request-in-progress'>
    return isRefusal(concurrent) ? concurrent : replay(concurrent, request)
  }

/**
 * Throws a `TypeError` for a key or a fingerprint that MySQL cannot store, so that an embedder sees the fault with
 * every repository.
 */
const checkKeyedRequest = ({ idempotencyKey, fingerprint }: KeyedRequest): void => {
  if (!/^[\x20-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, such as a UUID.')
  if (!/^[\x20-\x7e]{1,64}$/.test(fingerprint))
    throw new TypeError(
      'fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.',
    )
}

const replay = (
  record: IdempotencyRecord,
  request: IdempotentRequest,
): IdempotentResponse | Refusal<'idempotency-key-reused'> =>
  record.fingerprint === request.fingerprint
    ? { response: record.answer, replayed: true }
    : refuse('idempotency-key-reused', `The key ${request.idempotencyKey} was used for another request before.`)
