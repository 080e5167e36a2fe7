import { randomUUID } from 'node:crypto'
import { query, useCluster } from '../../../tools/mysql-server/use-cluster.ts'
import type { TestEngine } from './engines.ts'

/** The cluster of the test run as an engine, whose databases are on two of its nodes. */
export const useGaleraEngine = (): TestEngine => {
  const { cluster } = useCluster()
  return {
    name: 'two nodes of Galera',
    isMysql: true,
    async createDatabase() {
      const name = `museum_${randomUUID().replaceAll('-', '')}`
      const [one, other] = cluster().nodes
      await query(one!, `create database ${name}`)
      return {
        url: `${one!.url}/${name}`,
        otherUrl: `${other!.url}/${name}`,
        drop: async () => void (await query(one!, `drop database ${name}`)),
      }
    },
  }
}
