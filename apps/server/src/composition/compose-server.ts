import { credentialVerifier } from '@museum/adapters-access'
import { museumApi } from '@museum/adapters-http'
import { renderMessage } from '@museum/adapters-http/wire'
import { mailSender, webhookSender } from '@museum/adapters-messaging'
import { systemPorts } from '@museum/adapters-system'
import { type Repositories, createMails, createWebhooks, mailAttempts } from '@museum/application'
import type { Logger } from 'pino'
import { deskFolder } from '../http-server/desk-folder.ts'
import { clientAddressBehind, isListed } from '../http-server/trusted-proxies.ts'
import { responseLog } from '../observability/log/log.ts'
import type { ServerObserver } from '../observability/server-observer.ts'
import type { Tracing } from '../observability/tracing/tracing.ts'
import type { Config } from '../settings/settings.ts'
import { warnOfShortPasswords } from '../startup/warn-of-short-passwords.ts'
import { composeMuseum, linksOf, tokens } from './compose-museum.ts'
import type { Payments } from './payments.ts'

export type MuseumServer = ReturnType<typeof composeServer>

/** The user whose password is set at each start, if there is one. */
export const environmentUserOf = ({ adminUsername, adminPassword }: Config): string | undefined =>
  adminPassword === undefined ? undefined : adminUsername

/** The operations on webhooks and e-mails, for what calls the API. */
export const messageOperations = (config: Config, repositories: Repositories, { paymentProvider }: Payments) => {
  const ports = {
    ...linksOf(config),
    paymentProvider,
    ...systemPorts(config.timeZone, config.today),
    ...repositories,
    webhookSender: webhookSender({ privateAddresses: config.webhookPrivateAddresses }),
    renderMessage,
    random: Math.random,
  }
  return { ...createWebhooks(ports), ...createMails(ports) }
}

/** Opens the museum of the configuration with its API. The observer is called with what happens in it. */
export const composeServer = (config: Config, log: Logger, tracing: Tracing, observer: ServerObserver = {}) => {
  const { publicUrl, smtpUrl: url, mailFrom: from, smtpName: name, trustedProxies } = config
  const system = systemPorts(config.timeZone, config.today)
  const shutdown = new AbortController()
  const warn = (message: string) => log.warn(message)
  const { container, ...composed } = composeMuseum(config, { warn, tracer: tracing.databaseTracer, observer })
  const { museum, database, repositories } = composed
  const messages = messageOperations(config, repositories, composed.payments)
  const isRehearsal = config.shop === 'rehearsal'
  const mail = url === undefined || from === undefined ? undefined : { ...config, url, from, name, isRehearsal }
  container
    .bind(tokens.mailSender)
    .toResolvedValue(
      () => mail && mailSender({ ...mail, nameSetting: 'MUSEUM_SMTP_NAME', museumSettings: museum.museumSettings }),
    )
    .onDeactivation((opened) => opened?.close())
  const sender = container.get(tokens.mailSender)
  const { getTicketCode, linkOf, linkOfReservation, cancellationMailOf } = museum
  const ofMails = { getTicketCode, linkOf, linkOfReservation, cancellationMailOf }
  const mailPorts = { ...config, ...repositories, ...system, ...ofMails, random: Math.random }
  return {
    ...composed,
    messages,
    /** Absent when no e-mails are sent. */
    attemptMail: sender && mailAttempts({ ...mailPorts, mailSender: sender }),
    api: museumApi(museum, warnOfShortPasswords(credentialVerifier(repositories.users, observer.credentials), log), {
      ...config,
      isReady: database.isReady,
      withDeadline: database.withDeadline,
      webhooks: messages,
      mails: messages,
      users: museum,
      environmentUser: environmentUserOf(config),
      rehearsalPayments: composed.payments.rehearsal,
      shop: shopOf(config, composed.payments, warn),
      mountPath: publicUrl?.path,
      publicOrigin: publicUrl?.origin,
      desk: deskFolder(config),
      today: system.today,
      newRequestId: system.newId,
      stopping: shutdown.signal,
      clientAddress: clientAddressBehind(trustedProxies),
      traceRequest: tracing.traceRequest,
      onResponse: responseLog(log, observer.onResponse),
    }),
    /** From now on `/readyz` answers 503. */
    beginShutdown: () => shutdown.abort(),
  }
}

/** What the pages of visitors depend on, if there are any. */
const shopOf = (config: Config, { origins: paymentOrigins = [] }: Payments, warn: (message: string) => void) => {
  const { shop, mailFrom, shopTickets: maxTickets, shopPhone: asksForPhone } = config
  if (shop === 'off' || mailFrom === undefined) return undefined
  const { shopLimit: maxReservations, shopUnlimitedNetworks: unlimited } = config
  return {
    isRehearsal: shop === 'rehearsal',
    mailFrom,
    maxTickets,
    asksForPhone,
    paymentOrigins,
    maxReservations,
    isUnlimited: (address: string) => isListed(unlimited, address),
    onUntrustedProxy: (address: string) =>
      warn(
        `a request with X-Forwarded-For comes from ${address}, which MUSEUM_TRUSTED_PROXIES does not name: ` +
          'MUSEUM_SHOP_LIMIT does not hold for visitors behind it',
      ),
  }
}
