import type { MuseumDatabase } from '@museum/adapters-persistence'
import { inspectDatabaseFiles } from '@museum/adapters-persistence/maintenance'
import { checkAdministrators, checkPasswordFile } from './check-administrators.ts'
import { type ReadConfig, readConfig } from '../settings/read-config.ts'
import { checkConfiguration } from './check-configuration.ts'
import {
  checkConnection,
  checkEngine,
  checkMigrations,
  checkSpareHosts,
  ofHostInUse,
  openForReading,
} from './check-database.ts'
import { checkFonts } from './check-fonts.ts'
import { checkMuseumSettings } from './check-museum-settings.ts'
import { checkMessages } from './check-messages.ts'
import { paymentsOf } from '../composition/payments.ts'
import { checkPaymentProvider, checkUnknownPayments } from './check-payments.ts'
import { checkPort } from './check-port.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkRehearsalMark } from './check-rehearsal-mark.ts'
import { checkPrices } from './check-prices.ts'
import { checkClosings, checkHeldPlaces, checkSalesSums, checkSoldTickets, checkTicketKeys } from './check-tickets.ts'
import { checkClock, checkTimeZone } from './check-time.ts'
import {
  type CheckName,
  type Finding,
  type Found,
  checkNames,
  findingOfFailure,
  findingsIn,
  findingsOf,
} from './finding.ts'

/** If one of these settings is faulty, the database is not checked, since it could be the wrong one. */
const settingsOfDatabase = ['databaseUrl', 'databaseCa', 'databaseClientCertificate', 'databaseClientKey'] as const
/** If one of these settings is faulty, the payment provider is not asked. */
const settingsOfPayments = [
  'payment',
  'publicUrl',
  'stripeKey',
  'stripeWebhookSecret',
  'stripeMethods',
  'stripeApiUrl',
] as const
/** Milliseconds. A check that takes longer is reported as a finding. */
const checkTimeout = 150_000

type Check = () => Promise<Found>

/**
 * Runs all checks with the settings of these environment variables, and returns what they found, in the order of the check
 * names. Changes and creates nothing, and works beside running servers. A check that fails is a finding too.
 */
export const runDoctor = async (
  environment: NodeJS.ProcessEnv,
  { isThorough }: Readonly<{ isThorough: boolean }>,
): Promise<readonly Finding[]> => {
  const usable = readConfig(environment)
  const { config, isFaulty } = usable
  const isDatabaseKnown = !settingsOfDatabase.some(isFaulty)
  const isPortKnown = !isFaulty('host') && !isFaulty('port')
  const findings = findingsIn([
    await run('configuration', () => checkConfiguration(usable, environment)),
    await run('configuration', () => checkPublicUrl(config)),
    isDatabaseKnown ? await checkAllOfDatabase(usable, isThorough) : notChecked('its settings are faulty'),
    await run('time', async () => checkTimeZone(usable)),
    await run('payments', async () => !settingsOfPayments.some(isFaulty) && checkPayments(config)),
    isPortKnown && (await run('port', () => checkPort(config, environment))),
    // The last check, since reading the fonts blocks the event loop, which could make a connection time out.
    await run('fonts', () => checkFonts(config)),
  ])
  return findings.toSorted((one, other) => checkNames.indexOf(one.check) - checkNames.indexOf(other.check))
}

const checkPayments = (config: ReadConfig['config']): Promise<Found> | undefined => {
  const { paymentProvider } = paymentsOf(config)
  return paymentProvider && checkPaymentProvider(paymentProvider)
}

const checkAllOfDatabase = async (usable: ReadConfig, isThorough: boolean) => {
  const database = openForReading(usable.config)
  try {
    const files = await run('file-permissions', () => inspectDatabaseFiles(database))
    const findings = await checkOpenDatabase(database, usable, isThorough)
    return [files, findings, await checkSpareHosts(usable.config, database.activeHost())]
  } finally {
    await database.close().catch(() => undefined)
  }
}

const checkOpenDatabase = async (
  database: MuseumDatabase,
  { config, isFaulty }: ReadConfig,
  isThorough: boolean,
): Promise<Found> => {
  const noConnection = await run('database', () => checkConnection(database), database)
  if (noConnection.length > 0) return [ofHostInUse(database, noConnection), notChecked('it cannot be used')]
  const inDatabase = (name: CheckName, check: Check) => run(name, check, database)
  const migrations = await inDatabase('database', () => checkMigrations(database, config))
  const hasOtherTables = migrations.some(({ level }) => level !== 'ok')
  const engine = inDatabase('database', () => checkEngine(database, config, isThorough))
  if (hasOtherTables) return [migrations, await engine, notChecked('its tables are not those of this version')]
  const findings = await Promise.all([
    engine,
    inDatabase(
      'database',
      async () => !isFaulty('shop') && !isFaulty('payment') && checkRehearsalMark(database, config),
    ),
    inDatabase('configuration', () => checkMuseumSettings(database, config)),
    inDatabase('sold-tickets', async () => [
      await checkSoldTickets(database),
      await checkHeldPlaces(database),
      await checkSalesSums(database),
      await checkClosings(database),
    ]),
    inDatabase('prices', async () => !isFaulty('currency') && checkPrices(database, config)),
    inDatabase('ticket-keys', async () => !isFaulty('givenTicketKeys') && checkTicketKeys(database, config)),
    inDatabase('messages', () =>
      checkMessages(database, { ...config, isMailFaulty: isFaulty('smtpUrl') || isFaulty('mailFrom') }),
    ),
    inDatabase('payments', () => checkUnknownPayments(database)),
    inDatabase('administrators', () => checkAdministrators(database, config)),
    inDatabase('time', () => checkClock(database, config)),
    inDatabase('file-permissions', () => checkPasswordFile(database, config)),
  ])
  return [migrations, findings]
}

const notChecked = (reason: string): Finding =>
  findingsOf('database').warning(
    `What is stored in the database was not checked, since ${reason}.`,
    'Correct what is found above, then run doctor again.',
  )

/** The findings of a check. If it fails or does not end, the only finding says so. */
const run = async (name: CheckName, check: Check, database?: MuseumDatabase): Promise<readonly Finding[]> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('timeout'), { code: `no end in ${checkTimeout / 1_000} seconds` })
    timer = setTimeout(() => reject(error), checkTimeout)
  })
  try {
    return findingsIn(await Promise.race([check(), timeout]))
  } catch (error) {
    return [findingOfFailure(name, error, database)]
  } finally {
    clearTimeout(timer)
  }
}
