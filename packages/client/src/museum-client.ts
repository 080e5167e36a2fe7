import type {
  ClientOptions,
  ConditionalOptions,
  KeyedOptions,
  PreconditionOptions,
  RequestOptions,
} from './client-options.ts'
import type {
  AdmissionSummary,
  Attendance,
  AuditEntry,
  Availability,
  AvailabilityOfDate,
  CancellationFields,
  Capacity,
  CapacityFields,
  DeletedSpecialEvent,
  LoggedScan,
  Museum,
  MuseumHours,
  Order,
  OrderConfirmation,
  OrderFields,
  PriceCategories,
  PriceCategoriesFields,
  Refund,
  Sales,
  Schedule,
  ScheduleFields,
  ScanFields,
  ScanOutcome,
  SettlementFields,
  SoldTicket,
  SpecialEvent,
  SpecialEventChanges,
  SpecialEventFields,
  SpecialEventImport,
  TicketConfirmation,
  TicketKeySet,
  TicketMailFields,
  TicketPurchase,
  TicketRevocations,
  User,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookFields,
  WebhookWithSecret,
  operations,
} from './generated/openapi.ts'
import { type List, list } from './list.ts'
import { randomUuid } from './random-uuid.ts'
import { ResponsePromise } from './response-promise.ts'
import { type ApiRequest, baseOf, sendRequest } from './send-request.ts'

/** The query parameters of an operation. One that is `undefined` is not sent. */
export type QueryOf<Name extends keyof operations> = OrUndefined<NonNullable<operations[Name]['parameters']['query']>>
type OrUndefined<Query> = {
  [Key in keyof Query]: object extends Pick<Query, Key> ? Query[Key] | undefined : Query[Key]
}

/**
 * A read. With the `ETag` of an earlier response as `ifNoneMatch` its body is `undefined` when nothing has changed since.
 */
export type Read<Args extends readonly unknown[], Body> = {
  (...args: [...Args, options: ConditionalOptions]): ResponsePromise<Body | undefined>
  (...args: [...Args, options?: RequestOptions]): ResponsePromise<Body>
}

/**
 * The operations of the museum's API by their names. A request that fails rejects with a `ProblemError`, a `NoResponseError`,
 * an `UnexpectedResponseError`, or the reason of its signal.
 */
