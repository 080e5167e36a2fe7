import { Instant } from '@museum/domain'
import type { Repositories } from '@museum/application'
import { inMemoryAdmissionRepository } from './in-memory-admission-repository.ts'
import { inMemoryAuditRepository } from './in-memory-audit-repository.ts'
import { inMemoryCapacityRepository } from './in-memory-capacity-repository.ts'
import { inMemoryClosingRepository } from './in-memory-closing-repository.ts'
import { inMemoryFreeOrderRepository } from './in-memory-free-order-repository.ts'
import { inMemoryIdempotencyRecordRepository } from './in-memory-idempotency-record-repository.ts'
import { inMemoryLinkKeyRepository } from './in-memory-link-key-repository.ts'
import { inMemoryMuseumHoursRepository } from './in-memory-museum-hours-repository.ts'
import { inMemoryOnlineRefundRepository } from './in-memory-online-refund-repository.ts'
import { inMemoryOrderRepository, inMemoryRefundRepository } from './in-memory-order-repository.ts'
import { inMemoryPriceCategoryRepository } from './in-memory-price-category-repository.ts'
import { inMemoryPurchaserDataRepository } from './in-memory-purchaser-data-repository.ts'
import { inMemoryReservationRepository } from './in-memory-reservation-repository.ts'
import { inMemorySalesRepository } from './in-memory-sales-repository.ts'
import { inMemorySpecialEventRepository } from './in-memory-special-event-repository.ts'
import { inMemoryStoredSettingRepository } from './in-memory-stored-setting-repository.ts'
import { emptyStore } from './in-memory-store.ts'
import { inMemoryTicketKeyRepository } from './in-memory-ticket-key-repository.ts'
import { inMemoryTicketRepository } from './in-memory-ticket-repository.ts'
import { inMemoryTicketRevocationRepository } from './in-memory-ticket-revocation-repository.ts'
import { inMemoryUserRepository } from './in-memory-user-repository.ts'
import { inMemoryDeliveryRepository, inMemoryWebhookRepository } from './in-memory-webhook-repositories.ts'

/** An adapter in memory for every repository port, on one store that ends with the process. */
export const inMemoryRepositories = (now: () => Instant = () => Instant(Date.now())): Repositories => {
  const store = emptyStore(now)
  return {
    specialEvents: inMemorySpecialEventRepository(store),
    tickets: inMemoryTicketRepository(store),
    orders: inMemoryOrderRepository(store),
    reservations: inMemoryReservationRepository(store),
    freeOrders: inMemoryFreeOrderRepository(store),
    onlineRefunds: inMemoryOnlineRefundRepository(store),
    refunds: inMemoryRefundRepository(store),
    sales: inMemorySalesRepository(store),
    closings: inMemoryClosingRepository(store),
    ticketRevocations: inMemoryTicketRevocationRepository(store),
    admissions: inMemoryAdmissionRepository(store),
    purchaserData: inMemoryPurchaserDataRepository(store),
    museumHours: inMemoryMuseumHoursRepository(store),
    capacities: inMemoryCapacityRepository(store),
    priceCategories: inMemoryPriceCategoryRepository(store),
    users: inMemoryUserRepository(store),
    ticketKeys: inMemoryTicketKeyRepository(store),
    linkKeys: inMemoryLinkKeyRepository(store),
    storedSettings: inMemoryStoredSettingRepository(store),
    audit: inMemoryAuditRepository(store),
    idempotencyRecords: inMemoryIdempotencyRecordRepository(store),
    webhooks: inMemoryWebhookRepository(store),
    deliveries: inMemoryDeliveryRepository(store),
  }
}
