import { dirname, join } from 'node:path'
import { asDatabaseUnusable } from '@museum/adapters-persistence'
import closeWithGrace from 'close-with-grace'
import { type Generated, ensureAdministrator } from '../startup/ensure-administrator.ts'
import { warnOfOtherAdministrators } from '../startup/warn-of-other-administrators.ts'
import { CannotStart, configOfEnvironment, runOrTell } from '../startup/cannot-start.ts'
import { compose } from '../composition/compose.ts'
import type { Config } from '../configuration/config.ts'
import { prepareDatabase } from '../startup/prepare-database.ts'
import { serve } from '../http-server/serve.ts'
import { openLog } from '../system/log.ts'
import { startTidying } from '../system/expired-record-cleanup.ts'

/** Where a generated password goes when there is no terminal: beside the embedded database. */
const passwordFile = ({ databaseUrl }: Config) =>
  join(databaseUrl.startsWith('sqlite:') ? dirname(databaseUrl.slice('sqlite:'.length)) : 'data', 'admin-password')

const credentialsOf = ({ username, password }: Generated) =>
  `\n  The administrator of this museum, shown this once:\n\n    user name  ${username}\n    password   ${password}\n`

const whyNotListening = (error: unknown, { host, port }: Config): unknown => {
  const reason = {
    EADDRINUSE: 'is taken. Set MUSEUM_PORT to a free port.',
    EACCES: 'is not for this user. Set MUSEUM_PORT to 1024 or more.',
    EADDRNOTAVAIL: 'is not an address of this machine. Set MUSEUM_HOST to one.',
    EINVAL: 'is not an address that a server can listen at. Set MUSEUM_HOST to one of this machine.',
    ENOTFOUND: 'is not an address that is known here. Set MUSEUM_HOST to one of this machine.',
  }[String((error as NodeJS.ErrnoException).code)]
  return reason === undefined ? error : new CannotStart(`${host}:${port} ${reason}`)
}

/** How long a stop may take, in milliseconds: longer than the longest request. */
const patience = 15_000

await runOrTell(async () => {
  const config = configOfEnvironment()
  const log = openLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)

  const museum = await compose(config, log)
  try {
    await prepareDatabase(museum.database, config, log)
    const isTerminal = process.stdout.isTTY
    const generated = await ensureAdministrator(
      museum.users,
      config.administrator,
      isTerminal ? undefined : passwordFile(config),
      log,
    )
    // Told before anything else can fail: it is not told again.
    if (generated?.file !== undefined) log.warn({ file: generated.file }, 'made a password for the user admin')
    else if (generated !== undefined) console.log(credentialsOf(generated))
    await warnOfOtherAdministrators(museum.users, config.administrator?.username, log)
    const readiness = await museum.database.isReady()
    if (readiness !== false && !readiness.writes)
      log.warn('the database refuses writes: until it stores them, nothing can be sold or changed')

    const { origin, stop } = await serve(museum, config.host, config.port, log).catch((error: unknown) => {
      throw whyNotListening(error, config)
    })
    const [address, docs] = [`${origin}${config.basePath}`, `${origin}/docs`]
    const stopTidying = startTidying(museum.idempotencyRecords, log)

    closeWithGrace({ delay: patience, logger: false }, async ({ err, signal }) => {
      museum.beginShutdown()
      if (err) log.fatal({ error: err }, 'stopping: a defect')
      else log.info({ signal }, 'stopping: every request under way is answered first')
      await Promise.all([stop(), stopTidying()])
      await museum.close()
      log.info('stopped')
      await new Promise<void>((resolve) => log.flush(() => resolve()))
    })
    // Last: a signal that comes after it stops the server in order.
    log.info({ address, docs }, `${config.museumName} is open`)
  } catch (error) {
    // What failed first is told, and not that closing failed too.
    await museum.close().catch(() => undefined)
    await new Promise<void>((resolve) => log.flush(() => resolve()))
    throw asDatabaseUnusable(museum.database, error)
  }
})
