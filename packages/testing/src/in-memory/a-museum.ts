import { CalendarDate, Currency, Instant, Price, TimeOfDay } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import { createMuseum, type MuseumPorts, type UserPorts, type WebhookPorts } from '@museum/application'
import { inMemoryLinkAlgorithm } from './in-memory-link-algorithm.ts'
import { inMemoryPasswordHasher } from './in-memory-password-hasher.ts'
import { inMemoryRepositories } from './in-memory-repositories.ts'
import { inMemorySignatureAlgorithm } from './in-memory-signature-algorithm.ts'
import { inMemoryTicketRenderer } from './in-memory-ticket-renderer.ts'
import { inMemoryWebhookSender } from './in-memory-webhook-sender.ts'

/**
 * Ports in memory for a museum on Wednesday, 1 May 2030, 10:00 UTC. If you pass `now`, `today` is its date. Identifiers
 * and codes are the same in every run.
 */
export const inMemoryPorts = (but: Partial<MuseumPorts & Omit<UserPorts & WebhookPorts, keyof MuseumPorts>> = {}) => {
  let [ids, seed] = [0, 1]
  const now = but.now ?? (() => Instant(Date.UTC(2030, 4, 1, 10)))
  const dateOf = but.dateOf ?? ((instant: Instant) => CalendarDate(new Date(instant).toISOString().slice(0, 10)))
  const repositories = inMemoryRepositories(now)
  return {
    ...repositories,
    mailSetting: repositories.deliveries,
    ticketRenderer: inMemoryTicketRenderer(),
    signatureAlgorithm: inMemorySignatureAlgorithm(),
    linkAlgorithm: inMemoryLinkAlgorithm(),
    timeZone: 'UTC',
    today: () => dateOf(now()),
    now,
    startOfDay: (date: CalendarDate) => Instant(Date.parse(date)),
    momentOf: (date: CalendarDate, time: TimeOfDay) => Instant(Date.parse(`${date}T${time}Z`)),
    dateOf,
    timeOf: (instant: Instant) => TimeOfDay(new Date(instant).toISOString().slice(11, 16)),
    passwordHasher: inMemoryPasswordHasher(),
    newId: () => exampleId((ids += 1)),
    // Park and Miller's minimal standard generator.
    randomInt: (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below,
    generalPrice: Price(0),
    currency: Currency('EUR'),
    webhookSender: inMemoryWebhookSender(),
    renderMessage,
    random: () => 0,
    ...but,
  } satisfies MuseumPorts & UserPorts & WebhookPorts
}

/** A message as JSON text of the domain's objects. */
const renderMessage: WebhookPorts['renderMessage'] = (content, withPurchaser) =>
  JSON.stringify(content, (member, value: unknown) => (member === 'purchaser' && !withPurchaser ? undefined : value))

/** The use cases on ports in memory. Say which ports should differ. */
export const aMuseum = (but: Partial<MuseumPorts> = {}) => createMuseum(inMemoryPorts(but))
