/**
 * A thread that forwards the connections between the members of a group, so that a member can be cut off from the
 * others. A member connects to another one at a port of this thread, and logs in as a user with the member's own name.
 *
 * A cut connection stays open and transmits nothing, as when packets are lost: neither end gets a reset.
 */
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { IsolatedMembers } from './start-group-network.ts'

/**
 * A connection: the sockets to its two ends, and the names of the members. The name of the member that connects is
 * known once it logs in.
 */
type Link = { readonly client: Socket; readonly server: Socket; readonly to: string; from?: string }

const links = new Set<Link>()
let isolated: IsolatedMembers = []

const isCut = ({ from, to }: Link): boolean =>
  from !== undefined && from !== to && (isolated.includes(from) || isolated.includes(to))

/** The user of a client's first packet in MySQL's protocol: after 36 bytes, up to a zero byte. */
const userOf = (packet: Buffer): string => packet.toString('latin1', 36, packet.indexOf(0, 36))

const forward = (link: Link, source: Socket, target: Socket): void => {
  source.on('data', (chunk: Buffer) => {
    if (source === link.client) link.from ??= userOf(chunk)
    if (isCut(link)) {
      source.pause()
      source.unshift(chunk)
    } else if (!target.write(chunk)) source.pause()
  })
  target.on('drain', () => void (isCut(link) || source.resume()))
  source.on('error', () => undefined)
  source.on('close', () => {
    links.delete(link)
    target.destroy()
  })
}

const listen = async (name: string, port: number): Promise<number> => {
  const listener = createServer({ noDelay: true }, (client) => {
    const link: Link = { client, server: connect({ host: '127.0.0.1', port, noDelay: true }), to: name }
    links.add(link)
    forward(link, client, link.server)
    forward(link, link.server, client)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  return (listener.address() as AddressInfo).port
}

const isolate = (members: IsolatedMembers): void => {
  isolated = members
  for (const link of links) {
    for (const socket of [link.client, link.server]) {
      if (isCut(link)) socket.pause()
      else socket.resume()
    }
  }
}

const ports: Record<string, number> = {}
for (const [name, port] of Object.entries(workerData as Readonly<Record<string, number>>))
  ports[name] = await listen(name, port)

parentPort!.on('message', (members: IsolatedMembers) => {
  isolate(members)
  parentPort!.postMessage('isolated')
})
parentPort!.postMessage(ports)
