import { admitTicket, getAdmissionSummary, listAdmissions, revertAdmission } from './admissions/admissions.ts'
import { getAttendance } from './admissions/get-attendance.ts'
import { listAuditEntries } from './audit/list-audit-entries.ts'
import * as capacity from './capacity/capacity.ts'
import { getAvailability } from './capacity/get-availability.ts'
import { listMails, removeFailedMails, replayMail } from './mails/mails.ts'
import * as closings from './closings/closings.ts'
import * as entryTimes from './entry-times/entry-times.ts'
import { getMuseumHours } from './museum-hours/get-museum-hours.ts'
import { getSchedule, setSchedule } from './museum-hours/schedule.ts'
import { getMuseum } from './museum-profile/get-museum.ts'
import { getMuseumSettings, setMuseumSettings } from './museum-settings/museum-settings.ts'
import type { Operation } from './operation/operation.ts'
import * as orders from './orders/orders.ts'
import { createRefundRun, listRefunds, settleRefund } from './orders/refunds.ts'
import { getPriceCategories, setPriceCategories } from './prices/price-categories.ts'
import * as reservations from './reservations/reservations.ts'
import { getSales } from './sales/get-sales.ts'
import { getShop, setShop } from './shop/shop.ts'
import { importSpecialEvents } from './special-event-imports/import-special-events.ts'
import * as specialEvents from './special-events/special-events.ts'
import { listTicketKeys } from './ticket-keys/list-ticket-keys.ts'
import { getTicketRevocations } from './ticket-revocations/get-ticket-revocations.ts'
import { findTickets } from './tickets/find-tickets.ts'
import { buyMuseumTickets, cancelTicket, getTicket, getTicketCode, mailTicket } from './tickets/tickets.ts'
import * as users from './users/users.ts'
import * as webhooks from './webhooks/webhooks.ts'

const operations: readonly Operation[] = [
  getMuseum,
  getMuseumHours,
  getSchedule,
  setSchedule,
  entryTimes.getEntryTimes,
  entryTimes.setEntryTimes,
  capacity.getGeneralEntryAvailability,
  capacity.getGeneralEntryCapacity,
  capacity.setGeneralEntryCapacity,
  specialEvents.createSpecialEvent,
  specialEvents.listSpecialEvents,
  specialEvents.getSpecialEvent,
  specialEvents.updateSpecialEvent,
  specialEvents.deleteSpecialEvent,
  specialEvents.listDeletedSpecialEvents,
  specialEvents.restoreSpecialEvent,
  importSpecialEvents,
  capacity.getEventAvailability,
  capacity.getEventCapacity,
  capacity.setEventCapacity,
  entryTimes.getEventEntryTimes,
  entryTimes.setEventEntryTimes,
  getAvailability,
  getPriceCategories,
  setPriceCategories,
  buyMuseumTickets,
  findTickets,
  getTicket,
  getTicketCode,
  cancelTicket,
  getShop,
  setShop,
  getMuseumSettings,
  setMuseumSettings,
  orders.placeOrder,
  orders.listOrders,
  orders.getOrder,
  orders.getReceipts,
  orders.cancelOrder,
  orders.reverseOrder,
  orders.refundOrder,
  orders.correctOrderPayment,
  orders.correctOrderAddress,
  reservations.createReservation,
  reservations.listReservations,
  reservations.getReservation,
  reservations.extendReservation,
  reservations.releaseReservation,
  reservations.sellReservation,
  reservations.openPayment,
  reservations.attendToPayment,
  listRefunds,
  settleRefund,
  createRefundRun,
  getSales,
  closings.createClosing,
  closings.previewClosing,
  closings.listClosings,
  closings.getClosing,
  admitTicket,
  listAdmissions,
  getAdmissionSummary,
  getAttendance,
  revertAdmission,
  listTicketKeys,
  getTicketRevocations,
  listAuditEntries,
]

export const webhookOperations: readonly Operation[] = [
  webhooks.createWebhook,
  webhooks.listWebhooks,
  webhooks.getWebhook,
  webhooks.updateWebhook,
  webhooks.deleteWebhook,
  webhooks.testWebhook,
  webhooks.renewWebhookSecret,
  webhooks.listWebhookDeliveries,
  webhooks.replayWebhookDelivery,
  webhooks.removeFailedDeliveries,
]

const mailOperations: readonly Operation[] = [
  mailTicket,
  orders.mailOrder,
  reservations.mailReservation,
  listMails,
  replayMail,
  removeFailedMails,
]

const userOperations: readonly Operation[] = [
  users.addUser,
  users.listUsers,
  users.updateUser,
  users.removeUser,
  users.changeOwnPassword,
]

/** The operations of an API: those on webhooks, e-mails and users only if it has their use cases. */
export const operationsWith = (
  given: Readonly<{ webhooks?: unknown; mails?: unknown; users?: unknown }>,
): readonly Operation[] => [
  ...operations,
  ...(given.webhooks ? webhookOperations : []),
  ...(given.mails ? mailOperations : []),
  ...(given.users ? userOperations : []),
]

/** Every operation, in the order in which the OpenAPI document has them. */
export const allOperations: readonly Operation[] = operationsWith({ webhooks: true, mails: true, users: true })
