import { credentialVerifier } from '@museum/adapters-access'
import { type MuseumApi, museumApi } from '@museum/adapters-http'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { type MuseumDatabase, kyselyTicketRepository, openDatabase } from '@museum/adapters-persistence'
import { type SystemPorts, systemPorts } from '@museum/adapters-system'
import {
  type AdmissionRepository,
  type AuditRepository,
  type CapacityRepository,
  type CredentialVerifier,
  type IdempotencyRecordRepository,
  type Museum,
  type MuseumHoursRepository,
  type PasswordHasher,
  type PurchaserDataRepository,
  type SignatureAlgorithm,
  type SpecialEventRepository,
  type TicketKeyRepository,
  type TicketRenderer,
  type TicketRepository,
  type TicketRevocationRepository,
  type UserRepository,
  type Users,
  openMuseum,
  openUsers,
} from '@museum/application'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { databaseSettingNames } from '../configuration/database-setting-names.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { apiOptions } from './api-options.ts'
import { noteSales } from './note-sales.ts'
import type { ServerObserver } from './server-observer.ts'
import { warnOfShortPasswords } from './warn-of-short-passwords.ts'

/** Opens the database of the configuration. */
export const configuredDatabase = (
  { databaseUrl, databaseCa, databaseClientCertificate, databaseConnections }: Config,
  log: Logger,
  { databaseTracer }: Tracing,
  { database: observer }: ServerObserver,
): MuseumDatabase =>
  openDatabase(databaseUrl, {
    ca: databaseCa,
    clientCertificate: databaseClientCertificate,
    connections: databaseConnections,
    warn: (message) => log.warn(message),
    tracer: databaseTracer,
    settingNames: databaseSettingNames,
    observer,
  })

/** The tickets in the database; each sale is passed to the observer. */
export const observedTickets = (database: MuseumDatabase, { onTicketSold }: ServerObserver): TicketRepository => {
  const tickets = kyselyTicketRepository(database)
  return onTicketSold === undefined ? tickets : noteSales(tickets, onTicketSold)
}

/** Time, identifiers and random numbers, with the time zone or the fixed date of the configuration. */
export const configuredSystemPorts = ({ timeZone, today }: Config): SystemPorts => systemPorts(timeZone, today)

/** Ticket images with the name of the museum. */
export const configuredTicketRenderer = ({ museumName }: Config): TicketRenderer => canvasTicketRenderer({ museumName })

/** The use cases, with the price, the currency and the ticket key of the configuration. */
export const configuredMuseum = (
  { generalPrice, currency, givenTicketKeys }: Config,
  system: SystemPorts,
  specialEvents: SpecialEventRepository,
  tickets: TicketRepository,
  admissions: AdmissionRepository,
  purchaserData: PurchaserDataRepository,
  ticketRevocations: TicketRevocationRepository,
  museumHours: MuseumHoursRepository,
  capacities: CapacityRepository,
  idempotencyRecords: IdempotencyRecordRepository,
  audit: AuditRepository,
  ticketKeys: TicketKeyRepository,
  signatureAlgorithm: SignatureAlgorithm,
  ticketRenderer: TicketRenderer,
): Museum =>
  openMuseum({
    generalPrice,
    currency,
    ...system,
    specialEvents,
    tickets,
    admissions,
    purchaserData,
    ticketRevocations,
    museumHours,
    capacities,
    idempotencyRecords,
    audit,
    ticketKeys,
    signatureAlgorithm,
    givenTicketKeys,
    ticketRenderer,
  })

/** The operations on the users. */
export const museumUsers = (users: UserRepository, passwordHasher: PasswordHasher, { now }: SystemPorts): Users =>
  openUsers({ users, passwordHasher, now })

/** Verifies passwords, limits wrong ones, and logs warnings of short ones. */
export const configuredCredentialVerifier = (
  users: UserRepository,
  log: Logger,
  { credentials }: ServerObserver,
): CredentialVerifier => warnOfShortPasswords(credentialVerifier(users, credentials), log)

/** The API with the options of the configuration. */
export const configuredApi = (
  museum: Museum,
  credentials: CredentialVerifier,
  ...options: Parameters<typeof apiOptions>
): MuseumApi => museumApi(museum, credentials, apiOptions(...options))
