import { type MysqlServer, provideMysqlServer } from '../../tools/mysql-server/provide-mysql-server.ts'

/** The settings of the database servers that are measured: each commit is flushed to the disk. */
export const databaseSettings = (flavour: 'mariadb' | 'mysql'): readonly string[] => [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=2G',
  flavour === 'mariadb' ? '--innodb-log-file-size=1G' : '--innodb-redo-log-capacity=1G',
]

/** Starts a database server that keeps its data in a folder. Its description is its name and version. */
export const startMysql = async (flavour: 'mariadb' | 'mysql', dataFolder: string): Promise<MysqlServer> => {
  const server = await provideMysqlServer({ flavour, dataFolder, serverArguments: databaseSettings(flavour) })
  // The rest of the description says where the server was found.
  return { ...server, description: server.description.split(',')[0]! }
}
