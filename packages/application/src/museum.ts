import { admissionOperations } from './admissions/admission-operations.ts'
import { auditOperations } from './audit/audit-operations.ts'
import { capacityOperations } from './capacity/capacity-operations.ts'
import { museumHoursOperations } from './museum-hours/museum-hours-operations.ts'
import { orderOperations } from './orders/order-operations.ts'
import { refundOperations } from './orders/refund-operations.ts'
import { museumProfileOperations } from './museum-profile/museum-profile-operations.ts'
import type { MuseumPorts } from './ports.ts'
import { priceCategoryOperations } from './prices/price-category-operations.ts'
import { purchaserDataOperations } from './privacy/purchaser-data-operations.ts'
import { programmeOperations } from './programme/programme.ts'
import { renewedCache } from './renewed-cache.ts'
import { salesOperations } from './sales/sales-operations.ts'
import { specialEventOperations } from './special-events/special-event-operations.ts'
import { admissionCodes } from './ticket-keys/admission-codes.ts'
import { ticketKeyCache } from './ticket-keys/ticket-key-cache.ts'
import { ticketKeyOperations } from './ticket-keys/ticket-key-operations.ts'
import { sellTickets } from './tickets/sell-tickets.ts'
import { ticketOperations } from './tickets/ticket-operations.ts'

/**
 * Every operation of the museum as a function. Each returns a `Refusal` when a rule forbids the call, and throws
 * `Unavailable` when a port cannot work at the moment. `actor` is recorded in the audit log as the one who made a
 * change.
 */
export interface Museum
  extends
    ReturnType<typeof museumProfileOperations>,
    ReturnType<typeof museumHoursOperations>,
    ReturnType<typeof specialEventOperations>,
    ReturnType<typeof programmeOperations>,
    ReturnType<typeof capacityOperations>,
    ReturnType<typeof priceCategoryOperations>,
    ReturnType<typeof sellTickets>,
    ReturnType<typeof ticketOperations>,
    ReturnType<typeof orderOperations>,
    ReturnType<typeof refundOperations>,
    ReturnType<typeof salesOperations>,
    ReturnType<typeof admissionOperations>,
    ReturnType<typeof ticketKeyOperations>,
    ReturnType<typeof auditOperations>,
    ReturnType<typeof purchaserDataOperations> {}

/** Builds the operations on these ports. */
export const createMuseum = (ports: MuseumPorts): Museum => {
  const keys = ticketKeyCache(ports)
  const codes = admissionCodes(ports, keys)
  const prices = renewedCache(ports.priceCategories.list, ports.now)
  return {
    ...museumProfileOperations(ports),
    ...museumHoursOperations(ports),
    ...specialEventOperations(ports),
    ...programmeOperations(ports),
    ...capacityOperations(ports),
    ...priceCategoryOperations(ports, prices.invalidate),
    ...sellTickets(ports, keys, prices.get),
    ...ticketOperations(ports, codes),
    ...orderOperations(ports),
    ...refundOperations(ports),
    ...salesOperations(ports),
    ...admissionOperations(ports, codes),
    ...ticketKeyOperations(ports, keys.invalidate),
    ...auditOperations(ports),
    ...purchaserDataOperations(ports),
  }
}
