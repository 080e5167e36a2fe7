import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Cluster, ClusterNode } from './cluster.ts'

/** The actions on a node that can be requested over the socket: the names of its functions. */
export type NodeAction = {
  [Name in keyof ClusterNode]: ClusterNode[Name] extends string ? never : Name
}[keyof ClusterNode]

/** The description of a cluster that the socket returns. */
export type ServedCluster = Pick<Cluster, 'kind' | 'description'> & {
  readonly nodes: readonly Pick<ClusterNode, 'name' | 'url'>[]
}

/**
 * Serves a cluster over HTTP on a Unix socket, to processes of the same user: `GET /` describes it, `POST /NODE/ACTION`
 * acts on the node with that index. The response is 204, or 500 with the message of the error.
 */
export const serveCluster = async (cluster: Cluster, socket: string): Promise<() => Promise<void>> => {
  const { kind, description, nodes } = cluster
  const served: ServedCluster = { kind, description, nodes: nodes.map(({ name, url }) => ({ name, url })) }
  const answer = async (method: string, path: string): Promise<readonly [status: number, body: string]> => {
    if (method === 'GET') return [200, JSON.stringify(served)]
    const [index, action] = path.slice(1).split('/')
    try {
      await nodes[Number(index)]![action as NodeAction]()
      return [204, '']
    } catch (error) {
      return [500, error instanceof Error ? error.message : String(error)]
    }
  }
  const server = createServer((request, response) => {
    void answer(request.method!, request.url!).then(([status, body]) => response.writeHead(status).end(body))
  })
  // An action may take as long as the start of a node.
  server.requestTimeout = 0
  server.listen(socket)
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
