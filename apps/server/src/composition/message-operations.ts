import { renderMessage } from '@museum/adapters-http/wire'
import { webhookSender } from '@museum/adapters-messaging'
import { systemPorts } from '@museum/adapters-system'
import { type Repositories, createMails, createWebhooks } from '@museum/application'
import type { Config } from '../settings/settings.ts'

/** The operations on webhooks and e-mails, for what calls the API. */
export const messageOperations = (config: Config, repositories: Repositories) => {
  const ports = {
    ...systemPorts(config.timeZone, config.today),
    ...repositories,
    webhookSender: webhookSender({ privateAddresses: config.webhookPrivateAddresses }),
    renderMessage,
    random: Math.random,
  }
  return { ...createWebhooks(ports), ...createMails(ports) }
}
