import type { ClusterKind } from '../../tools/mysql-server/cluster.ts'
import type { Violation } from './findings.ts'
import { checkNodes } from './check-nodes.ts'
import { waitForAgreement } from './node-state.ts'
import { readNodeContent } from './read-node-content.ts'
import type { DatabaseNode } from './engine.ts'

/** How often the nodes are read at most: servers may write in between, when they remove records that have expired. */
const maxReadings = 10

/** Waits until all nodes of a cluster have committed the same, and compares all that they hold. */
export const compareNodes = async (
  kind: ClusterKind,
  nodes: readonly DatabaseNode[],
): Promise<readonly Violation[]> => {
  const urls = nodes.map(({ url }) => url)
  const states = new Set<string | undefined>()
  for (let n = 0; n < maxReadings; n += 1) {
    const before = await waitForAgreement(kind, urls)
    const contents = await Promise.all(nodes.map(readNodeContent))
    const after = await waitForAgreement(kind, urls)
    if (before !== undefined && before === after) return checkNodes(contents)
    states.add(before).add(after)
  }
  return [{ fault: 'the nodes do not agree on what is committed', stored: [...states] }]
}
