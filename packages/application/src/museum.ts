import { renewedCache } from '@museum/concurrency'
import type { Refusal } from '@museum/domain'
import { admissionOperations } from './admissions/admission-operations.ts'
import { auditOperations } from './audit/audit-operations.ts'
import { capacityOperations } from './capacity/capacity-operations.ts'
import { closingOperations } from './closings/closing-operations.ts'
import { entryTimeOperations } from './entry-times/entry-time-operations.ts'
import { linkOperations } from './links/link-operations.ts'
import { ownCancellations } from './links/own-cancellation.ts'
import { museumHoursOperations } from './museum-hours/museum-hours-operations.ts'
import { orderOperations } from './orders/order-operations.ts'
import { refundOperations } from './orders/refund-operations.ts'
import { museumSettingOperations } from './museum-settings/museum-setting-operations.ts'
import { museumProfileOperations } from './museum-profile/museum-profile-operations.ts'
import type { Mails } from './mail/mail.ts'
import { paymentAttempts } from './payments/attempt-payment.ts'
import { paymentOperations, paymentSettlement } from './payments/payment-operations.ts'
import { paymentReconciliation } from './payments/reconcile-payments.ts'
import { refundRuns } from './payments/refund-runs.ts'
import type { MuseumPorts } from './ports.ts'
import { priceCategoryOperations } from './prices/price-category-operations.ts'
import { purchaserDataOperations } from './privacy/purchaser-data-operations.ts'
import { programmeOperations } from './programme/programme.ts'
import { freeOrderOperations } from './reservations/free-orders.ts'
import { reservationOperations } from './reservations/reservation-operations.ts'
import { salesOperations } from './sales/sales-operations.ts'
import { shopOperations } from './shop/shop-operations.ts'
import { specialEventOperations } from './special-events/special-event-operations.ts'
import { admissionCodes } from './ticket-keys/admission-codes.ts'
import { ticketKeyCache } from './ticket-keys/ticket-key-cache.ts'
import { ticketKeyOperations } from './ticket-keys/ticket-key-operations.ts'
import { prepareSales } from './tickets/prepare-sale.ts'
import { sellTickets } from './tickets/sell-tickets.ts'
import { ticketOperations } from './tickets/ticket-operations.ts'
import type { Users } from './users/users.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

const operationsOn = (ports: MuseumPorts) => {
  const keys = ticketKeyCache(ports)
  const codes = admissionCodes(ports, keys)
  const prices = renewedCache(ports.priceCategories.list, ports.now)
  const storedSettings = renewedCache(() => ports.storedSettings.list(), ports.now)
  const settings = museumSettingOperations(ports, storedSettings)
  const sales = prepareSales(ports, keys, prices.get, settings)
  const shop = shopOperations(ports, storedSettings)
  const settlement = paymentSettlement(ports, sales)
  const reservations = reservationOperations(ports, sales, settlement, shop)
  const { linkOfCancellation, cancellationOfLink, ...links } = linkOperations(ports, codes)
  const { cancelOwnTickets, ...orders } = orderOperations(ports, settings)
  const { continueRefundRun, ...refundRunOperations } = refundRuns(ports)
  return {
    ...settings,
    ...museumProfileOperations(ports, settings, shop),
    ...museumHoursOperations(ports),
    ...entryTimeOperations(ports),
    ...specialEventOperations(ports),
    ...programmeOperations(ports),
    ...capacityOperations(ports),
    ...priceCategoryOperations(ports, prices.invalidate),
    ...sellTickets(ports, sales),
    ...reservations,
    ...freeOrderOperations(ports, reservations),
    ...paymentOperations(ports, settlement, sales, settings),
    ...refundRunOperations,
    ...paymentAttempts(ports, settlement, { continueRefundRun }),
    ...paymentReconciliation(ports, settlement),
    ...ticketOperations(ports, codes, settings),
    ...orders,
    ...refundOperations(ports),
    ...salesOperations(ports),
    ...closingOperations(ports),
    ...admissionOperations(ports, codes),
    ...ticketKeyOperations(ports, keys.invalidate),
    ...links,
    ...ownCancellations(ports, { ...links, linkOfCancellation, cancellationOfLink }, { cancelOwnTickets }),
    ...shop,
    ...auditOperations(ports),
    ...purchaserDataOperations(ports),
  }
}

/**
 * Every operation of the museum as a function. Each returns a `Refusal` when a rule forbids the call, and throws
 * `Unavailable` when a port cannot work at the moment. `actor` is recorded in the audit log as the one who made a
 * change.
 */
export interface Museum extends ReturnType<typeof operationsOn> {}

/** Builds the operations on these ports. */
export const createMuseum: (ports: MuseumPorts) => Museum = operationsOn

/** The use cases of all operations. */
type UseCases = Museum & Users & Webhooks & Mails

/** The name of an operation: in every layer, the name of the use case. */
export type OperationName = keyof UseCases

/** What the use case of an operation returns when it is not refused. */
export type Result<Name extends OperationName> = Exclude<Awaited<ReturnType<UseCases[Name]>>, Refusal>
