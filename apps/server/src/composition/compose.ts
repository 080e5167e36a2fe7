import 'reflect-metadata'
import { credentialVerifier, scryptPasswordHasher } from '@museum/adapters-access'
import { type MuseumApi, museumApi, renderMessage } from '@museum/adapters-http'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { mailSender, webhookSender } from '@museum/adapters-messaging'
import { type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { ed25519 } from '@museum/adapters-signing'
import { type SystemPorts, systemPorts } from '@museum/adapters-system'
import {
  type ClaimedMail,
  type CredentialVerifier,
  type DeliveryResult,
  type MailSender,
  type Mails,
  type Museum,
  type Repositories,
  type Users,
  type WebhookSender,
  type Webhooks,
  createMails,
  createMuseum,
  createUsers,
  createWebhooks,
  mailAttempts,
} from '@museum/application'
import { Container, type ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import { type Tracing, noTracing } from '../observability/tracing/tracing.ts'
import type { Config } from '../settings/settings.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import { apiOptions } from './api-options.ts'
import { type ServerObserver, noteSales } from '../observability/server-observer.ts'
import { warnOfShortPasswords } from '../startup/warn-of-short-passwords.ts'

const token = <Part>(name: string): ServiceIdentifier<Part> => Symbol(name)

/** The tokens by which the container resolves the parts of the server. */
const tokens = {
  database: token<MuseumDatabase>('database'),
  repositories: token<Repositories>('repositories'),
  system: token<SystemPorts>('system'),
  museum: token<Museum>('museum'),
  users: token<Users>('users'),
  webhookSender: token<WebhookSender>('webhookSender'),
  webhooks: token<Webhooks>('webhooks'),
  mails: token<Mails>('mails'),
  mailSender: token<MailSender | undefined>('mailSender'),
  attemptMail: token<Composition['attemptMail']>('attemptMail'),
  credentials: token<CredentialVerifier>('credentials'),
  api: token<MuseumApi>('api'),
} as const

/** The parts of the server that the commands use. */
export type Composition = Readonly<{
  database: MuseumDatabase
  repositories: Repositories
  museum: Museum
  users: Users
  webhooks: Webhooks
  mails: Mails
  /** Absent when no e-mails are sent. */
  attemptMail: ((delivery: ClaimedMail) => Promise<DeliveryResult>) | undefined
  api: MuseumApi
  /** From now on `/readyz` answers 503. */
  beginShutdown: () => void
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
  const { generalPrice, currency, givenTicketKeys, museumName, address, language, timeZone, today } = config
  const shutdown = new AbortController()
  const container = new Container({ defaultScope: 'Singleton' })
  container
    .bind(tokens.database)
    .toResolvedValue(() =>
      openConfiguredDatabase(config, {
        connections: config.databaseConnections,
        warn: (message) => log.warn(message),
        tracer: tracing.databaseTracer,
        observer: observer.database,
      }),
    )
    .onDeactivation((opened) => opened.close())
  container
    .bind(tokens.repositories)
    .toResolvedValue((database) => noteSales(kyselyRepositories(database), observer), [tokens.database])
  container.bind(tokens.system).toResolvedValue(() => systemPorts(timeZone, today))
  container.bind(tokens.museum).toResolvedValue(
    (system, repositories) =>
      createMuseum({
        museumName,
        language,
        generalPrice,
        currency,
        givenTicketKeys,
        ...system,
        ...repositories,
        signatureAlgorithm: ed25519(),
        ticketRenderer: canvasTicketRenderer({ museumName, language }),
      }),
    [tokens.system, tokens.repositories],
  )
  container
    .bind(tokens.users)
    .toResolvedValue(
      ({ users }, { now }) => createUsers({ users, passwordHasher: scryptPasswordHasher, now }),
      [tokens.repositories, tokens.system],
    )
  container
    .bind(tokens.webhookSender)
    .toResolvedValue(() => webhookSender({ privateAddresses: config.webhookPrivateAddresses }))
  container
    .bind(tokens.webhooks)
    .toResolvedValue(
      (repositories, system, sender) =>
        createWebhooks({ ...repositories, ...system, webhookSender: sender, renderMessage, random: Math.random }),
      [tokens.repositories, tokens.system, tokens.webhookSender],
    )
  container
    .bind(tokens.mails)
    .toResolvedValue(
      (repositories, system) => createMails({ ...repositories, ...system }),
      [tokens.repositories, tokens.system],
    )
  const { smtpUrl: url, mailFrom: from, smtpName: name, termsUrl, mailRate } = config
  container
    .bind(tokens.mailSender)
    .toResolvedValue(() =>
      url === undefined || from === undefined
        ? undefined
        : mailSender({
            url,
            from,
            name,
            nameSetting: 'MUSEUM_SMTP_NAME',
            termsUrl,
            museumName,
            address,
            language,
            timeZone,
          }),
    )
    .onDeactivation((sender) => sender?.close())
  container.bind(tokens.attemptMail).toResolvedValue(
    (museum, repositories, system, sender) =>
      sender &&
      mailAttempts({
        ...repositories,
        ...system,
        getTicketCode: museum.getTicketCode,
        mailSender: sender,
        mailRate,
        random: Math.random,
      }),
    [tokens.museum, tokens.repositories, tokens.system, tokens.mailSender],
  )
  container
    .bind(tokens.credentials)
    .toResolvedValue(
      ({ users }) => warnOfShortPasswords(credentialVerifier(users, observer.credentials), log),
      [tokens.repositories],
    )
  container.bind(tokens.api).toResolvedValue(
    (museum, credentials, webhooks, mails, users, system, database) =>
      museumApi(museum, credentials, {
        webhooks,
        mails,
        users,
        ...apiOptions({ config, log, tracing, observer, shutdown, system, database }),
      }),
    [tokens.museum, tokens.credentials, tokens.webhooks, tokens.mails, tokens.users, tokens.system, tokens.database],
  )
  return {
    database: await container.getAsync(tokens.database),
    repositories: await container.getAsync(tokens.repositories),
    museum: await container.getAsync(tokens.museum),
    users: await container.getAsync(tokens.users),
    webhooks: await container.getAsync(tokens.webhooks),
    mails: await container.getAsync(tokens.mails),
    attemptMail: await container.getAsync(tokens.attemptMail),
    api: await container.getAsync(tokens.api),
    beginShutdown: () => shutdown.abort(),
    close: () => container.unbindAllAsync(),
  }
}
