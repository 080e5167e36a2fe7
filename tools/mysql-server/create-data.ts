import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProgram } from './server-program.ts'
import type { SupervisedStep } from './supervised-task.ts'

/** A step that creates the server's data in its empty data folder, and the files that it reads. */
export type CreateData = { readonly step: SupervisedStep; readonly files: Readonly<Record<string, string>> }

/** Creates the data of a server as its own installer does. `args` are the arguments that every start has. */
export const createData = (server: ServerProgram, args: readonly string[]): CreateData => {
  const [program, ...loaderArguments] = server.command
  if (server.flavour === 'mysql') {
    const initialize = ['--initialize-insecure', '--innodb-redo-log-capacity=16M']
    return { step: { program, arguments: [...loaderArguments, ...args, ...initialize] }, files: {} }
  }
  const bootstrap = ['--bootstrap', '--log-warnings=0', '--enforce-storage-engine=', '--max-allowed-packet=8M']
  return {
    step: {
      program,
      arguments: [...loaderArguments, ...args, ...bootstrap, '--innodb-log-file-size=16M'],
      input: 'system-tables.sql',
    },
    files: { 'system-tables.sql': mariadbSystemTables(server) },
  }
}

// The script `mariadb-install-db` would do the same, but is slower and needs programs of another package.
const mariadbSystemTables = ({ path, baseFolder }: ServerProgram): string => {
  // Distributions use both names for the folder and for the files.
  const pattern = 'share/{,mariadb/,mysql/}{mariadb,mysql}_system_tables.sql'
  const [tables] = globSync(pattern, { cwd: baseFolder })
  if (tables === undefined) throw new Error(`The SQL files of the system tables are missing for ${path}.`)
  const files = ['system_tables.sql', 'performance_tables.sql', 'system_tables_data.sql'].map((name) =>
    join(baseFolder, tables.replace('system_tables.sql', name)),
  )
  return [
    // In this mode the server reads one statement a line.
    'create database if not exists mysql;',
    'use mysql;',
    "set @auth_root_socket='nobody';",
    ...files.map((file) => readFileSync(file, 'utf8')),
  ].join('\n')
}
