import { socketPathOf, urlsOfHosts } from '@museum/adapters-persistence'
import { asArgument } from '../../command-line/as-argument.ts'

/** How to write and to restore a backup of a MySQL database, as lines for a shell. They contain no password. */
export type MysqlCommands = Readonly<{ backup: string; restore: string }>

type Program = Readonly<{ dump: string; client: string; dumpOptions: readonly string[]; tls: string }>

/** With several hosts, the commands use the first. `environment` has the paths of the certificates, if connections use TLS. */
export const mysqlCommands = (url: string, file: string, environment: NodeJS.ProcessEnv): MysqlCommands => {
  const { hostname, port, username, pathname } = new URL(urlsOfHosts(url)[0]!)
  const database = decodeURIComponent(pathname.slice(1))
  const restored = `${database}_restored`
  const socket = socketPathOf(url)
  const connection = [
    ...(socket === undefined
      ? [`--host=${hostname.replace(/^\[|\]$/g, '')}`, `--port=${port || 3306}`]
      : [`--socket=${socket}`]),
    `--user=${decodeURIComponent(username)}`,
    '--password',
  ]
  const authority = environment['MUSEUM_DATABASE_CA_FILE']
  const certificate = environment['MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE']
  const key = environment['MUSEUM_DATABASE_CLIENT_KEY_FILE']
  const certificates = [
    `--ssl-ca=${authority}`,
    ...(certificate && key ? [`--ssl-cert=${certificate}`, `--ssl-key=${key}`] : []),
  ]
  const programs: Readonly<Record<string, Program>> = {
    MySQL: {
      dump: 'mysqldump',
      client: 'mysql',
      dumpOptions: ['--set-gtid-purged=OFF'],
      tls: '--ssl-mode=VERIFY_IDENTITY',
    },
    MariaDB: {
      dump: 'mariadb-dump',
      client: 'mariadb',
      dumpOptions: [],
      tls: '--ssl-verify-server-cert',
    },
  }
  const options = Object.entries(programs).map(([name, program]) => ({
    name,
    program,
    options: connection.concat(authority ? [program.tls, ...certificates] : []),
  }))
  const forEach = (linesOf: (program: Program, options: readonly string[]) => readonly string[]) =>
    options
      .map((each) => [`With the programs of ${each.name}:`, ...linesOf(each.program, each.options)].join('\n  '))
      .join('\n')
  const words = (...all: readonly string[]) => all.map(asWord).join(' ')
  return {
    backup: forEach(({ dump, dumpOptions }, options) => [
      'umask 077',
      words(dump, ...options, ...consistent, ...dumpOptions, `--result-file=${file}`, '--', database),
    ]),
    restore: forEach(({ client }, options) => [
      words(client, ...options, `--execute=create database \`${restored.replaceAll('`', '``')}\``),
      `${words(client, ...options, '--default-character-set=utf8mb4', '--', restored)} < ${asWord(file)}`,
    ]),
  }
}

/**
 * All tables as they are at one moment, while the museum sells; bytes that are no text as numbers; without what needs more
 * privileges than reading.
 */
const consistent = [
  '--single-transaction',
  '--quick',
  '--skip-lock-tables',
  '--hex-blob',
  '--no-tablespaces',
  '--default-character-set=utf8mb4',
]

/** A word for a shell. Of an option with a value, the value is quoted where it must be. */
const asWord = (text: string) => {
  const [, option = '', value = ''] = /^(--[a-z-]+=)?(.*)$/s.exec(text)!
  return option + asArgument(value).replace(/^-- /, '')
}
