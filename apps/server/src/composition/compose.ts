import 'reflect-metadata'
import { scryptCredentialVerifier, throttledCredentialVerifier } from '@museum/adapters-access'
import { museumApi } from '@museum/adapters-http'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import {
  kyselyIdempotencyRecordRepository,
  kyselyMuseumHoursRepository,
  kyselySpecialEventRepository,
  kyselyTicketRepository,
  kyselyUserRepository,
  openDatabase,
} from '@museum/adapters-persistence'
import { openMuseum } from '@museum/application'
import { Container } from 'inversify'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { apiOptions } from '../system/api-options.ts'
import { systemPorts } from '../system/system-ports.ts'
import { tokens } from './tokens.ts'

/** Puts the museum together: which part is made by which function of which other parts. */
export const compose = async (config: Config, log: Logger) => {
  const container = new Container({ defaultScope: 'Singleton' })
  container.bind(tokens.config).toConstantValue(config)
  container.bind(tokens.log).toConstantValue(log)
  const shutdown = new AbortController()
  container.bind(tokens.shutdown).toConstantValue(shutdown)
  container
    .bind(tokens.database)
    .toResolvedValue(
      ({ databaseUrl, databaseCa, databaseConnections }, own) =>
        openDatabase(databaseUrl, {
          ca: databaseCa,
          connections: databaseConnections,
          warn: (message) => own.warn(message),
        }),
      [tokens.config, tokens.log],
    )
    .onDeactivation((database) => database.close())
  container.bind(tokens.specialEvents).toResolvedValue(kyselySpecialEventRepository, [tokens.database])
  container.bind(tokens.tickets).toResolvedValue(kyselyTicketRepository, [tokens.database])
  container.bind(tokens.museumHours).toResolvedValue(kyselyMuseumHoursRepository, [tokens.database])
  container.bind(tokens.idempotencyRecords).toResolvedValue(kyselyIdempotencyRecordRepository, [tokens.database])
  container.bind(tokens.users).toResolvedValue(kyselyUserRepository, [tokens.database])
  container
    .bind(tokens.ticketRenderer)
    .toResolvedValue(({ museumName }) => canvasTicketRenderer({ museumName }), [tokens.config])
  container.bind(tokens.system).toResolvedValue(({ timeZone, today }) => systemPorts(timeZone, today), [tokens.config])
  container.bind(tokens.museum).toResolvedValue(
    ({ generalPrice, currency }, system, specialEvents, tickets, museumHours, idempotencyRecords, ticketRenderer) => {
      const repositories = { specialEvents, tickets, museumHours, idempotencyRecords }
      return openMuseum({ generalPrice, currency, ...system, ...repositories, ticketRenderer })
    },
    [
      tokens.config,
      tokens.system,
      tokens.specialEvents,
      tokens.tickets,
      tokens.museumHours,
      tokens.idempotencyRecords,
      tokens.ticketRenderer,
    ],
  )
  container
    .bind(tokens.credentials)
    .toResolvedValue((users) => throttledCredentialVerifier(scryptCredentialVerifier(users)), [tokens.users])
  container
    .bind(tokens.api)
    .toResolvedValue(
      (museum, credentials, ...parts) => museumApi(museum, credentials, apiOptions(...parts)),
      [tokens.museum, tokens.credentials, tokens.config, tokens.log, tokens.system, tokens.database, tokens.shutdown],
    )

  return {
    database: await container.getAsync(tokens.database),
    users: await container.getAsync(tokens.users),
    idempotencyRecords: await container.getAsync(tokens.idempotencyRecords),
    museum: await container.getAsync(tokens.museum),
    api: await container.getAsync(tokens.api),
    /** From now on `/readyz` says that the server is not ready. */
    beginShutdown: () => shutdown.abort(),
    /** Closes what must be closed. */
    close: () => container.unbindAllAsync(),
  }
}

export type Composed = Awaited<ReturnType<typeof compose>>
