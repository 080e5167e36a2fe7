import { type AdmitTicket, admitTicket } from './admissions/admit-ticket.ts'
import { type GetAdmissionSummary, getAdmissionSummary } from './admissions/get-admission-summary.ts'
import { type ListAdmissions, listAdmissions } from './admissions/list-admissions.ts'
import { type RevertAdmission, revertAdmission } from './admissions/revert-admission.ts'
import { type ListAuditEntries, listAuditEntries } from './audit/list-audit-entries.ts'
import { type GetEventAvailability, getEventAvailability } from './capacity/get-event-availability.ts'
import { type GetEventCapacity, getEventCapacity } from './capacity/get-event-capacity.ts'
import {
  type GetGeneralEntryAvailability,
  getGeneralEntryAvailability,
} from './capacity/get-general-entry-availability.ts'
import { type GetGeneralEntryCapacity, getGeneralEntryCapacity } from './capacity/get-general-entry-capacity.ts'
import { type SetEventCapacity, setEventCapacity } from './capacity/set-event-capacity.ts'
import { type SetGeneralEntryCapacity, setGeneralEntryCapacity } from './capacity/set-general-entry-capacity.ts'
import { type IdempotentOperations, idempotentOperations } from './idempotency/idempotent-operations.ts'
import { type ChangeOpeningHours, changeOpeningHours } from './museum-hours/change-opening-hours.ts'
import { type GetMuseumHours, getMuseumHours } from './museum-hours/get-museum-hours.ts'
import { type GetSchedule, getSchedule } from './museum-hours/get-schedule.ts'
import type { MuseumPorts } from './ports.ts'
import { type CountPurchaserData, countPurchaserData } from './privacy/count-purchaser-data.ts'
import { type ErasePurchaserData, erasePurchaserData } from './privacy/erase-purchaser-data.ts'
import { type ExpirePurchaserData, expirePurchaserData } from './privacy/expire-purchaser-data.ts'
import { type CreateSpecialEvent, createSpecialEvent } from './special-events/create-special-event.ts'
import { type DeleteSpecialEvent, deleteSpecialEvent } from './special-events/delete-special-event.ts'
import { type ExportSpecialEvents, exportSpecialEvents } from './special-events/export-special-events.ts'
import { type GetSpecialEvent, getSpecialEvent } from './special-events/get-special-event.ts'
import { type ImportSpecialEvents, importSpecialEvents } from './special-events/import-special-events.ts'
import {
  type ListDeletedSpecialEvents,
  listDeletedSpecialEvents,
} from './special-events/list-deleted-special-events.ts'
import { type ListSpecialEvents, listSpecialEvents } from './special-events/list-special-events.ts'
import { type RestoreSpecialEvent, restoreSpecialEvent } from './special-events/restore-special-event.ts'
import { type UpdateSpecialEvent, updateSpecialEvent } from './special-events/update-special-event.ts'
import { admissionCodes } from './ticket-keys/admission-codes.ts'
import { type EnsureTicketKey, ensureTicketKey } from './ticket-keys/ensure-ticket-key.ts'
import { type ListTicketKeys, listTicketKeys } from './ticket-keys/list-ticket-keys.ts'
import { type RevokeTicketKey, revokeTicketKey } from './ticket-keys/revoke-ticket-key.ts'
import { type RotateTicketKey, rotateTicketKey } from './ticket-keys/rotate-ticket-key.ts'
import { ticketKeyCache } from './ticket-keys/ticket-key-cache.ts'
import { type BuyMuseumTickets, buyMuseumTickets } from './tickets/buy-museum-tickets.ts'
import { type CancelTicket, cancelTicket } from './tickets/cancel-ticket.ts'
import { type ExportTickets, exportTickets } from './tickets/export-tickets.ts'
import { type FindTickets, findTickets } from './tickets/find-tickets.ts'
import { type GetTicket, getTicket } from './tickets/get-ticket.ts'
import { type GetTicketCode, getTicketCode } from './tickets/get-ticket-code.ts'
import { type GetTicketRevocations, getTicketRevocations } from './tickets/get-ticket-revocations.ts'
import { sellTicket } from './tickets/sell-ticket.ts'

/**
 * Every operation of the museum as a function. Each returns a `Refusal` for a decision against the call, and throws
 * `Unavailable` when a port cannot work at the moment. `actor` is who the audit says made a change.
 */
