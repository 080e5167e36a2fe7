import { constants, fstatSync, openSync, write } from 'node:fs'
import { isatty } from 'node:tty'

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
