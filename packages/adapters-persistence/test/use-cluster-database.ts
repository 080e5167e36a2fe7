import { afterEach, beforeEach } from '@jest/globals'
import type { Repositories } from '@museum/application/contracts'
import { query, useCluster } from '../../../tools/mysql-server/use-cluster.ts'
import type { DatabaseOptions } from '../src/database/database-options.ts'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { kyselyRepositories } from '../src/kysely-repositories.ts'
import { migrate } from '../src/migrations/migrate.ts'

/** The repositories of a server that is connected to one node of a cluster. */
export type NodeServer = Repositories & Readonly<{ database: MuseumDatabase }>

/** A new, migrated database for each test of a file, on the cluster of the test run. */
export const useClusterDatabase = () => {
  const opened: MuseumDatabase[] = []
  let urls: readonly string[] = []
  // Before `useCluster`, which drops the database.
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
  })
  const { cluster, newDatabase } = useCluster()
  /** Opens the database on a node, of which 0 is the first. */
  const open = (node: number, options: DatabaseOptions = {}): NodeServer => {
    const database = openDatabase(urls[node]!, options)
    opened.push(database)
    return { ...kyselyRepositories(database), database }
  }
  beforeEach(async () => {
    urls = await newDatabase()
    await migrate(open(0).database)
  })
  return {
    open,
    /** Resolves when every node has what was committed on any of them before. */
    agree: async () => {
      for (const node of cluster().nodes) await query(node, 'set statement wsrep_sync_wait = 1 for select 1')
    },
  }
}
