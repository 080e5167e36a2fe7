import { type Stats, constants } from 'node:fs'
import { access, open, readdir, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { type DatabaseFinding, findingsIn, findingsOf } from '../database-finding.ts'
import { inspectDisks } from './inspect-disks.ts'

const [database, permissions, space] = [
  findingsOf('database'),
  findingsOf('file-permissions'),
  findingsOf('disk-space'),
]

const megabyte = 1024 * 1024
/** The log of a running server has a few megabytes; a long transaction or a long read makes it grow. */
const maxLogBytes = 512 * megabyte

type FoundFile = Readonly<{ path: string; stats: Stats }>

/**
 * Inspects the files of the embedded database at `path`, which need not exist, and its disk. Call it before this process
 * opens the database: it reads the header of the file, and closing a file releases the locks that SQLite has on it.
 */
export const inspectSqliteFiles = async (path: string): Promise<readonly DatabaseFinding[]> => {
  if (path === ':memory:') return []
  const folder = dirname(path)
  const files = await findFiles([path, `${path}-wal`, `${path}-shm`])
  const copies = await findFiles(await namesOfCopies(path))
  const own = files.find((file) => file.path === path)
  const bytes = files.reduce((sum, { stats }) => sum + stats.size, 0)
  return findingsIn([
    await inspectPermissions(path, folder, files, copies),
    inspectCopies(copies),
    await inspectJournalMode(own),
    inspectLog(files.find((file) => file.path === `${path}-wal`)),
    await inspectDisks(await existingAncestor(folder), bytes),
  ])
}

const findFiles = async (paths: readonly string[]): Promise<readonly FoundFile[]> => {
  const found = await Promise.all(paths.map(async (path) => ({ path, stats: await stat(path).catch(() => undefined) })))
  return found.flatMap(({ path, stats }) => (stats?.isFile() ? [{ path, stats }] : []))
}

/** The files whose names begin with that of the database, except those that SQLite has beside it. */
const namesOfCopies = async (path: string) => {
  const names = await readdir(dirname(path)).catch(() => [])
  const name = basename(path)
  return names
    .filter((each) => each.startsWith(name) && ![name, `${name}-wal`, `${name}-shm`, `${name}-journal`].includes(each))
    .toSorted()
    .map((each) => join(dirname(path), each))
}

const existingAncestor = async (folder: string): Promise<string> => {
  const isFound = await statfs(folder).then(
    () => true,
    () => false,
  )
  return isFound || dirname(folder) === folder ? folder : existingAncestor(dirname(folder))
}

const inspectPermissions = async (
  path: string,
  folder: string,
  files: readonly FoundFile[],
  copies: readonly FoundFile[],
) => {
  const findings = findingsIn([
    await inspectAccess(folder, files),
    await inspectOwners(path, folder, files),
    inspectModes([...files, ...copies]),
  ])
  if (findings.length > 0 || files.length === 0) return findings
  return permissions.ok('The database file can be read and written by its owner, and by no other user.')
}

const inspectAccess = async (folder: string, files: readonly FoundFile[]) => {
  const { R_OK, W_OK, X_OK } = constants
  const wanted = [...files.map((file) => [file.path, R_OK | W_OK] as const), [folder, W_OK | X_OK] as const]
  const errors = await Promise.all(
    wanted.map(async ([path, mode]) => {
      const code = await access(path, mode).then(
        () => undefined,
        ({ code: found }: NodeJS.ErrnoException) => found,
      )
      return { path, code }
    }),
  )
  const first = errors.find(({ code }) => code !== undefined && code !== 'ENOENT')
  if (first === undefined) return undefined
  return permissions.serious(
    `This user may not read and write ${first.path} (${first.code}).`,
    first.code === 'EROFS'
      ? 'Mount that disk for writing.'
      : 'Run doctor as the user that runs the server. If it is that user, make it the owner of the folder and the files.',
  )
}

/**
 * The user that runs the server cannot read a file that root has created. `access` does not show this to root, who has access
 * to all files.
 */
const inspectOwners = async (path: string, folder: string, files: readonly FoundFile[]) => {
  const own = files.find((file) => file.path === path)
  const folderStats = await stat(folder).catch(() => undefined)
  if (process.platform === 'win32' || own === undefined || folderStats === undefined) return undefined
  const { uid } = own.stats
  const others = files.filter(({ stats }) => stats.uid !== uid && (stats.mode & 0o022) === 0)
  const isFolderWritable = folderStats.uid === uid || uid === 0 || (folderStats.mode & 0o022) !== 0
  if (others.length === 0 && isFolderWritable) return undefined
  const other = others[0] ?? { path: folder, stats: folderStats }
  return permissions.serious(
    `${path} belongs to the user with the number ${uid}, but ${other.path} to the one with the number ${other.stats.uid}.`,
    `Make the user that runs the server the owner of both: chown USER ${quoted(folder)} ${quoted(path)}*`,
  )
}

const inspectModes = (files: readonly FoundFile[]) => {
  // Windows has no file modes.
  if (process.platform === 'win32') return undefined
  const open = files.filter(({ stats }) => (stats.mode & 0o077) !== 0).map((file) => file.path)
  if (open.length === 0) return undefined
  return permissions.warning(
    `Other users of this machine can read ${open.join(', ')}.`,
    `Run: chmod 600 ${open.map(quoted).join(' ')}`,
  )
}

const inspectCopies = (copies: readonly FoundFile[]) =>
  copies.length > 0 &&
  permissions.warning(
    `Beside the database are copies of it, which contain addresses of purchasers: ${copies.map((file) => file.path).join(', ')}.`,
    'Delete what you no longer need, such as the copy before an upgrade that works.',
  )

/**
 * At this offset of the file are the versions of the file format for writing and for reading. Both are 2 with a write-ahead
 * log.
 */
const formatOffset = 18
const writeAheadLog = 2

/** Reads the journal mode from the file, since SQLite does not report it for a file that no other process has open. */
const inspectJournalMode = async (file: FoundFile | undefined) => {
  const header = Buffer.alloc(formatOffset + 2)
  const handle = file && (await open(file.path, 'r').catch(() => undefined))
  const read = await handle?.read(header, 0, header.length, 0).catch(() => undefined)
  await handle?.close()
  // A file that is no database is reported when it is opened.
  if (read?.bytesRead !== header.length || !header.toString('latin1').startsWith('SQLite format 3')) return undefined
  if (header[formatOffset] === writeAheadLog) return database.ok('SQLite writes to a write-ahead log.')
  return database.warning(
    'The database has no write-ahead log: another program has changed its journal mode.',
    'Start the server: it changes the mode to WAL. Let no other program change it.',
  )
}

const inspectLog = (log: FoundFile | undefined) =>
  log !== undefined &&
  log.stats.size > maxLogBytes &&
  space.warning(
    `The write-ahead log ${log.path} has ${Math.round(log.stats.size / megabyte)} MB.`,
    'End other programs that read the database for long, such as a shell of sqlite3, then restart the server: it empties the log.',
  )

const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`