export type MuseumClient = Readonly<{
  /** The museum with its current date, and the user with the role: what a client must know before it shows anything. */
  getMuseum: Read<[], Museum>
  /** The upcoming opening hours, ascending by date. A closed day has no record. */
  getMuseumHours: (query?: QueryOf<'getMuseumHours'>, options?: RequestOptions) => List<MuseumHours>
  /** The places for general entry on each open day, ascending by date. */
  getGeneralEntryAvailability: (
    query?: QueryOf<'getGeneralEntryAvailability'>,
    options?: RequestOptions,
  ) => List<Availability>
  /** The hours of the week, and the dates that differ from it. Its `ETag` is for the `ifMatch` of a change. */
  getSchedule: Read<[], Schedule>
  /**
   * Replaces the whole schedule. Days for which tickets are sold are closed only with `confirm`; the problem
   * `tickets-are-sold` has their number. Not repeated when its outcome is unknown.
   */
  setSchedule: (
    schedule: ScheduleFields,
    query?: QueryOf<'setSchedule'>,
    options?: PreconditionOptions,
  ) => ResponsePromise<Schedule>
  /** How many tickets for general entry are sold at most for each day. */
  getGeneralEntryCapacity: Read<[], Capacity>
  /** Sets how many tickets for general entry are sold at most for each day. */
  setGeneralEntryCapacity: (capacity: CapacityFields, options?: RequestOptions) => ResponsePromise<Capacity>

  /** Creates a special event. */
  createSpecialEvent: (event: SpecialEventFields, options?: KeyedOptions) => ResponsePromise<SpecialEvent>
  /** The special events of a period, each once with all of its dates, in the order of their first date in the period. */
  listSpecialEvents: (query?: QueryOf<'listSpecialEvents'>, options?: RequestOptions) => List<SpecialEvent>
  /** A special event. Its `ETag` is for the `ifMatch` of a change. */
  getSpecialEvent: Read<[eventId: string], SpecialEvent>
  /** Changes the given members of a special event. Not repeated when its outcome is unknown. */
  updateSpecialEvent: (
    eventId: string,
    changes: SpecialEventChanges,
    options?: PreconditionOptions,
  ) => ResponsePromise<SpecialEvent>
  /** Deletes a special event, which cancels its valid tickets. Not repeated when its outcome is unknown. */
  deleteSpecialEvent: (eventId: string, options?: PreconditionOptions) => ResponsePromise<undefined>
  /** The deleted special events as they were, the latest deletion first. */
  listDeletedSpecialEvents: (
    query?: QueryOf<'listDeletedSpecialEvents'>,
    options?: RequestOptions,
  ) => List<DeletedSpecialEvent>
  /**
   * Undoes the deletion of a special event, so that its tickets are valid again. Not repeated when its outcome is unknown: the
   * repetition could undo a later deletion.
   */
  restoreSpecialEvent: (eventId: string, options?: RequestOptions) => ResponsePromise<SpecialEvent>
  /**
   * Creates the special events of a file, CSV or JSON lines; with `dryRun`, it is only checked. Nothing is created twice. A
   * large file is imported in part: send it again while `remaining` is not 0.
   */
  importSpecialEvents: (
    file: string | Uint8Array<ArrayBuffer>,
    format: 'csv' | 'jsonl',
    query?: QueryOf<'importSpecialEvents'>,
    options?: RequestOptions,
  ) => ResponsePromise<SpecialEventImport>
  /** The places on each date of a special event, ascending by date. */
  getEventAvailability: Read<[eventId: string], readonly Availability[]>
  /** How many tickets are sold at most for each date of a special event. */
  getEventCapacity: Read<[eventId: string], Capacity>
  /** Sets how many tickets are sold at most for each date of a special event. */
  setEventCapacity: (eventId: string, capacity: CapacityFields, options?: RequestOptions) => ResponsePromise<Capacity>

  /** The places of general entry and of all special events on each date of at most 31, ascending by date. */
  getAvailability: Read<[query?: QueryOf<'getAvailability'>], readonly AvailabilityOfDate[]>

  /** The price categories: which visitors pay which percentage of the full price. */
  getPriceCategories: Read<[], PriceCategories>
  /** Replaces the price categories. Not repeated when its outcome is unknown. */
  setPriceCategories: (
    categories: PriceCategoriesFields,
    options?: PreconditionOptions,
  ) => ResponsePromise<PriceCategories>

  /** Buys one ticket, for general entry or for a special event. */
  buyMuseumTickets: (purchase: TicketPurchase, options?: KeyedOptions) => ResponsePromise<TicketConfirmation>
  /** The tickets that match a filter, which the query must have. */
  findTickets: (query: QueryOf<'findTickets'>, options?: RequestOptions) => List<SoldTicket>
  /** A ticket and its state. */
  getTicket: Read<[ticketId: string], SoldTicket>
  /** The ticket image: the bytes of a PNG with the QR code. */
  getTicketCode: Read<[ticketId: string], Uint8Array<ArrayBuffer>>
  /** Sends a ticket by e-mail again, or to another address. Not repeated when its outcome is unknown. */
  mailTicket: (ticketId: string, mail?: TicketMailFields, options?: RequestOptions) => ResponsePromise<undefined>
  /** Cancels a ticket. */
  cancelTicket: (
    ticketId: string,
    cancellation?: CancellationFields,
    options?: RequestOptions,
  ) => ResponsePromise<SoldTicket>

  /** Sells several tickets at once: all of them or none. */
  placeOrder: (order: OrderFields, options?: KeyedOptions) => ResponsePromise<OrderConfirmation>
  /** An order with its tickets in their current state. */
  getOrder: Read<[orderId: string], Order>
  /** Cancels the tickets of an order that are neither used nor cancelled. */
  cancelOrder: (orderId: string, cancellation?: CancellationFields, options?: RequestOptions) => ResponsePromise<Order>
  /** The refunds that are due, or were settled, in the order of the time of the cancellation. */
  listRefunds: (query: QueryOf<'listRefunds'>, options?: RequestOptions) => List<Refund>
  /** Records that the price of a cancelled ticket was given back. */
  settleRefund: (
    ticketId: string,
    settlement: SettlementFields,
    options?: RequestOptions,
  ) => ResponsePromise<SoldTicket>
  /** What was sold and refunded on each date, added up. */
  getSales: Read<[query: QueryOf<'getSales'>], Sales>

  /**
   * Decides whether a scanned code admits, and logs the scan. A scan without a `scanId` gets one, so that repetitions
   * do not admit twice.
   */
  admitTicket: (scan: ScanFields, options?: RequestOptions) => ResponsePromise<ScanOutcome>
  /** The scan log, the latest scan first; it includes scans that did not admit. */
  listAdmissions: (query?: QueryOf<'listAdmissions'>, options?: RequestOptions) => List<LoggedScan>
  /** The scans of a date, counted: how many admitted, and how many did not. */
  getAdmissionSummary: Read<[query?: QueryOf<'getAdmissionSummary'>], AdmissionSummary>
  /** How many tickets for each date are valid or admitted, and how many are admitted. */
  getAttendance: Read<[query: QueryOf<'getAttendance'>], Attendance>
  /** Reverts an admission, so that its ticket can be admitted again. Not repeated when its outcome is unknown. */
  revertAdmission: (admissionId: string, options?: RequestOptions) => ResponsePromise<undefined>

  /** The public keys that verify admission codes, for `verifyAdmissionCode`. */
  listTicketKeys: Read<[], TicketKeySet>
  /**
   * The tickets and dates that a gate without a network must refuse although the signature of a code is valid, for
   * `isRevoked`.
   */
  getTicketRevocations: Read<[query: QueryOf<'getTicketRevocations'>], TicketRevocations>

  /** The audit log, the latest change first. */
  listAuditEntries: (query?: QueryOf<'listAuditEntries'>, options?: RequestOptions) => List<AuditEntry>

  /** All users with their roles, in the order of their names. */
  listUsers: Read<[], readonly User[]>

  /** Adds a webhook. Its `secret` is shown this once. Not repeated when its outcome is unknown. */
  createWebhook: (webhook: WebhookFields, options?: RequestOptions) => ResponsePromise<WebhookWithSecret>
  /** All webhooks, in the order in which they were added. */
  listWebhooks: Read<[], readonly Webhook[]>
  /** A webhook. */
  getWebhook: Read<[webhookId: string], Webhook>
  /** Changes the given members of a webhook. Not repeated when its outcome is unknown. */
  updateWebhook: (webhookId: string, changes: WebhookChanges, options?: RequestOptions) => ResponsePromise<Webhook>
  /** Removes a webhook. Not repeated when its outcome is unknown. */
  deleteWebhook: (webhookId: string, options?: RequestOptions) => ResponsePromise<undefined>
  /** Sends a message of the type `webhook.test` to a webhook. Not repeated when its outcome is unknown. */
  testWebhook: (webhookId: string, options?: RequestOptions) => ResponsePromise<undefined>
  /**
   * Gives a webhook a new secret. The one before signs too for 24 hours. Not repeated when its outcome is unknown: two new
   * secrets would replace the one that the receiver has.
   */
  renewWebhookSecret: (webhookId: string, options?: RequestOptions) => ResponsePromise<WebhookWithSecret>
  /** The deliveries of messages to a webhook, the latest first. */
  listWebhookDeliveries: (
    webhookId: string,
    query?: QueryOf<'listWebhookDeliveries'>,
    options?: RequestOptions,
  ) => List<WebhookDelivery>
  /** Delivers a message again under the same `webhook-id`. Not repeated when its outcome is unknown. */
  replayWebhookDelivery: (webhookId: string, deliveryId: number, options?: RequestOptions) => ResponsePromise<undefined>
}>

