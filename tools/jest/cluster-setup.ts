import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { readClusterKind } from '../mysql-server/cluster.ts'
import { provideCluster } from '../mysql-server/provide-cluster.ts'
import { serveCluster } from '../mysql-server/serve-cluster.ts'
import { setUpRun } from './set-up-run.ts'

/** Provides one cluster for the whole test run, of the kind that `TEST_CLUSTER` names; tests find it by `useCluster`. */
export default (): Promise<void> =>
  setUpRun(async () => {
    const cluster = await provideCluster(readClusterKind(process.env['TEST_CLUSTER']))
    const folder = mkdtempSync(join(tmpdir(), 'museum-cluster-'))
    const socket = join(folder, 'socket')
    const close = await serveCluster(cluster, socket)
    return {
      description: cluster.description,
      environment: { TEST_CLUSTER_SOCKET: socket },
      async stop() {
        await close()
        rmSync(folder, { recursive: true })
        await cluster.stop()
      },
    }
  })
