import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/output.ts'

type Options = Readonly<{ status?: true; json?: true }>

export const migrateCommand = (): MuseumCommand =>
  new MuseumCommand('migrate')
    .describe(
      'Brings the tables of the database to this version. Stop all servers and make a backup first, except on an empty database.',
    )
    .option('--status', 'Show which migrations are pending, and change nothing.')
    .option('--json', 'Print JSON.')
    .example('migrate', 'Apply the pending migrations.')
    .example('migrate --status', 'Show the pending migrations.')
    .action(async (options: Options) => {
      const { pendingMigrations } = await import('@museum/adapters-persistence')
      const { migrateDatabase } = await import('../startup/prepare-database.ts')
      const { withDatabase } = await import('../command-line/open-museum.ts')
      await withDatabase(async (database, config) => {
        if (options.status) {
          const pending = await pendingMigrations(database)
          print(options, { pending }, () => (pending.length === 0 ? isUpToDate : ['Pending:', ...pending].join('\n  ')))
        } else {
          if (process.stderr.isTTY)
            console.error('Applying the pending migrations. On a large database this takes minutes.')
          const applied = await migrateDatabase(database, config, console.error)
          print(
            options,
            { applied },
            () => (applied.length === 0 ? isUpToDate : `Applied ${applied.join(', ')}.`),
            applied.length > 0,
          )
        }
      })
    })

const isUpToDate = 'The database is up to date.'
