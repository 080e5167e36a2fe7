import type { DatabaseContent, PreparedRestoration } from '@museum/adapters-persistence/maintenance'
import { CommandFailed, abortOf, untilInterrupted } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { canAsk, confirm } from '../command-line/input.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, localTime, print } from '../command-line/output.ts'
import { withByteProgress } from '../command-line/progress.ts'
import type { Config } from '../settings/settings.ts'

export const backupCommand = (): MuseumCommand =>
  new MuseumCommand('backup')
    .describe(
      'Writes a backup of the embedded database to a new file, and checks it. Servers may sell meanwhile. ' +
        'For MySQL it prints the command to run instead.',
    )
    .argument('<file>', 'the new file, in a folder that exists')
    .option('--json', 'Print JSON.')
    .example('backup museum-2030-05-17.sqlite', 'Write a backup to a file in this folder.')
    .action(async (file: string, options: Readonly<{ json?: true }>) => {
      const { withDatabase } = await import('../command-line/open-museum.ts')
      const { requireFile } = await import('../startup/prepare-database.ts')
      await withDatabase(async (database, config) => {
        const { backupsOf } = await import('@museum/adapters-persistence/maintenance')
        const backups = backupsOf(database)
        if (backups === undefined) throw await mysqlInstructions(config.databaseUrl, file, 'backup')
        requireFile(database)
        const written = await untilInterrupted((signal) =>
          withByteProgress(steps, (onProgress) => backups.write(file, { signal, onProgress })),
        )
        reportPartFiles(written.partFiles)
        const { bytes, content } = written
        print(
          options,
          { file: written.file, bytes, content: contentRecord(content) },
          () =>
            [
              `Wrote ${written.file} (${Math.ceil(bytes / 1e6)} MB), and checked it.`,
              `It contains ${contentText(content, config.timeZone)}.`,
              ...(config.givenTicketKeys === undefined ? [] : [keyFileNote]),
            ].join('\n'),
          true,
        )
      })
    })

const keyFileNote =
  'It does not contain the file of MUSEUM_TICKET_KEY_FILE: keep a copy of that one too, in another place.'

type RestoreOptions = Readonly<{ yes?: true; json?: true }>

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
    .action(async (file: string, options: RestoreOptions) => {
      const { commandPrincipal, withDatabase } = await import('../command-line/open-museum.ts')
      await withDatabase(async (database, config) => {
        const { backupsOf } = await import('@museum/adapters-persistence/maintenance')
        const backups = backupsOf(database)
        if (backups === undefined) throw await mysqlInstructions(config.databaseUrl, file, 'restore')
        // Read before the restoration: while root restores in the folder of another user, it has the name of that user.
        const actor = commandPrincipal().username
        await untilInterrupted(async (signal) => {
          const prepared = await withByteProgress(steps, (onProgress) =>
            backups.prepareRestoration(file, { signal, onProgress }),
          )
          reportPartFiles(prepared.partFiles)
          try {
            await requireConsent(prepared, file, config, options, signal)
          } catch (error) {
            prepared.cancel()
            throw error
          }
          await replaceDatabase(prepared, file, actor, config, options)
        })
      })
    })

const lost = 'Sales and changes after the backup are not in it.'

/** Throws `CommandFailed` if there is a database to replace and the user does not agree. */
const requireConsent = async (
  { database, content, replaced }: PreparedRestoration,
  file: string,
  { timeZone }: Config,
  { yes }: RestoreOptions,
  signal: AbortSignal,
) => {
  if (replaced === null || yes) return
  const former = replaced === undefined ? 'cannot be read' : `contains ${contentText(replaced, timeZone)}`
  console.error(`The database ${database} ${former}.`)
  console.error(`The backup ${file} contains ${contentText(content, timeZone)}. ${lost}`)
  if (!canAsk()) throw new CommandFailed('Nothing was changed. Add --yes to replace the database.')
  if (!(await Promise.race([confirm('Replace the database with the backup?'), abortOf(signal)])))
    throw new CommandFailed('Nothing was changed.')
}

const replaceDatabase = async (
  prepared: PreparedRestoration,
  file: string,
  actor: string,
  { timeZone }: Config,
  options: RestoreOptions,
) => {
  const { database, content, replaced } = prepared
  const kept = prepared.replace({
    at: Date.now() as Parameters<typeof prepared.replace>[0]['at'],
    actor,
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
              `The replaced database is ${kept.join(', ')}. It has data of purchasers: delete it when you no longer need it.`,
            ]),
      ].join('\n'),
    true,
  )
}

const mysqlInstructions = async (url: string, file: string, part: 'backup' | 'restore') => {
  const { mysqlCommands } = await import('./mysql-commands.ts')
  const intros = {
    backup:
      'The database is not embedded: back it up with the programs of its server, which ask for the password. ' +
      'Do not run migrate meanwhile.',
    restore:
      'The database is not embedded: restore it with the programs of its server, which ask for the password, into a new ' +
      'database, as a user who may create one. Then name it in MUSEUM_DATABASE_URL, and start the servers again.',
  }
  return new CommandFailed(`${intros[part]}\n${mysqlCommands(url, file, process.env)[part]}`)
}

/**
 * The content of a database, as the end of a sentence: `3 tickets (the latest sold 2030-05-17 20:02:11), 1 special event, …`
 */
const contentText = (content: DatabaseContent, timeZone: string): string => {
  const { tickets, latestSale, specialEvents, users, auditEntries } = content
  const latest = latestSale === null ? '' : ` (the latest sold ${localTime(latestSale, timeZone)})`
  return (
    `${counted(tickets, 'ticket')}${latest}, ${counted(specialEvents, 'special event')}, ` +
    `${counted(users, 'user')} and ${counted(auditEntries, 'audit entry', 'audit entries')}`
  )
}

const contentRecord = ({ latestSale, ...content }: DatabaseContent) => ({
  ...content,
  latestSale: latestSale === null ? null : new Date(latestSale).toISOString(),
})

/** Names on standard error the files that interrupted commands have left. */
const reportPartFiles = (partFiles: readonly string[]): void => {
  for (const file of partFiles)
    console.error(
      `${file} is an incomplete copy of a database, of a command that was interrupted or is still running. ` +
        'If none is running, delete it.',
    )
}

const steps = { copy: 'copied', check: 'checking the copy' }
