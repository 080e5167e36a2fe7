/** Starts a request that has been given a slot. */
type Start = () => unknown

/**
 * A limited number of slots for connections, which can change. Requests that find no free slot wait in their order, up to
 * `maxWaiting` of them.
 */
export const createSlots = (initialSize: number, maxWaiting: number) => {
  let size = initialSize
  let taken = 0
  const waiting: Start[] = []
  const handOut = () => {
    while (taken < size && waiting.length > 0) {
      taken += 1
      waiting.shift()!()
    }
  }
  const giveBack = () => {
    taken -= 1
    handOut()
  }
  return {
    size: () => size,
    /** With a smaller size, slots that are taken stay so until they are given back. */
    resize: (newSize: number) => {
      size = newSize
      handOut()
    },
    /** Calls `start` once a slot is free; answers false, and does not, when too many wait already. */
    take: (start: Start): boolean => {
      if (taken >= size && waiting.length >= maxWaiting) return false
      waiting.push(start)
      handOut()
      return true
    },
    giveBack,
    /** Gives a slot back of which no use could be made, and waits for another one before all others. */
    putBack: (start: Start) => {
      waiting.unshift(start)
      giveBack()
    },
    /** No longer waits. */
    leave: (start: Start) => {
      const place = waiting.indexOf(start)
      if (place >= 0) waiting.splice(place, 1)
    },
  }
}
