import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Cluster, ClusterNode } from './cluster.ts'
import type { NodeAction, ServedCluster } from './serve-cluster.ts'

/**
 * The cluster that another process serves on this socket (`serveCluster`). Its `stop` does nothing, since the other
 * process stops it.
 */
export const sharedCluster = async (socket: string): Promise<Cluster> => {
  const ask = async (method: string, path: string): Promise<string> => {
    const asked = request({ socketPath: socket, method, path, agent: false }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = await text(response)
    if (response.statusCode! >= 400) throw new Error(body)
    return body
  }
  const { kind, description, nodes } = JSON.parse(await ask('GET', '/')) as ServedCluster
  return {
    kind,
    description,
    nodes: nodes.map(({ name, url }, index): ClusterNode => {
      const action = (name: NodeAction) => async () => void (await ask('POST', `/${index}/${name}`))
      return {
        name,
        url,
        kill: action('kill'),
        start: action('start'),
        isolate: action('isolate'),
        rejoin: action('rejoin'),
        pause: action('pause'),
        resume: action('resume'),
      }
    }),
    stop: async () => undefined,
  }
}
