import { socketPathOf, urlsOfHosts } from '@museum/adapters-persistence'
import { asArgument } from '../command-line/command-name.ts'

/** The shell commands that write and restore a backup of a MySQL database. They contain no password. */
type MysqlCommands = Readonly<{ backup: string; restore: string }>

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
  const forEach = (linesOf: (program: Program, options: readonly string[]) => readonly string[]) =>
    Object.entries(programs)
      .map(([name, program]) => {
        const options = authority ? [...connection, program.tls, ...certificates] : connection
        return [`With the programs of ${name}:`, ...linesOf(program, options)].join('\n  ')
      })
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
 * The options of the dump: all tables in their state at one moment, while the museum sells; binary values in hexadecimal;
 * nothing that needs more privileges than reading.
 */
const consistent = [
  '--single-transaction',
  '--quick',
  '--skip-lock-tables',
  '--hex-blob',
  '--no-tablespaces',
  '--default-character-set=utf8mb4',
]

/** Quotes a word for a shell if necessary; of an option with a value, only the value. */
const asWord = (text: string) => {
  const [, option = '', value = ''] = /^(--[a-z-]+=)?(.*)$/s.exec(text)!
  return option + asArgument(value).replace(/^-- /, '')
}
