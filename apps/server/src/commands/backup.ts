import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/print.ts'
import { untilInterrupted } from '../command-line/until-interrupted.ts'
import { withByteProgress } from '../command-line/with-byte-progress.ts'

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
      const { withDatabase } = await import('../startup/with-database.ts')
      const { contentRecord, contentText, reportPartFiles, toByteProgress } = await import('./backups/content-text.ts')
      const { requireFile } = await import('../startup/check-database.ts')
      await withDatabase(async (database, config) => {
        const { backups } = database.engine
        if (backups === undefined) throw await mysqlInstructions(config.databaseUrl, file)
        requireFile(database)
        const written = await untilInterrupted((signal) =>
          withByteProgress((report) =>
            backups.write(file, { signal, onProgress: (progress) => report(toByteProgress(progress)) }),
          ),
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

const mysqlInstructions = async (url: string, file: string) => {
  const { mysqlCommands } = await import('./backups/mysql-commands.ts')
  return new CommandFailed(
    'The database is not embedded: back it up with the programs of its server, which ask for the password. ' +
      'Do not run migrate meanwhile.\n' +
      mysqlCommands(url, file, process.env).backup,
  )
}
