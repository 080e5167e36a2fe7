import type { Cluster, ClusterKind, ClusterOptions } from './cluster.ts'
import { startGaleraCluster } from './start-galera-cluster.ts'
import { startGroupCluster } from './start-group-cluster.ts'

export type { Cluster, ClusterKind, ClusterNode } from './cluster.ts'

/**
 * Provides a private cluster of servers that apt downloads. It ends with `stop`, or when this process ends in any way.
 * Throws an error when a server does not start.
 */
export const provideCluster = async (kind: ClusterKind, options: ClusterOptions = {}): Promise<Cluster> =>
  kind === 'galera' ? startGaleraCluster(options) : startGroupCluster(options)
