/** Starts a request that has acquired a slot. */
type Start = () => unknown

/** A semaphore whose size can change. Requests that find no free slot wait in the order of their calls. */
export type Slots = Readonly<{
  size: () => number
  inUse: () => number
  /** How many requests wait. */
  waiting: () => number
  /** With a smaller size, slots that are in use stay so until they are released. */
  resize: (size: number) => void
  /** Takes a slot if one is free and no request waits. */
  tryAcquire: () => boolean
  /** Calls `start` as soon as a slot is free. Returns false, and never calls it, when too many requests wait already. */
  acquire: (start: Start) => boolean
  release: () => void
  /** Releases a slot that could not be used, and waits for another one, before all other requests. */
  requeue: (start: Start) => void
  /** Removes a request from those that wait. */
  cancel: (start: Start) => void
  /** Whether no slot is in use and no request waits. */
  isIdle: () => boolean
}>

/** Creates slots of which `initialSize` can be in use at a time; at most `maxWaiting` requests wait for one. */
export const createSlots = (initialSize: number, maxWaiting: number): Slots => {
  let size = initialSize
  let inUse = 0
  const waiting: Start[] = []
  const startWaiting = () => {
    while (inUse < size && waiting.length > 0) {
      inUse += 1
      waiting.shift()!()
    }
  }
  const release = () => {
    inUse -= 1
    startWaiting()
  }
  return {
    size: () => size,
    inUse: () => inUse,
    waiting: () => waiting.length,
    resize: (newSize) => {
      size = newSize
      startWaiting()
    },
    tryAcquire: () => {
      if (inUse >= size || waiting.length > 0) return false
      inUse += 1
      return true
    },
    acquire: (start) => {
      if (inUse >= size && waiting.length >= maxWaiting) return false
      waiting.push(start)
      startWaiting()
      return true
    },
    release,
    requeue: (start) => {
      waiting.unshift(start)
      release()
    },
    cancel: (start) => {
      const index = waiting.indexOf(start)
      if (index >= 0) waiting.splice(index, 1)
    },
    isIdle: () => inUse === 0 && waiting.length === 0,
  }
}
