import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * The numbers of the other processes of this user, or of all users for root, that have the database at `path` open, also
 * when the file was deleted or is no database any more, so that SQLite's locks do not show it. Linux only; elsewhere none.
 */
export const processesWithOpenFile = (path: string): readonly number[] => {
  const paths = ['', '-wal', '-shm'].map((suffix) => path + suffix)
  const others = listing('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return others
    .filter((id) => listing(`/proc/${id}/fd`).some((fd) => isOneOf(paths, `/proc/${id}/fd/${fd}`)))
    .map(Number)
}

const isOneOf = (paths: readonly string[], link: string) => {
  const opened = targetOf(link)
  if (opened === undefined) return false
  const undeleted = opened.replace(/ \(deleted\)$/, '')
  if (paths.includes(undeleted)) return true
  // In a container, the same file has another path.
  const sameName = paths.find((path) => basename(path) === basename(undeleted))
  if (sameName === undefined) return false
  const [one, other] = [identityOf(sameName), identityOf(link)]
  return one !== undefined && one === other
}

// A process may end, and not all may be read.
const listing = (folder: string) => attempt(() => readdirSync(folder)) ?? []
const targetOf = (link: string) => attempt(() => readlinkSync(link))
const identityOf = (path: string) =>
  attempt(() => {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  })

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
