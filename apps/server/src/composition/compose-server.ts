import { credentialVerifier } from '@museum/adapters-access'
import { museumApi } from '@museum/adapters-http'
import { mailSender } from '@museum/adapters-messaging'
import { systemPorts } from '@museum/adapters-system'
import { mailAttempts } from '@museum/application'
import type { Logger } from 'pino'
import { deskFolder } from '../http-server/desk-folder.ts'
import { clientAddressBehind } from '../http-server/trusted-proxies.ts'
import { responseLog } from '../observability/log/response-log.ts'
import type { ServerObserver } from '../observability/server-observer.ts'
import type { Tracing } from '../observability/tracing/tracing.ts'
import type { Config } from '../settings/settings.ts'
import { warnOfShortPasswords } from '../startup/warn-of-short-passwords.ts'
import { composeMuseum, tokens } from './compose-museum.ts'
import { messageOperations } from './message-operations.ts'

export type MuseumServer = ReturnType<typeof composeServer>

/** Opens the museum of the configuration with its API. The observer is called with what happens in it. */
export const composeServer = (config: Config, log: Logger, tracing: Tracing, observer: ServerObserver = {}) => {
  const { publicUrl, smtpUrl: url, mailFrom: from, smtpName: name, trustedProxies } = config
  const system = systemPorts(config.timeZone, config.today)
  const shutdown = new AbortController()
  const warn = (message: string) => log.warn(message)
  const { container, ...museum } = composeMuseum(config, { warn, tracer: tracing.databaseTracer, observer })
  const messages = messageOperations(config, museum.repositories)
  const mail = url === undefined || from === undefined ? undefined : { ...config, url, from, name }
  container
    .bind(tokens.mailSender)
    .toResolvedValue(() => mail && mailSender({ ...mail, nameSetting: 'MUSEUM_SMTP_NAME' }))
    .onDeactivation((opened) => opened?.close())
  container.bind(tokens.api).toResolvedValue(
    (operations, { users }, { isReady, withDeadline }) =>
      museumApi(operations, warnOfShortPasswords(credentialVerifier(users, observer.credentials), log), {
        ...config,
        webhooks: messages,
        mails: messages,
        users: operations,
        mountPath: publicUrl?.path,
        publicOrigin: publicUrl?.origin,
        desk: deskFolder(config),
        today: system.today,
        newRequestId: system.newId,
        isReady,
        withDeadline,
        stopping: shutdown.signal,
        clientAddress: clientAddressBehind(trustedProxies),
        traceRequest: tracing.traceRequest,
        onResponse: responseLog(log, observer.onResponse),
      }),
    [tokens.operations, tokens.repositories, tokens.database],
  )
  const sender = container.get(tokens.mailSender)
  const { getTicketCode } = museum.museum
  const mailPorts = { ...config, ...museum.repositories, ...system, getTicketCode, random: Math.random }
  return {
    ...museum,
    messages,
    /** Absent when no e-mails are sent. */
    attemptMail: sender && mailAttempts({ ...mailPorts, mailSender: sender }),
    api: container.get(tokens.api),
    /** From now on `/readyz` answers 503. */
    beginShutdown: () => shutdown.abort(),
  }
}
