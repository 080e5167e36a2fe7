import 'reflect-metadata'
import { scryptPasswordHasher } from '@museum/adapters-access'
import type { MuseumApi } from '@museum/adapters-http'
import {
  type MuseumDatabase,
  kyselyAdmissionRepository,
  kyselyAuditRepository,
  kyselyCapacityRepository,
  kyselyIdempotencyRecordRepository,
  kyselyMuseumHoursRepository,
  kyselyPurchaserDataRepository,
  kyselySpecialEventRepository,
  kyselyTicketKeyRepository,
  kyselyTicketRevocationRepository,
  kyselyUserRepository,
} from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import type { IdempotencyRecordRepository, Museum, Users } from '@museum/application'
import { Container } from 'inversify'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { type Tracing, noTracing } from '../tracing/tracing.ts'
import * as parts from './parts.ts'
import type { ServerObserver } from './server-observer.ts'
import { tokens } from './tokens.ts'

/** The parts of the server that the commands use. */
export type Composition = Readonly<{
  database: MuseumDatabase
  idempotencyRecords: IdempotencyRecordRepository
  museum: Museum
  users: Users
  api: MuseumApi
  /** From now on `/readyz` answers 503. */
  beginShutdown: () => void
  /** Closes the database. */
  close: () => Promise<void>
}>

/**
 * Composes the server: each part by its token, the function that makes it, and the parts that the function takes. The
 * observer is called with what happens in it.
 */
export const compose = async (
  config: Config,
  log: Logger,
  tracing: Tracing = noTracing,
  observer: ServerObserver = {},
): Promise<Composition> => {
  const container = new Container({ defaultScope: 'Singleton' })
  const shutdown = new AbortController()
  const repositories = [
    tokens.specialEvents,
    tokens.tickets,
    tokens.admissions,
    tokens.purchaserData,
    tokens.ticketRevocations,
    tokens.museumHours,
    tokens.capacities,
    tokens.idempotencyRecords,
    tokens.audit,
    tokens.ticketKeys,
  ] as const

  container.bind(tokens.config).toConstantValue(config)
  container.bind(tokens.log).toConstantValue(log)
  container.bind(tokens.tracing).toConstantValue(tracing)
  container.bind(tokens.observer).toConstantValue(observer)
  container.bind(tokens.shutdown).toConstantValue(shutdown)
  container
    .bind(tokens.database)
    .toResolvedValue(parts.configuredDatabase, [tokens.config, tokens.log, tokens.tracing, tokens.observer])
    .onDeactivation((opened) => opened.close())
  container.bind(tokens.specialEvents).toResolvedValue(kyselySpecialEventRepository, [tokens.database])
  container.bind(tokens.tickets).toResolvedValue(parts.observedTickets, [tokens.database, tokens.observer])
  container.bind(tokens.admissions).toResolvedValue(kyselyAdmissionRepository, [tokens.database])
  container.bind(tokens.purchaserData).toResolvedValue(kyselyPurchaserDataRepository, [tokens.database])
  container.bind(tokens.ticketRevocations).toResolvedValue(kyselyTicketRevocationRepository, [tokens.database])
  container.bind(tokens.museumHours).toResolvedValue(kyselyMuseumHoursRepository, [tokens.database])
  container.bind(tokens.capacities).toResolvedValue(kyselyCapacityRepository, [tokens.database])
  container.bind(tokens.idempotencyRecords).toResolvedValue(kyselyIdempotencyRecordRepository, [tokens.database])
  container.bind(tokens.audit).toResolvedValue(kyselyAuditRepository, [tokens.database])
  container.bind(tokens.ticketKeys).toResolvedValue(kyselyTicketKeyRepository, [tokens.database])
  container.bind(tokens.signatureAlgorithm).toResolvedValue(ed25519)
  container.bind(tokens.userRepository).toResolvedValue(kyselyUserRepository, [tokens.database])
  container.bind(tokens.passwordHasher).toConstantValue(scryptPasswordHasher)
  container.bind(tokens.system).toResolvedValue(parts.configuredSystemPorts, [tokens.config])
  container.bind(tokens.ticketRenderer).toResolvedValue(parts.configuredTicketRenderer, [tokens.config])
  container
    .bind(tokens.museum)
    .toResolvedValue(parts.configuredMuseum, [
      tokens.config,
      tokens.system,
      ...repositories,
      tokens.signatureAlgorithm,
      tokens.ticketRenderer,
    ])
  container
    .bind(tokens.users)
    .toResolvedValue(parts.museumUsers, [tokens.userRepository, tokens.passwordHasher, tokens.system])
  container
    .bind(tokens.credentials)
    .toResolvedValue(parts.configuredCredentialVerifier, [tokens.userRepository, tokens.log, tokens.observer])
  container
    .bind(tokens.api)
    .toResolvedValue(parts.configuredApi, [
      tokens.museum,
      tokens.credentials,
      tokens.config,
      tokens.log,
      tokens.tracing,
      tokens.system,
      tokens.database,
      tokens.shutdown,
      tokens.observer,
    ])

  return {
    database: await container.getAsync(tokens.database),
    idempotencyRecords: await container.getAsync(tokens.idempotencyRecords),
    museum: await container.getAsync(tokens.museum),
    users: await container.getAsync(tokens.users),
    api: await container.getAsync(tokens.api),
    beginShutdown: () => shutdown.abort(),
    close: () => container.unbindAllAsync(),
  }
}
