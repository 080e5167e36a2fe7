import type { MuseumDatabase } from '@museum/adapters-persistence'
import type { SystemPorts } from '@museum/adapters-system'
import type {
  AdmissionRepository,
  AuditRepository,
  CapacityRepository,
  CredentialVerifier,
  IdempotencyRecordRepository,
  Museum,
  MuseumHoursRepository,
  PasswordHasher,
  PurchaserDataRepository,
  SpecialEventRepository,
  SignatureAlgorithm,
  TicketKeyRepository,
  TicketRenderer,
  TicketRepository,
  TicketRevocationRepository,
  UserRepository,
  Users,
} from '@museum/application'
import type { ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import type { MuseumApi } from '@museum/adapters-http'
import type { Tracing } from '../tracing/tracing.ts'
import type { ServerObserver } from './server-observer.ts'

const token = <Part>(name: string): ServiceIdentifier<Part> => Symbol(name)

/** The identifiers by which the container resolves the parts of the server. */
export const tokens = {
  config: token<Config>('config'),
  log: token<Logger>('log'),
  tracing: token<Tracing>('tracing'),
  observer: token<ServerObserver>('observer'),
  shutdown: token<AbortController>('shutdown'),
  database: token<MuseumDatabase>('database'),
  specialEvents: token<SpecialEventRepository>('specialEvents'),
  tickets: token<TicketRepository>('tickets'),
  admissions: token<AdmissionRepository>('admissions'),
  purchaserData: token<PurchaserDataRepository>('purchaserData'),
  ticketRevocations: token<TicketRevocationRepository>('ticketRevocations'),
  museumHours: token<MuseumHoursRepository>('museumHours'),
  capacities: token<CapacityRepository>('capacities'),
  idempotencyRecords: token<IdempotencyRecordRepository>('idempotencyRecords'),
  audit: token<AuditRepository>('audit'),
  userRepository: token<UserRepository>('userRepository'),
  passwordHasher: token<PasswordHasher>('passwordHasher'),
  ticketKeys: token<TicketKeyRepository>('ticketKeys'),
  signatureAlgorithm: token<SignatureAlgorithm>('signatureAlgorithm'),
  ticketRenderer: token<TicketRenderer>('ticketRenderer'),
  system: token<SystemPorts>('system'),
  credentials: token<CredentialVerifier>('credentials'),
  museum: token<Museum>('museum'),
  users: token<Users>('users'),
  api: token<MuseumApi>('api'),
} as const
