import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '@museum/database'
import { specialEvents } from './2026-12-01-special-events.ts'
import { tickets } from './2026-12-02-tickets.ts'
import { museumHours } from './2026-12-03-museum-hours.ts'
import { users } from './2026-12-04-users.ts'
import { specialEventRevision } from './2026-12-05-special-event-revision.ts'
import { idempotencyRecords } from './2026-12-06-idempotency-records.ts'
import { writeProbe } from './2026-12-07-write-probe.ts'
import { occurrences } from './2026-12-08-occurrences.ts'
import { rolesAndAudit } from './2026-12-09-roles-and-audit.ts'
import { ticketKeys } from './2026-12-10-ticket-keys.ts'
import { capacity } from './2026-12-11-capacity.ts'
import { admissions } from './2026-12-12-admissions.ts'
import { ticketSearch } from './2026-12-13-ticket-search.ts'
import { importedEvents } from './2026-12-14-imported-events.ts'
import { ticketsOfEvent } from './2026-12-14-tickets-of-event.ts'
import { purchaserData } from './2026-12-15-purchaser-data.ts'
import { emailForms } from './2026-12-16-email-forms.ts'
import { countedSales } from './2026-12-20-counted-sales.ts'
import { priceCategories } from './m019-price-categories.ts'
import { orders } from './m020-orders.ts'
import { messages } from './m021-messages.ts'
import { furtherEntries } from './m022-further-entries.ts'
import { emailDomains } from './m023-email-domains.ts'
import { mailRequests } from './m024-mail-requests.ts'
import { webhookSecrets } from './m025-webhook-secrets.ts'
import { slots } from './m026-slots.ts'
import { presses } from './m027-presses.ts'
import { entryTimes } from './m028-entry-times.ts'
import { orderLists } from './m029-order-lists.ts'
import { generalPrices } from './m030-general-prices.ts'
import { closings } from './m031-closings.ts'
import { reservations } from './m032-reservations.ts'
import { payments } from './m033-payments.ts'
import { onlineRefunds } from './m034-online-refunds.ts'
import { orderChanges } from './m035-order-changes.ts'
import { linkKeys } from './m036-link-keys.ts'
import { shop } from './m037-shop.ts'
import { temporaryPasswords } from './m038-temporary-passwords.ts'

// MySQL cannot roll back table changes, so each migration must be repeatable after an interrupted run.
// A released migration is never changed.
const migrations = {
  '2026-12-01-special-events': specialEvents,
  '2026-12-02-tickets': tickets,
  '2026-12-03-museum-hours': museumHours,
  '2026-12-04-users': users,
  '2026-12-05-special-event-revision': specialEventRevision,
  '2026-12-06-idempotency-records': idempotencyRecords,
  '2026-12-07-write-probe': writeProbe,
  '2026-12-08-occurrences': occurrences,
  '2026-12-09-roles-and-audit': rolesAndAudit,
  '2026-12-10-ticket-keys': ticketKeys,
  '2026-12-11-capacity': capacity,
  '2026-12-12-admissions': admissions,
  '2026-12-13-ticket-search': ticketSearch,
  '2026-12-14-imported-events': importedEvents,
  '2026-12-14-tickets-of-event': ticketsOfEvent,
  '2026-12-15-purchaser-data': purchaserData,
  '2026-12-16-email-forms': emailForms,
  '2026-12-20-counted-sales': countedSales,
  'm019-price-categories': priceCategories,
  'm020-orders': orders,
  'm021-messages': messages,
  'm022-further-entries': furtherEntries,
  'm023-email-domains': emailDomains,
  'm024-mail-requests': mailRequests,
  'm025-webhook-secrets': webhookSecrets,
  'm026-slots': slots,
  'm027-presses': presses,
  'm028-entry-times': entryTimes,
  'm029-order-lists': orderLists,
  'm030-general-prices': generalPrices,
  'm031-closings': closings,
  'm032-reservations': reservations,
  'm033-payments': payments,
  'm034-online-refunds': onlineRefunds,
  'm035-order-changes': orderChanges,
  'm036-link-keys': linkKeys,
  'm037-shop': shop,
  'm038-temporary-passwords': temporaryPasswords,
}

/** The names of all migrations of this version, in the order in which they are applied. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/** All migrations from an empty database to the current tables, by name, in the order of the names. */
export const migrationsOn = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [name, { up: (db: Kysely<never>) => up(db, engine) }]),
  )
