import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** The names of the members that are cut off from all others. */
export type IsolatedMembers = readonly string[]

export type GroupNetwork = {
  /** The port on 127.0.0.1 at which the other members reach the member with this name. */
  readonly ports: Readonly<Record<string, number>>
  /** Cuts off exactly these members from all others; resolves when they are cut off. */
  readonly isolate: (members: IsolatedMembers) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Starts a thread that forwards connections between the members of a group. `ports` has the own port of each member by
 * its name.
 */
export const startGroupNetwork = async (ownPorts: Readonly<Record<string, number>>): Promise<GroupNetwork> => {
  const worker = new Worker(join(import.meta.dirname, 'group-network.ts'), {
    workerData: ownPorts,
    env: {},
    execArgv: [],
  })
  const [ports] = (await once(worker, 'message')) as [Readonly<Record<string, number>>]
  // The thread does not keep this process alive.
  worker.unref()
  return {
    ports,
    async isolate(members) {
      worker.ref()
      worker.postMessage(members)
      await once(worker, 'message')
      worker.unref()
    },
    async stop() {
      await worker.terminate()
    },
  }
}
