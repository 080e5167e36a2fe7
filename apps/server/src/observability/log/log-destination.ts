import { constants, fstatSync, openSync, write } from 'node:fs'
import { isatty } from 'node:tty'

type LogDestination = Readonly<{
  write: (line: string) => void
  /** Calls back when all lines are written, or after a second. */
  flush: (done: () => void) => void
}>

/** How many characters may wait to be written. Lines above this limit are lost. */
const maxWaiting = 4 * 1024 * 1024
/**
 * In milliseconds. A line waits for others for `writeDelay`: a write wakes another thread and the event loop, which costs more
 * than formatting the line.
 */
const [writeDelay, retryDelay, flushTimeout] = [20, 100, 1_000]

/**
 * Writes lines in order without blocking the event loop, all lines of 20 ms together. While writes fail, up to four million
 * characters wait and a write is attempted every 100 ms. Lines above that limit are lost and counted; `onLost` is called
 * with their number when less than half of the limit waits, `onLostLine` at once for each.
 *
 * pino's own SonicBoom does not fit: when its buffer is full after a failed write it never writes again, and while a
 * pipe is not read, its write blocks a thread that the exit of the process waits for.
 */
export const logDestination = (
  writeBytes: WriteBytes,
  onLost: (lines: number) => void,
  onLostLine?: () => void,
): LogDestination => {
  let [lines, waiting, lost]: [string[], number, number] = [[], 0, 0]
  /** The bytes that are being written, and the number of characters that they had at first. */
  let [bytes, charactersInBytes] = [Buffer.alloc(0), 0]
  let timer: NodeJS.Timeout | undefined
  let isWriting = false
  const flushCallbacks: (() => void)[] = []

  const attempt = () => {
    clearTimeout(timer)
    timer = undefined
    if (bytes.length === 0) {
      ;[bytes, charactersInBytes] = [Buffer.from(lines.join('')), waiting]
      lines = []
    }
    if (bytes.length === 0) {
      for (const done of flushCallbacks.splice(0)) done()
      return
    }
    isWriting = true
    writeBytes(bytes, (error, written) => {
      isWriting = false
      if (error !== null) {
        timer = setTimeout(attempt, retryDelay).unref()
        return
      }
      bytes = bytes.subarray(written)
      if (bytes.length === 0) {
        waiting -= charactersInBytes
        reportLost()
      }
      if (bytes.length > 0 || flushCallbacks.length > 0) attempt()
      else if (lines.length > 0) scheduleWrite()
    })
  }
  const reportLost = () => {
    // Below half of the limit, there is room for the line that reports them.
    if (lost === 0 || waiting > maxWaiting / 2) return
    const count = lost
    lost = 0
    onLost(count)
  }
  const scheduleWrite = () => {
    if (!isWriting) timer ??= setTimeout(attempt, writeDelay)
  }
  return {
    write(line) {
      if (waiting + line.length > maxWaiting) {
        lost += 1
        onLostLine?.()
        return
      }
      lines.push(line)
      waiting += line.length
      scheduleWrite()
    },
    flush(done) {
      const flushTimer = setTimeout(finish, flushTimeout)
      let isDone = false
      function finish() {
        clearTimeout(flushTimer)
        if (!isDone) done()
        isDone = true
      }
      flushCallbacks.push(finish)
      if (!isWriting) attempt()
    },
  }
}

/** Writes bytes without blocking the event loop, and calls back with the number of bytes that were written. */
export type WriteBytes = (bytes: Uint8Array, done: (error: Error | null, written: number) => void) => void

/** How to write to the standard output of this process: a pipe, a socket, a terminal or a file. */
export const writeToStandardOutput = (): WriteBytes => {
  const kind = fstatSync(1)
  if (kind.isFIFO() || kind.isSocket()) {
    // Node does not block on these, and calls back when the reader has made room.
    process.stdout.on('error', () => {})
    return (bytes, done) => void process.stdout.write(bytes, (error) => done(error ?? null, bytes.length))
  }
  const descriptor = isatty(1) ? openNonBlockingTerminal() : 1
  return (bytes, done) => write(descriptor, bytes, done)
}

/**
 * A terminal can be paused, with Ctrl-S for example. Opened with O_NONBLOCK, writes to it fail then instead of
 * blocking.
 */
const openNonBlockingTerminal = () => {
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // The terminal belongs to another user.
    return 1
  }
}