export type Museum = Readonly<{
  getMuseumHours: GetMuseumHours
  getSchedule: GetSchedule
  changeOpeningHours: ChangeOpeningHours
  createSpecialEvent: CreateSpecialEvent
  importSpecialEvents: ImportSpecialEvents
  listSpecialEvents: ListSpecialEvents
  exportSpecialEvents: ExportSpecialEvents
  getSpecialEvent: GetSpecialEvent
  updateSpecialEvent: UpdateSpecialEvent
  deleteSpecialEvent: DeleteSpecialEvent
  restoreSpecialEvent: RestoreSpecialEvent
  listDeletedSpecialEvents: ListDeletedSpecialEvents
  setEventCapacity: SetEventCapacity
  getEventCapacity: GetEventCapacity
  getEventAvailability: GetEventAvailability
  setGeneralEntryCapacity: SetGeneralEntryCapacity
  getGeneralEntryCapacity: GetGeneralEntryCapacity
  getGeneralEntryAvailability: GetGeneralEntryAvailability
  buyMuseumTickets: BuyMuseumTickets
  getTicketCode: GetTicketCode
  getTicket: GetTicket
  findTickets: FindTickets
  exportTickets: ExportTickets
  cancelTicket: CancelTicket
  admitTicket: AdmitTicket
  listAdmissions: ListAdmissions
  getAdmissionSummary: GetAdmissionSummary
  revertAdmission: RevertAdmission
  getTicketRevocations: GetTicketRevocations
  listTicketKeys: ListTicketKeys
  ensureTicketKey: EnsureTicketKey
  rotateTicketKey: RotateTicketKey
  revokeTicketKey: RevokeTicketKey
  listAuditEntries: ListAuditEntries
  countPurchaserData: CountPurchaserData
  erasePurchaserData: ErasePurchaserData
  expirePurchaserData: ExpirePurchaserData
  /** The operations that create, under a key: they take effect once, however often they are called. */
  idempotent: IdempotentOperations
}>

/** Builds the operations on these ports. */
export const openMuseum = (ports: MuseumPorts): Museum => {
  // One for purchases with and without a key, which share the contexts that it caches.
  const keys = ticketKeyCache(ports)
  const sell = sellTicket(ports, keys)
  const codes = admissionCodes(ports, keys)
  return {
    getMuseumHours: getMuseumHours(ports),
    getSchedule: getSchedule(ports),
    changeOpeningHours: changeOpeningHours(ports),
    createSpecialEvent: createSpecialEvent(ports),
    importSpecialEvents: importSpecialEvents(ports),
    listSpecialEvents: listSpecialEvents(ports),
    exportSpecialEvents: exportSpecialEvents(ports),
    getSpecialEvent: getSpecialEvent(ports),
    updateSpecialEvent: updateSpecialEvent(ports),
    deleteSpecialEvent: deleteSpecialEvent(ports),
    restoreSpecialEvent: restoreSpecialEvent(ports),
    listDeletedSpecialEvents: listDeletedSpecialEvents(ports),
    setEventCapacity: setEventCapacity(ports),
    getEventCapacity: getEventCapacity(ports),
    getEventAvailability: getEventAvailability(ports),
    setGeneralEntryCapacity: setGeneralEntryCapacity(ports),
    getGeneralEntryCapacity: getGeneralEntryCapacity(ports),
    getGeneralEntryAvailability: getGeneralEntryAvailability(ports),
    buyMuseumTickets: buyMuseumTickets(sell, ports),
    getTicketCode: getTicketCode(codes, ports),
    getTicket: getTicket(ports),
    findTickets: findTickets(ports),
    exportTickets: exportTickets(ports),
    cancelTicket: cancelTicket(ports),
    admitTicket: admitTicket(codes, ports),
    listAdmissions: listAdmissions(ports),
    getAdmissionSummary: getAdmissionSummary(ports),
    revertAdmission: revertAdmission(ports),
    getTicketRevocations: getTicketRevocations(ports),
    listTicketKeys: listTicketKeys(ports),
    ensureTicketKey: ensureTicketKey(ports),
    rotateTicketKey: rotateTicketKey(ports, keys.invalidate),
    revokeTicketKey: revokeTicketKey(ports, keys.invalidate),
    listAuditEntries: listAuditEntries(ports),
    countPurchaserData: countPurchaserData(ports),
    erasePurchaserData: erasePurchaserData(ports),
    expirePurchaserData: expirePurchaserData(ports),
    idempotent: idempotentOperations(sell, ports),
  }
}
