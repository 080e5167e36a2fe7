import 'reflect-metadata'
import { scryptPasswordHasher } from '@museum/adapters-access'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { type DatabaseOptions, type MuseumDatabase, kyselyRepositories } from '@museum/adapters-persistence'
import { ed25519, hmacLinks } from '@museum/adapters-signing'
import { systemPorts } from '@museum/adapters-system'
import { type MailSender, type MuseumPorts, type Repositories, createMuseum, createUsers } from '@museum/application'
import { Container, type ServiceIdentifier } from 'inversify'
import { type ServerObserver, noteProviderCalls, noteSales } from '../observability/server-observer.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import type { Config } from '../settings/settings.ts'
import { type Payments, paymentsOf } from './payments.ts'

type MuseumOptions = Pick<DatabaseOptions, 'warn' | 'tracer'> & Readonly<{ observer?: ServerObserver }>

const token = <Part>(name: string): ServiceIdentifier<Part> => Symbol(name)

/** The tokens by which the container resolves the parts of a museum, and of a server on it. */
export const tokens = {
  database: token<MuseumDatabase>('database'),
  repositories: token<Repositories>('repositories'),
  operations: token<Operations>('operations'),
  mailSender: token<MailSender | undefined>('mailSender'),
  payments: token<Payments>('payments'),
} as const

export type Operations = ReturnType<typeof createOperations>

/** What makes the links of visitors, if they get any. */
export const linksOf = ({ shop }: Config) => ({ linkAlgorithm: shop === 'off' ? undefined : hmacLinks() })

const createOperations = (config: Config, repositories: Repositories, { paymentProvider, returnUrls }: Payments) => {
  const ports = {
    ...config,
    paymentProvider,
    returnUrls,
    ...systemPorts(config.timeZone, config.today),
    ...repositories,
    mailSetting: repositories.deliveries,
    signatureAlgorithm: ed25519(),
    shop: shopOf(config),
    ...linksOf(config),
    ticketRenderer: canvasTicketRenderer({ isRehearsal: config.shop === 'rehearsal' }),
    passwordHasher: scryptPasswordHasher,
  }
  return { ...createMuseum(ports), ...createUsers(ports) }
}

/** The shop, if there is one. */
const shopOf = ({ shop, publicUrl, payment }: Config): MuseumPorts['shop'] =>
  shop === 'off' || publicUrl === undefined
    ? undefined
    : { publicUrl: `${publicUrl.origin}${publicUrl.path}`, payment, isRehearsal: shop === 'rehearsal' }

/** Opens the museum of the configuration: its database, and the operations on it. */
export const composeMuseum = (config: Config, { observer = {}, ...options }: MuseumOptions) => {
  const { database, repositories, operations, payments } = tokens
  const container = new Container({ defaultScope: 'Singleton' })
  const databaseOptions = { connections: config.databaseConnections, observer: observer.database, ...options }
  container
    .bind(database)
    .toResolvedValue(() => openConfiguredDatabase(config, databaseOptions))
    .onDeactivation((opened) => opened.close())
  container.bind(repositories).toResolvedValue((opened) => noteSales(kyselyRepositories(opened), observer), [database])
  container.bind(payments).toResolvedValue(() => {
    const opened = paymentsOf(config)
    return opened.paymentProvider === undefined
      ? opened
      : { ...opened, paymentProvider: noteProviderCalls(opened.paymentProvider, observer) }
  })
  container
    .bind(operations)
    .toResolvedValue((stored, paid) => createOperations(config, stored, paid), [repositories, payments])
  return {
    container,
    database: container.get(database),
    repositories: container.get(repositories),
    museum: container.get(operations),
    payments: container.get(payments),
    close: () => container.unbindAllAsync(),
  }
}
