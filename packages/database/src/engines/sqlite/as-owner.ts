import { type Stats, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { DatabaseMisconfigured } from '../../database-misconfigured.ts'
import { attempt } from './attempt.ts'

// A user who may write to a folder can replace its files with symbolic links at any moment, even between two operations of root
// on the same path, and SQLite opens files by their paths. So root does nothing with its own rights there.

/** The group that replaces root's: the owner of a folder need not be a member of the folder's group. */
const nogroup = 65_534

/**
 * Runs `work` on the file at `path`. If the process runs as root, it becomes the user who can exchange files on the path, so
 * that it follows no link to a file that this user may not write. The user of the whole process changes meanwhile.
 */
export const asOwnerOf = <T>(path: string, work: () => T): T => {
  const becomeCaller = becomeOwnerOf(path)
  try {
    return work()
  } finally {
    becomeCaller()
  }
}

/**
 * Like `asOwnerOf`, until the returned function is called, which may be called more than once. Throws `DatabaseMisconfigured`
 * when root may not become another user.
 */
export const becomeOwnerOf = (path: string): (() => void) => {
  const owner = process.geteuid?.() === 0 ? firstOwnerBesideRoot(resolve(path)) : undefined
  if (owner === undefined) return () => undefined
  const { uid } = owner.stats
  const gid = owner.stats.gid || nogroup
  const [groups, group] = [process.getgroups!(), process.getegid!()]
  const becomeCaller = () => {
    process.seteuid!(0)
    process.setegid!(group)
    process.setgroups!(groups)
  }
  try {
    process.setgroups!([gid])
    process.setegid!(gid)
    process.seteuid!(uid)
  } catch (error) {
    becomeCaller()
    throw new DatabaseMisconfigured(
      `${owner.path} belongs to the user with the number ${uid}, whom root may not become here ` +
        `(${(error as NodeJS.ErrnoException).code}).`,
      'Run the command as that user.',
      { cause: error },
    )
  }
  return becomeCaller
}

/**
 * For a message to root, when it has the rights of another user at `path`: a sentence that says so, after a space. Otherwise
 * empty.
 */
export const noteOfRoot = (path: string): string => {
  const owner = process.getuid?.() === 0 ? attempt(() => firstOwnerBesideRoot(resolve(path))) : undefined
  return owner === undefined
    ? ''
    : ` Root has the rights of the user with the number ${owner.stats.uid} there, to whom ${owner.path} belongs.`
}

type OwnedPath = Readonly<{ path: string; stats: Stats }>

/**
 * The first folder on the path that belongs to a user other than root; or such a file or symbolic link, in a folder of root to
 * which others may write. Only root can change the part of the path before that.
 */
const firstOwnerBesideRoot = (path: string): OwnedPath | undefined => {
  const folder = dirname(path)
  const before = folder === path ? undefined : firstOwnerBesideRoot(folder)
  if (before !== undefined) return before
  // A path that does not exist, or leads through a file, cannot be exchanged.
  const stats = attempt(() => lstatSync(path))
  if (stats === undefined) return undefined
  if (stats.uid !== 0 && (stats.isDirectory() || isWritableForOthers(folder))) return { path, stats }
  if (!stats.isSymbolicLink() || isLoop(path)) return undefined
  return firstOwnerBesideRoot(resolve(realpathSync(folder), readlinkSync(path)))
}

const isWritableForOthers = (folder: string) => (statSync(folder).mode & 0o022) !== 0

const isLoop = (link: string) => {
  try {
    statSync(link)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP'
  }
}
