import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerIdentity, identifyServer } from './identify-server.ts'
import type { SupervisedServer } from './start-supervised.ts'

/**
 * Waits until the user of the URL can log in to a supervised server. An open port is not enough: it may belong to another
 * server, and the user may not exist yet. Stops the server when the time is over.
 */
export const waitUntilReady = async (
  url: string,
  supervised: SupervisedServer,
  seconds: number,
): Promise<ServerIdentity> => {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      const identity = await identifyServer(url)
      supervised.forwardErrors()
      return identity
    } catch (error) {
      const failure = supervised.failure()
      if (failure !== undefined) throw new Error(failure, { cause: error })
      if (Date.now() > deadline) {
        await supervised.stop()
        throw new Error(`No log-in within ${seconds} seconds: ${(error as Error).message}`, { cause: error })
      }
      await sleep(25)
    }
  }
}
