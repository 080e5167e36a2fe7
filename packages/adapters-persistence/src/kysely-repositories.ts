import type { Repositories } from '@museum/application'
import { kyselyUserRepository } from './users/kysely-user-repository.ts'
import { kyselyAdmissionRepository } from './admissions/kysely-admission-repository.ts'
import { kyselyAuditRepository } from './audit/kysely-audit-repository.ts'
import { kyselyCapacityRepository } from './capacity/kysely-capacity-repository.ts'
import { kyselyClosingRepository } from './closings/kysely-closing-repository.ts'
import type { MuseumDatabase } from './database/museum-database.ts'
import { kyselyFreeOrderRepository } from './free-orders/kysely-free-order-repository.ts'
import { kyselyIdempotencyRecordRepository } from './idempotency/kysely-idempotency-record-repository.ts'
import { kyselyLinkKeyRepository } from './links/kysely-link-key-repository.ts'
import { kyselyMuseumHoursRepository } from './museum-hours/kysely-museum-hours-repository.ts'
import { kyselyDeliveryRepository } from './messages/kysely-delivery-repository.ts'
import { kyselyWebhookRepository } from './messages/kysely-webhook-repository.ts'
import { messageRecorder } from './messages/record-messages.ts'
import { kyselyOrderRepository } from './orders/kysely-order-repository.ts'
import { kyselyRefundRepository } from './orders/kysely-refund-repository.ts'
import { kyselyOnlineRefundRepository } from './payments/kysely-online-refund-repository.ts'
import { kyselyPriceCategoryRepository } from './prices/kysely-price-category-repository.ts'
import { kyselyPurchaserDataRepository } from './privacy/kysely-purchaser-data-repository.ts'
import { kyselyReservationRepository } from './reservations/kysely-reservation-repository.ts'
import { kyselySalesRepository } from './sales/kysely-sales-repository.ts'
import { sellAndReserve } from './sales/sell-and-reserve.ts'
import { kyselySpecialEventRepository } from './special-events/kysely-special-event-repository.ts'
import { kyselyStoredSettingRepository } from './stored-settings/kysely-stored-setting-repository.ts'
import { kyselyTicketKeyRepository } from './ticket-keys/kysely-ticket-key-repository.ts'
import { kyselyTicketRepository } from './tickets/kysely-ticket-repository.ts'
import { ticketStatements } from './tickets/ticket-rows.ts'
import { kyselyTicketRevocationRepository } from './tickets/kysely-ticket-revocation-repository.ts'

/** All repositories on one database: those that `createMuseum` takes, and `users` for `createUsers`. */
export const kyselyRepositories = (database: MuseumDatabase): Repositories => {
  const messages = messageRecorder(database)
  const { sell, reserve } = sellAndReserve(database, ticketStatements(database.kysely), messages)
  return {
    specialEvents: kyselySpecialEventRepository(database, messages),
    tickets: kyselyTicketRepository(database, messages, sell),
    orders: kyselyOrderRepository(database, messages),
    reservations: kyselyReservationRepository(database, messages, reserve),
    freeOrders: kyselyFreeOrderRepository(database),
    onlineRefunds: kyselyOnlineRefundRepository(database),
    refunds: kyselyRefundRepository(database),
    sales: kyselySalesRepository(database),
    closings: kyselyClosingRepository(database),
    admissions: kyselyAdmissionRepository(database),
    purchaserData: kyselyPurchaserDataRepository(database),
    ticketRevocations: kyselyTicketRevocationRepository(database),
    museumHours: kyselyMuseumHoursRepository(database, messages),
    capacities: kyselyCapacityRepository(database),
    priceCategories: kyselyPriceCategoryRepository(database),
    users: kyselyUserRepository(database),
    ticketKeys: kyselyTicketKeyRepository(database),
    linkKeys: kyselyLinkKeyRepository(database),
    storedSettings: kyselyStoredSettingRepository(database),
    audit: kyselyAuditRepository(database),
    idempotencyRecords: kyselyIdempotencyRecordRepository(database),
    webhooks: kyselyWebhookRepository(database, messages),
    deliveries: kyselyDeliveryRepository(database, messages),
  }
}
