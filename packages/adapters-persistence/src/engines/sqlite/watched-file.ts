import { statSync } from 'node:fs'
import { FileWasMoved } from './file-was-moved.ts'

/** The database file at a path, which all connections of a process must have open. */
export type WatchedFile = Readonly<{
  noteOpened: () => void
  /** Throws `FileWasMoved` when the file that was opened first is not at the path any more. */
  requireUnmoved: () => void
}>

/** Watches the file at `path`. */
export const watchedFile = (path: string): WatchedFile => {
  const identity = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found && `${found.dev} ${found.ino}`
  }
  let opened: string | undefined
  return {
    noteOpened: () => {
      if (path !== ':memory:') opened ??= identity()
    },
    requireUnmoved: () => {
      if (opened !== undefined && identity() !== opened) throw new FileWasMoved()
    },
  }
}
