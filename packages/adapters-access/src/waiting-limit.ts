/** Counts the requests that wait at the same time, by network and in total. */
export type WaitingLimit = Readonly<{
  /** Counts one more request; `false`, and not counted, when a limit is reached. */
  tryEnter: (network: string) => boolean
  /** Ends the waiting of a request for which `tryEnter` was true. */
  leave: (network: string) => void
}>

/** Limits how many requests wait at the same time: of one network, and in total. */
export const waitingLimit = (maxOfNetwork: number, maxInTotal: number): WaitingLimit => {
  const waitingOf = new Map<string, number>()
  let waiting = 0
  return {
    tryEnter(network) {
      const ofNetwork = waitingOf.get(network) ?? 0
      if (ofNetwork >= maxOfNetwork || waiting >= maxInTotal) return false
      waitingOf.set(network, ofNetwork + 1)
      waiting += 1
      return true
    },
    leave(network) {
      const left = waitingOf.get(network)! - 1
      if (left === 0) waitingOf.delete(network)
      else waitingOf.set(network, left)
      waiting -= 1
    },
  }
}
