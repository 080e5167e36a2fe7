import { constants, type StatsFs } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import process from 'node:process'
import { type DatabaseFinding, type Found, findingsOf } from '../database-finding.ts'

const [database, space] = [findingsOf('database'), findingsOf('disk-space')]

const megabyte = 1024 * 1024
/** With fewer bytes free, the museum may stop selling at any moment. */
const minFreeBytes = 64 * megabyte
/** With fewer bytes free, there is not enough room for an ordinary day. */
const enoughFreeBytes = 512 * megabyte
const minFreeFiles = 100

/** Inspects the disk of a database file of this size, and the folder in which SQLite sorts data that do not fit into memory. */
export const inspectDisks = async (folder: string, databaseBytes: number): Promise<Found<DatabaseFinding['check']>> => {
  const disk = await statfs(folder).catch(() => undefined)
  return [
    disk && [inspectKind(folder, disk), inspectSpace(folder, disk, databaseBytes)],
    await inspectTemporaryFolder(),
  ]
}

/** Whether a disk has enough room for a database file of this size. Exported for its test. */
export const inspectSpace = (
  folder: string,
  disk: Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>,
  databaseBytes: number,
): DatabaseFinding => {
  const free = disk.bavail * disk.bsize
  const message = `The disk with ${folder} has ${inWords(free)} free${databaseBytes > 0 ? `; the database has ${inWords(databaseBytes)}` : ''}.`
  // Some file systems do not limit the number of files, and report 0.
  if (disk.files > 0 && disk.ffree < minFreeFiles)
    return space.serious(
      `The disk with ${folder} has room for ${disk.ffree} more files only.`,
      'Delete files on it that you do not need.',
    )
  if (free < minFreeBytes) return space.serious(message, 'Free some space on it now: a full disk stops sales.')
  if (free < Math.max(enoughFreeBytes, databaseBytes))
    return space.warning(message, 'Free some space on it: an upgrade and a backup each need as much as the database.')
  return space.ok(message)
}

/** File systems of Linux, by the type numbers in `statfs(2)`. */
const networkFileSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
])
const memoryFileSystems: ReadonlyMap<number, string> = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
])

/** Whether a file system of this type, a number of Linux, is suitable for a database. Exported for its test. */
export const inspectKind = (folder: string, { type }: Pick<StatsFs, 'type'>): readonly DatabaseFinding[] => {
  if (process.platform !== 'linux') return []
  const network = networkFileSystems.get(type)
  if (network !== undefined)
    return [
      database.warning(
        `The database is on a network file system (${network}), at ${folder}: locks may not work there.`,
        'Stop the server, move the database to a local disk, and name it in the settings; or use MySQL.',
      ),
    ]
  const memory = memoryFileSystems.get(type)
  if (memory !== undefined)
    return [
      database.warning(
        `The database is in memory (${memory}), at ${folder}: it is lost when the machine restarts.`,
        'Stop the server, move the database to a disk, and name it in the settings.',
      ),
    ]
  return []
}

/** The folders in which SQLite creates temporary files: the first one that can be written. */
const temporaryFolders = () =>
  [process.env['SQLITE_TMPDIR'], process.env['TMPDIR'], '/var/tmp', '/usr/tmp', '/tmp'].filter(
    (folder) => folder !== undefined && folder !== '',
  ) as string[]

const inspectTemporaryFolder = async (): Promise<DatabaseFinding | undefined> => {
  if (process.platform === 'win32') return undefined
  for (const folder of temporaryFolders()) {
    const disk = await access(folder, constants.W_OK | constants.X_OK)
      .then(() => statfs(folder))
      .catch(() => undefined)
    if (disk === undefined) continue
    const free = disk.bavail * disk.bsize
    const message = `The folder for temporary files, ${folder}, has ${inWords(free)} free.`
    return free < minFreeBytes
      ? space.warning(
          message,
          'Free some space there, or name a folder with more space in TMPDIR: migrations sort in it.',
        )
      : space.ok(message)
  }
  return space.warning(
    'There is no folder for temporary files that this user may write.',
    'Make /tmp writable, or name a folder in TMPDIR: migrations sort in it.',
  )
}

const inWords = (bytes: number) => {
  const inMegabytes = bytes / megabyte
  if (inMegabytes < 10) return `${inMegabytes.toFixed(1)} MB`
  return inMegabytes < 10_000 ? `${Math.round(inMegabytes)} MB` : `${Math.round(inMegabytes / 1024)} GB`
}
