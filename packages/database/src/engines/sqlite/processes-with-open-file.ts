import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { attempt } from './attempt.ts'

/**
 * The identifiers of other processes that have the database at `path` open, also when SQLite's locks do not show it because the
 * file was deleted or is no database any more. Finds the processes of this user, for root those of all users. Linux only;
 * elsewhere none.
 */
export const processesWithOpenFile = (path: string): readonly number[] => {
  const paths = ['', '-wal', '-shm'].map((suffix) => path + suffix)
  return otherProcesses()
    .filter((id) => openFilesOf(id).some((link) => isOneOf(paths, link)))
    .map(Number)
}

/**
 * Another process that has the database at `path` open, with a file beside it, of one of these suffixes, that is no longer at
 * its path; and that path. Finds the processes of this user, for root those of all users. Linux only.
 */
export const processWithMovedFile = (
  path: string,
  suffixes: readonly string[],
): Readonly<{ id: string; path: string }> | undefined => {
  const database = identityOf(path)
  for (const id of otherProcesses()) {
    const files = openFilesOf(id).map((link) => ({ link, target: targetOf(link) ?? '' }))
    const hasDatabaseOpen = () => database !== undefined && files.some(({ link }) => identityOf(link) === database)
    for (const suffix of suffixes) {
      const moved = files.find(({ link, target }) => {
        if (!basename(target).startsWith(basename(path) + suffix)) return false
        const identity = identityOf(link)
        if (identity === undefined || identity === identityOf(path + suffix)) return false
        // If the file was renamed, or has another path in a container, it belongs to the database that the process has open
        // beside it.
        return target === `${path}${suffix}${deleted}` || hasDatabaseOpen()
      })
      if (moved !== undefined) return { id, path: path + suffix }
    }
  }
  return undefined
}

/** The end of the target of a link in `/proc` to a deleted file. */
const deleted = ' (deleted)'

const otherProcesses = () => listing('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
const openFilesOf = (id: string) => listing(`/proc/${id}/fd`).map((fd) => `/proc/${id}/fd/${fd}`)

const isOneOf = (paths: readonly string[], link: string) => {
  const opened = targetOf(link)
  if (opened === undefined) return false
  const undeleted = opened.endsWith(deleted) ? opened.slice(0, -deleted.length) : opened
  if (paths.includes(undeleted)) return true
  // In a container, the same file has another path.
  const sameName = paths.find((path) => basename(path) === basename(undeleted))
  if (sameName === undefined) return false
  const [one, other] = [identityOf(sameName), identityOf(link)]
  return one !== undefined && one === other
}

// The process may have ended, or this user may not inspect it.
const listing = (folder: string) => attempt(() => readdirSync(folder)) ?? []
const targetOf = (link: string) => attempt(() => readlinkSync(link))
const identityOf = (path: string) =>
  attempt(() => {
    const { dev, ino } = statSync(path)
    return `${dev} ${ino}`
  })
