import { accessSync, chmodSync, constants, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import process from 'node:process'

const gibibytes = 2 ** 30

/**
 * Makes a folder in memory for the temporary files of the tests, where commits of databases do not wait for a disk:
 * migrating a MySQL database takes a quarter of the time. Makes none if the machine has no file system in memory that
 * has enough room and allows programs, or not enough memory.
 */
export const makeMemoryFolder = (
  parent = '/dev/shm',
  mounts = '/proc/mounts',
  room = 4 * gibibytes,
): string | undefined => {
  try {
    const options = readFileSync(mounts, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, folder]) => folder === parent)?.[3]
    if (options === undefined || options.split(',').includes('noexec')) return undefined
    accessSync(parent, constants.W_OK)
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < room || process.availableMemory() < 6 * gibibytes) return undefined
    const folder = mkdtempSync(`${parent}/museum-tests-`)
    // Like the usual temporary folder, it is open to other users: some tests act as another user.
    chmodSync(folder, 0o711)
    return folder
  } catch {
    return undefined
  }
}
