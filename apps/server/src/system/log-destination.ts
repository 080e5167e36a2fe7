import { constants, fstatSync, openSync, write } from 'node:fs'
import { isatty } from 'node:tty'

/** Writes some bytes, and calls back with the number of those that were written. Never blocks the event loop. */
export type WriteBytes = (bytes: Uint8Array, done: (error: Error | null, written: number) => void) => void

/** Where log lines go: a stream as pino takes it. */
export type LogDestination = Readonly<{
  write: (line: string) => void
  /** Calls back once every line is written, and after a second at the latest. */
  flush: (done: () => void) => void
}>

/** What may wait to be written, in characters. Lines above it are lost. */
const maxWaiting = 4 * 1024 * 1024
/** Times in milliseconds. */
const [retryDelay, longestFlush] = [100, 1_000]

/**
 * Writes lines in their order without blocking the event loop. While nothing can be written, up to four million characters
 * wait and a write is attempted every 100 ms; lines above that are counted, and `onLost` is called with their number once
 * half of what waited is written.
 *
 * SonicBoom, which pino brings, does not fit: when its buffer is full after a failed write it never writes again, and
 * its write to a pipe that is not read blocks a thread for which the exit of the process waits.
 */
export const logDestination = (writeBytes: WriteBytes, onLost: (lines: number) => void): LogDestination => {
  let [lines, waiting, lost]: [string[], number, number] = [[], 0, 0]
  /** What is left of the bytes that are being written, and how many characters they were. */
  let [bytes, inBytes] = [Buffer.alloc(0), 0]
  let [isScheduled, isWriting] = [false, false]
  const onceWritten: (() => void)[] = []

  const attempt = () => {
    isScheduled = false
    if (bytes.length === 0) {
      ;[bytes, inBytes] = [Buffer.from(lines.join('')), waiting]
      lines = []
    }
    if (bytes.length === 0) {
      for (const done of onceWritten.splice(0)) done()
      return
    }
    isWriting = true
    writeBytes(bytes, (error, written) => {
      isWriting = false
      if (error !== null) {
        isScheduled = true
        setTimeout(attempt, retryDelay).unref()
        return
      }
      bytes = bytes.subarray(written)
      if (bytes.length === 0) {
        waiting -= inBytes
        reportLost()
      }
      attempt()
    })
  }
  const reportLost = () => {
    // Half of it: there is room for the line that reports them.
    if (lost === 0 || waiting > maxWaiting / 2) return
    const count = lost
    lost = 0
    onLost(count)
  }
  const schedule = () => {
    if (isScheduled || isWriting) return
    isScheduled = true
    // The lines of one turn of the event loop share a write.
    setImmediate(attempt)
  }
  return {
    write(line) {
      if (waiting + line.length > maxWaiting) {
        lost += 1
        return
      }
      lines.push(line)
      waiting += line.length
      schedule()
    },
    flush(done) {
      const timer = setTimeout(finish, longestFlush)
      let isDone = false
      function finish() {
        clearTimeout(timer)
        if (!isDone) done()
        isDone = true
      }
      onceWritten.push(finish)
      schedule()
    },
  }
}

/** How bytes are written to the standard output of this process, whatever it is. */
export const writeToStandardOutput = (): WriteBytes => {
  const kind = fstatSync(1)
  if (kind.isFIFO() || kind.isSocket()) {
    // Node writes to these without blocking, and waits until the reader has made room.
    process.stdout.on('error', () => {})
    return (bytes, done) => void process.stdout.write(bytes, (error) => done(error ?? null, bytes.length))
  }
  const descriptor = isatty(1) ? withoutBlocking() : 1
  return (bytes, done) => write(descriptor, bytes, done)
}

/** A terminal can be stopped, by Ctrl-S for one: opened anew, its writes fail then instead of blocking. */
const withoutBlocking = () => {
  try {
    return openSync('/dev/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  } catch {
    // The terminal belongs to another user.
    return 1
  }
}