/** A client of the museum's API. It has no connection of its own and no state. */
export const museumClient = (clientOptions: ClientOptions): MuseumClient => {
  const base = baseOf(clientOptions.baseUrl)
  const send = sendRequest(base, clientOptions)
  const respond = <Data>(request: ApiRequest, options?: RequestOptions): ResponsePromise<Data> =>
    new ResponsePromise(send(request, options) as ReturnType<ResponsePromise<Data>['withResponse']>)

  const get = <Data>(
    path: string,
    options: (RequestOptions & Partial<ConditionalOptions>) | undefined,
    more: Pick<ApiRequest, 'query' | 'accepts'> = {},
  ) =>
    respond<Data>(
      { method: 'GET', path, headers: { 'If-None-Match': options?.ifNoneMatch }, isIdempotent: true, ...more },
      options,
    )
  const pagesOf = <Item>(path: string, query: object | undefined, options: RequestOptions | undefined): List<Item> =>
    list(base + path, query ?? {}, (from) => send({ method: 'GET', path, query: from, isIdempotent: true }, options))
  const idempotent = <Data>(
    method: 'POST' | 'PUT',
    path: string,
    body: object,
    options: RequestOptions | undefined,
    headers: ApiRequest['headers'] = {},
  ) => respond<Data>({ method, path, body, headers, isIdempotent: true }, options)
  const keyed = <Data>(path: string, body: object, options: KeyedOptions | undefined) =>
    idempotent<Data>('POST', path, body, options, { 'Idempotency-Key': options?.idempotencyKey ?? randomUuid() })
  /**
   * For a change that is not repeated when its outcome is unknown: the repetition could get another response, or undo
   * the change of another client.
   */
  const change = <Data>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object | undefined,
    options: PreconditionOptions | undefined,
    query?: object,
  ) =>
    respond<Data>(
      { method, path, query, body, headers: { 'If-Match': options?.ifMatch }, isIdempotent: false },
      options,
    )

  const webhookPath = (webhookId: string) => `/webhooks/${encodeURIComponent(webhookId)}`

  return {
    getMuseum: (options?: RequestOptions) => get<Museum>('/museum', options),
    getMuseumHours: (query, options) => pagesOf('/museum-hours', query, options),
    getGeneralEntryAvailability: (query, options) => pagesOf('/museum-hours/availability', query, options),
    getSchedule: (options?: RequestOptions) => get<Schedule>('/museum-hours/schedule', options),
    setSchedule: (schedule, query, options) => change('PUT', '/museum-hours/schedule', schedule, options, query),
    getGeneralEntryCapacity: (options?: RequestOptions) => get<Capacity>('/museum-hours/capacity', options),
    setGeneralEntryCapacity: (capacity, options) => idempotent('PUT', '/museum-hours/capacity', capacity, options),

    createSpecialEvent: (event, options) => keyed('/special-events', event, options),
    listSpecialEvents: (query, options) => pagesOf('/special-events', query, options),
    getSpecialEvent: (eventId: string, options?: RequestOptions) =>
      get<SpecialEvent>(`/special-events/${encodeURIComponent(eventId)}`, options),
    updateSpecialEvent: (eventId, changes, options) =>
      change('PATCH', `/special-events/${encodeURIComponent(eventId)}`, changes, options),
    deleteSpecialEvent: (eventId, options) =>
      change('DELETE', `/special-events/${encodeURIComponent(eventId)}`, undefined, options),
    listDeletedSpecialEvents: (query, options) => pagesOf('/deleted-special-events', query, options),
    restoreSpecialEvent: (eventId, options) =>
      change('POST', `/deleted-special-events/${encodeURIComponent(eventId)}/restoration`, undefined, options),
    importSpecialEvents: (file, format, query, options) =>
      respond(
        {
          method: 'POST',
          path: '/special-event-imports',
          query,
          file: { content: file, type: format === 'csv' ? 'text/csv' : 'application/jsonl' },
          isIdempotent: true,
        },
        options,
      ),
    getEventAvailability: (eventId: string, options?: RequestOptions) =>
      get<readonly Availability[]>(`/special-events/${encodeURIComponent(eventId)}/availability`, options),
    getEventCapacity: (eventId: string, options?: RequestOptions) =>
      get<Capacity>(`/special-events/${encodeURIComponent(eventId)}/capacity`, options),
    setEventCapacity: (eventId, capacity, options) =>
      idempotent('PUT', `/special-events/${encodeURIComponent(eventId)}/capacity`, capacity, options),

    getAvailability: (query?: QueryOf<'getAvailability'>, options?: RequestOptions) =>
      get<readonly AvailabilityOfDate[]>('/availability', options, { query }),

    getPriceCategories: (options?: RequestOptions) => get<PriceCategories>('/price-categories', options),
    setPriceCategories: (categories, options) => change('PUT', '/price-categories', categories, options),

    buyMuseumTickets: (purchase, options) => keyed('/tickets', purchase, options),
    findTickets: (query, options) => pagesOf('/tickets', query, options),
    getTicket: (ticketId: string, options?: RequestOptions) =>
      get<SoldTicket>(`/tickets/${encodeURIComponent(ticketId)}`, options),
    getTicketCode: (ticketId: string, options?: RequestOptions) =>
      get<Uint8Array<ArrayBuffer>>(`/tickets/${encodeURIComponent(ticketId)}/qr`, options, { accepts: 'image/png' }),
    mailTicket: (ticketId, mail = {}, options) =>
      change('POST', `/tickets/${encodeURIComponent(ticketId)}/mail`, mail, options),
    cancelTicket: (ticketId, cancellation = {}, options) =>
      idempotent('POST', `/tickets/${encodeURIComponent(ticketId)}/cancellation`, cancellation, options),

    placeOrder: (order, options) => keyed('/orders', order, options),
    getOrder: (orderId: string, options?: RequestOptions) =>
      get<Order>(`/orders/${encodeURIComponent(orderId)}`, options),
    cancelOrder: (orderId, cancellation = {}, options) =>
      idempotent('POST', `/orders/${encodeURIComponent(orderId)}/cancellation`, cancellation, options),
    listRefunds: (query, options) => pagesOf('/refunds', query, options),
    settleRefund: (ticketId, settlement, options) =>
      idempotent('POST', `/tickets/${encodeURIComponent(ticketId)}/refund`, settlement, options),

    getSales: (query: QueryOf<'getSales'>, options?: RequestOptions) => get<Sales>('/sales', options, { query }),

    admitTicket: (scan, options) =>
      idempotent('POST', '/admissions', { ...scan, scanId: scan.scanId ?? randomUuid() }, options),
    listAdmissions: (query, options) => pagesOf('/admissions', query, options),
    getAdmissionSummary: (query?: QueryOf<'getAdmissionSummary'>, options?: RequestOptions) =>
      get<AdmissionSummary>('/admissions/summary', options, { query }),
    getAttendance: (query: QueryOf<'getAttendance'>, options?: RequestOptions) =>
      get<Attendance>('/attendance', options, { query }),
    revertAdmission: (admissionId, options) =>
      change('DELETE', `/admissions/${encodeURIComponent(admissionId)}`, undefined, options),

    listTicketKeys: (options?: RequestOptions) => get<TicketKeySet>('/ticket-keys', options),
    getTicketRevocations: (query: QueryOf<'getTicketRevocations'>, options?: RequestOptions) =>
      get<TicketRevocations>('/ticket-revocations', options, { query }),

    listAuditEntries: (query, options) => pagesOf('/audit', query, options),

    listUsers: (options?: RequestOptions) => get<readonly User[]>('/users', options),

    createWebhook: (webhook, options) => change('POST', '/webhooks', webhook, options),
    listWebhooks: (options?: RequestOptions) => get<readonly Webhook[]>('/webhooks', options),
    getWebhook: (webhookId: string, options?: RequestOptions) => get<Webhook>(webhookPath(webhookId), options),
    updateWebhook: (webhookId, changes, options) => change('PATCH', webhookPath(webhookId), changes, options),
    deleteWebhook: (webhookId, options) => change('DELETE', webhookPath(webhookId), undefined, options),
    testWebhook: (webhookId, options) => change('POST', `${webhookPath(webhookId)}/test`, undefined, options),
    renewWebhookSecret: (webhookId, options) => change('POST', `${webhookPath(webhookId)}/secret`, undefined, options),
    listWebhookDeliveries: (webhookId, query, options) =>
      pagesOf(`${webhookPath(webhookId)}/deliveries`, query, options),
    replayWebhookDelivery: (webhookId, deliveryId, options) =>
      change('POST', `${webhookPath(webhookId)}/deliveries/${deliveryId}/replay`, undefined, options),
  }
}
