import type { Flavour } from './flavour.ts'

/** Arguments for every server that is started here. Commits stay durable, as by default. */
export const testSettings = (flavour: Flavour): string[] => [
  '--character-set-server=utf8mb4',
  '--max-connections=200',
  '--skip-log-bin',
  '--skip-name-resolve',
  ...(flavour === 'mariadb'
    ? ['--innodb-log-file-size=16M']
    : ['--innodb-redo-log-capacity=16M', '--mysqlx=OFF', '--performance-schema=OFF']),
]
