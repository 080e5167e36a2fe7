import { type Refusal, refuse } from '@museum/domain'
import { type Principal, type Role, roles } from './principal.ts'

const admin: readonly Role[] = ['admin']
const boxOffice: readonly Role[] = ['admin', 'box-office']
const gate: readonly Role[] = ['admin', 'gate']
const staff: readonly Role[] = ['admin', 'box-office', 'gate']
const everyRole: readonly Role[] = roles

/**
 * The roles that may call each operation. `museum.idempotent`, the HTTP adapter and the command line check the role
 * with `checkPermission`. The other functions of `createMuseum` and `createUsers` do not, since their caller may have
 * no user.
 */
export const permissions = {
  getMuseum: everyRole,
  getMuseumHours: everyRole,
  getSchedule: admin,
  setSchedule: admin,
  changeOpeningHours: admin,
  setGeneralEntryCapacity: admin,
  getGeneralEntryCapacity: boxOffice,
  getGeneralEntryAvailability: everyRole,
  getAvailability: everyRole,
  createSpecialEvent: admin,
  importSpecialEvents: admin,
  listSpecialEvents: everyRole,
  exportSpecialEvents: everyRole,
  getSpecialEvent: everyRole,
  updateSpecialEvent: admin,
  deleteSpecialEvent: admin,
  restoreSpecialEvent: admin,
  listDeletedSpecialEvents: admin,
  setEventCapacity: admin,
  getEventCapacity: boxOffice,
  getEventAvailability: everyRole,
  getPriceCategories: everyRole,
  setPriceCategories: admin,
  buyMuseumTickets: boxOffice,
  getTicketCode: staff,
  getTicket: staff,
  findTickets: boxOffice,
  exportTickets: boxOffice,
  cancelTicket: boxOffice,
  placeOrder: boxOffice,
  getOrder: boxOffice,
  cancelOrder: boxOffice,
  findRefunds: boxOffice,
  listRefunds: boxOffice,
  settleRefund: boxOffice,
  getSales: boxOffice,
  admitTicket: gate,
  listAdmissions: gate,
  getAdmissionSummary: gate,
  getAttendance: admin,
  revertAdmission: admin,
  mailTicket: boxOffice,
  listMails: admin,
  replayMail: admin,
  removeFailedMails: admin,
  getTicketRevocations: gate,
  listTicketKeys: gate,
  ensureTicketKey: admin,
  rotateTicketKey: admin,
  revokeTicketKey: admin,
  listAuditEntries: admin,
  countPurchaserData: admin,
  erasePurchaserData: admin,
  expirePurchaserData: admin,
  createWebhook: admin,
  listWebhooks: admin,
  getWebhook: admin,
  updateWebhook: admin,
  deleteWebhook: admin,
  renewWebhookSecret: admin,
  testWebhook: admin,
  listWebhookDeliveries: admin,
  replayWebhookDelivery: admin,
  removeFailedDeliveries: admin,
  addUser: admin,
  addFirstUser: admin,
  listUsers: admin,
  changeUserRole: admin,
  changeUserPassword: admin,
  disableUser: admin,
  enableUser: admin,
  removeUser: admin,
} as const

/** The name of an operation, the same in every layer. */
export type OperationName = keyof typeof permissions

/** Returns `forbidden` unless the role of the principal may call the operation. */
export const checkPermission = (
  { role }: Pick<Principal, 'role'>,
  operation: OperationName,
): Refusal<'forbidden'> | undefined =>
  permissions[operation].includes(role) ? undefined : refuse('forbidden', `The role ${role} may not call ${operation}.`)
