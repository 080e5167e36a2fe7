import type { PreparedRestoration } from '@museum/adapters-persistence'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { commandPrincipal } from '../command-line/command-principal.ts'
import { canAsk, confirm } from '../command-line/confirm.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/print.ts'
import { abortOf, untilInterrupted } from '../command-line/until-interrupted.ts'
import { withByteProgress } from '../command-line/with-byte-progress.ts'
import type { Config } from '../configuration/config.ts'

type Options = Readonly<{ yes?: true; json?: true }>

export const restoreCommand = (): MuseumCommand =>
  new MuseumCommand('restore')
    .describe(
      'Checks a backup, and replaces the embedded database with it. Stop the server first. The replaced database is kept ' +
        'beside it. For MySQL it prints the commands to run instead.',
    )
    .argument('<file>', 'a backup that the command backup wrote')
    .option('--yes', 'Replace a database without asking.')
    .option('--json', 'Print JSON.')
    .example('restore museum-2030-05-17.sqlite', 'Restore a backup.')
    .action(async (file: string, options: Options) => {
      const { withDatabase } = await import('../startup/with-database.ts')
      await withDatabase(async (database, config) => {
        const { backups } = database.engine
        if (backups === undefined) throw await mysqlInstructions(config.databaseUrl, file)
        await untilInterrupted(async (signal) => {
          const { reportPartFiles, toByteProgress } = await import('./backups/content-text.ts')
          const prepared = await withByteProgress((report) =>
            backups.prepareRestoration(file, { signal, onProgress: (progress) => report(toByteProgress(progress)) }),
          )
          reportPartFiles(prepared.partFiles)
          try {
            await requireConsent(prepared, file, config, options, signal)
          } catch (error) {
            prepared.cancel()
            throw error
          }
          await replaceDatabase(prepared, file, config, options)
        })
      })
    })

const lost = 'What was sold and changed after the backup is not in it.'

/** Throws unless there is nothing to replace, or the user wants it to be replaced. */
const requireConsent = async (
  { database, content, replaced }: PreparedRestoration,
  file: string,
  { timeZone }: Config,
  { yes }: Options,
  signal: AbortSignal,
) => {
  if (replaced === null || yes) return
  const { contentText } = await import('./backups/content-text.ts')
  const former = replaced === undefined ? 'cannot be read' : `contains ${contentText(replaced, timeZone)}`
  console.error(`The database ${database} ${former}.`)
  console.error(`The backup ${file} contains ${contentText(content, timeZone)}. ${lost}`)
  if (!canAsk()) throw new CommandFailed('Nothing was changed. Add --yes to replace the database.')
  if (!(await Promise.race([confirm('Replace the database with the backup?'), abortOf(signal)])))
    throw new CommandFailed('Nothing was changed.')
}

const replaceDatabase = async (prepared: PreparedRestoration, file: string, { timeZone }: Config, options: Options) => {
  const { contentRecord, contentText } = await import('./backups/content-text.ts')
  const { database, content, replaced } = prepared
  const kept = prepared.replace({
    at: Date.now() as Parameters<typeof prepared.replace>[0]['at'],
    actor: commandPrincipal().username,
    operation: 'restoreDatabase',
    subject: { kind: 'database', id: 'backup' },
    before: replaced ? { tickets: replaced.tickets, latestSale: contentRecord(replaced).latestSale } : null,
    after: { tickets: content.tickets, latestSale: contentRecord(content).latestSale },
  })
  const pending = content.pendingMigrations.length
  print(
    options,
    { database, content: contentRecord(content), replaced: replaced ? contentRecord(replaced) : null, kept },
    () =>
      [
        `Restored ${file} to ${database}.`,
        `It contains ${contentText(content, timeZone)}. ${lost} Users and passwords are those of the backup.`,
        ...(pending === 0
          ? []
          : [`It is of an older version: the next start of the server, or \`${commandName()} migrate\`, migrates it.`]),
        ...(kept.length === 0
          ? []
          : [
              `The replaced database is ${kept.join(', ')}. It has data of purchasers: delete it when you do not need it.`,
            ]),
      ].join('\n'),
    true,
  )
}

const mysqlInstructions = async (url: string, file: string) => {
  const { mysqlCommands } = await import('./backups/mysql-commands.ts')
  return new CommandFailed(
    'The database is not embedded: restore it with the programs of its server, which ask for the password, into a new ' +
      'database, as a user who may create one. Then name it in MUSEUM_DATABASE_URL, and start the servers again.\n' +
      mysqlCommands(url, file, process.env).restore,
  )
}
