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
import type { Config } from '../config.ts'
import { apiOptions } from '../system/api-options.ts'
import { systemPorts } from '../system/system-ports.ts'
import { the } from './the.ts'

/** Puts the museum together: which part is made by which function of which other parts. */
export const compose = async (config: Config, log: Logger) => {
  const container = new Container({ defaultScope: 'Singleton' })
  container.bind(the.config).toConstantValue(config)
  container.bind(the.log).toConstantValue(log)
  const shutdown = new AbortController()
  container.bind(the.shutdown).toConstantValue(shutdown)
  container
    .bind(the.database)
    .toResolvedValue(
      ({ databaseUrl, databaseCa, databaseConnections }, own) =>
        openDatabase(databaseUrl, {
          ca: databaseCa,
          connections: databaseConnections,
          warn: (message) => own.warn(message),
        }),
      [the.config, the.log],
    )
    .onDeactivation((database) => database.close())
  container.bind(the.specialEvents).toResolvedValue(kyselySpecialEventRepository, [the.database])
  container.bind(the.tickets).toResolvedValue(kyselyTicketRepository, [the.database])
  container.bind(the.museumHours).toResolvedValue(kyselyMuseumHoursRepository, [the.database])
  container.bind(the.idempotencyRecords).toResolvedValue(kyselyIdempotencyRecordRepository, [the.database])
  container.bind(the.users).toResolvedValue(kyselyUserRepository, [the.database])
  container
    .bind(the.ticketRenderer)
    .toResolvedValue(({ museumName }) => canvasTicketRenderer({ museumName }), [the.config])
  container.bind(the.system).toResolvedValue(({ timeZone, today }) => systemPorts(timeZone, today), [the.config])
  container.bind(the.museum).toResolvedValue(
    ({ generalPrice, currency }, system, specialEvents, tickets, museumHours, idempotencyRecords, ticketRenderer) => {
      const repositories = { specialEvents, tickets, museumHours, idempotencyRecords }
      return openMuseum({ generalPrice, currency, ...system, ...repositories, ticketRenderer })
    },
    [
      the.config,
      the.system,
      the.specialEvents,
      the.tickets,
      the.museumHours,
      the.idempotencyRecords,
      the.ticketRenderer,
    ],
  )
  container
    .bind(the.credentials)
    .toResolvedValue((users) => throttledCredentialVerifier(scryptCredentialVerifier(users)), [the.users])
  container
    .bind(the.api)
    .toResolvedValue(
      (museum, credentials, ...parts) => museumApi(museum, credentials, apiOptions(...parts)),
      [the.museum, the.credentials, the.config, the.log, the.system, the.database, the.shutdown],
    )

  return {
    database: await container.getAsync(the.database),
    users: await container.getAsync(the.users),
    idempotencyRecords: await container.getAsync(the.idempotencyRecords),
    museum: await container.getAsync(the.museum),
    api: await container.getAsync(the.api),
    /** From now on `/readyz` says that the server is not ready. */
    beginShutdown: () => shutdown.abort(),
    /** Closes what must be closed. */
    close: () => container.unbindAllAsync(),
  }
}

export type Composed = Awaited<ReturnType<typeof compose>>
