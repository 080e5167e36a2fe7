import type { Mails, Museum, Users, Webhooks } from '@museum/application'
import { admitTicket } from './admissions/admit-ticket.ts'
import { getAdmissionSummary } from './admissions/get-admission-summary.ts'
import { getAttendance } from './admissions/get-attendance.ts'
import { listAdmissions } from './admissions/list-admissions.ts'
import { revertAdmission } from './admissions/revert-admission.ts'
import { listAuditEntries } from './audit/list-audit-entries.ts'
import { getEventAvailability, getEventCapacity, setEventCapacity } from './capacity/event-capacity.ts'
import { getAvailability } from './capacity/get-availability.ts'
import {
  getGeneralEntryAvailability,
  getGeneralEntryCapacity,
  setGeneralEntryCapacity,
} from './capacity/general-entry-capacity.ts'
import { importSpecialEvents } from './special-event-imports/import-special-events.ts'
import { listMails, removeFailedMails, replayMail } from './mails/mails.ts'
import { getMuseumHours } from './museum-hours/get-museum-hours.ts'
import { getMuseum } from './museum-profile/get-museum.ts'
import { getSchedule, setSchedule } from './museum-hours/schedule.ts'
import type { Operation } from './operation/operation.ts'
import { cancelOrder, getOrder, placeOrder } from './orders/orders.ts'
import { listRefunds, settleRefund } from './orders/refunds.ts'
import { getSales } from './sales/get-sales.ts'
import { getPriceCategories, setPriceCategories } from './prices/price-categories.ts'
import { createSpecialEvent } from './special-events/create-special-event.ts'
import { listDeletedSpecialEvents, restoreSpecialEvent } from './special-events/deleted-special-events.ts'
import { deleteSpecialEvent } from './special-events/delete-special-event.ts'
import { getSpecialEvent } from './special-events/get-special-event.ts'
import { listSpecialEvents } from './special-events/list-special-events.ts'
import { updateSpecialEvent } from './special-events/update-special-event.ts'
import { listTicketKeys } from './ticket-keys/list-ticket-keys.ts'
import { getTicketRevocations } from './ticket-revocations/get-ticket-revocations.ts'
import { buyMuseumTickets } from './tickets/buy-museum-tickets.ts'
import { cancelTicket } from './tickets/cancel-ticket.ts'
import { findTickets } from './tickets/find-tickets.ts'
import { getTicketCode } from './tickets/get-ticket-code.ts'
import { getTicket } from './tickets/get-ticket.ts'
import { mailTicket } from './tickets/mail-ticket.ts'
import { listUsers } from './users/list-users.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeFailedDeliveries,
  renewWebhookSecret,
  replayWebhookDelivery,
  testWebhook,
  updateWebhook,
} from './webhooks/webhooks.ts'

/** The operations that every API has, for `museumApi` and the OpenAPI document. */
const operations: readonly Operation[] = [
  getMuseum,
  getMuseumHours,
  getSchedule,
  setSchedule,
  getGeneralEntryAvailability,
  getGeneralEntryCapacity,
  setGeneralEntryCapacity,
  createSpecialEvent,
  listSpecialEvents,
  getSpecialEvent,
  updateSpecialEvent,
  deleteSpecialEvent,
  listDeletedSpecialEvents,
  restoreSpecialEvent,
  importSpecialEvents,
  getEventAvailability,
  getEventCapacity,
  setEventCapacity,
  getAvailability,
  getPriceCategories,
  setPriceCategories,
  buyMuseumTickets,
  findTickets,
  getTicket,
  getTicketCode,
  cancelTicket,
  placeOrder,
  getOrder,
  cancelOrder,
  listRefunds,
  settleRefund,
  getSales,
  admitTicket,
  listAdmissions,
  getAdmissionSummary,
  getAttendance,
  revertAdmission,
  listTicketKeys,
  getTicketRevocations,
  listAuditEntries,
]

/** The operations of an API of a museum that tells other services of its changes. */
export const webhookOperations: readonly Operation<Webhooks>[] = [
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  renewWebhookSecret,
  listWebhookDeliveries,
  replayWebhookDelivery,
  removeFailedDeliveries,
]

/** The operations of an API of a museum that sends e-mails. */
const mailOperations: readonly Operation<Mails>[] = [mailTicket, listMails, replayMail, removeFailedMails]

/** The operations of an API of a museum with users of its own. */
const userOperations: readonly Operation<Pick<Users, 'listUsers'>>[] = [listUsers]

/** An operation with the use cases that it calls. */
type BoundOperation = Pick<Operation, 'route' | 'path'> &
  Readonly<{ mount: (api: Parameters<Operation['mount']>[0]) => void }>

/** The operations of the API of a museum: those on webhooks, e-mails and users only with their use cases. */
export const operationsOf = (
  museum: Museum,
  webhooks: Webhooks | undefined,
  mails: Mails | undefined,
  users: Pick<Users, 'listUsers'> | undefined,
): readonly BoundOperation[] => [
  ...bound(operations, museum),
  ...bound(webhookOperations, webhooks),
  ...bound(mailOperations, mails),
  ...bound(userOperations, users),
]

const bound = <UseCases>(
  unbound: readonly Operation<UseCases>[],
  useCases: UseCases | undefined,
): readonly BoundOperation[] =>
  useCases === undefined
    ? []
    : unbound.map(({ route, path, mount }) => ({ route, path, mount: (api) => mount(api, useCases) }))

/** Every operation, for the committed OpenAPI document and for tests. */
export const allOperations: readonly Pick<Operation, 'route'>[] = [
  ...operations,
  ...webhookOperations,
  ...mailOperations,
  ...userOperations,
]
