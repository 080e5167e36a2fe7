import { describe, expect, it } from '@jest/globals'
import { statfs } from 'node:fs/promises'
import process from 'node:process'
import { inspectKind, inspectSpace } from './inspect-disks.ts'

const megabyte = 1024 * 1024

describe('the inspection of a disk', () => {
  const disk = (free: number, others = {}) => ({
    bavail: free / 4096,
    bsize: 4096,
    files: 1_000,
    ffree: 900,
    ...others,
  })
  it.each([
    ['with little room', 63 * megabyte, megabyte, {}, 'serious', '63 MB free'],
    ['with less room than the database has', 5_000 * megabyte, 6_000 * megabyte, {}, 'warning', '5000 MB free'],
    ['with less room than a day needs', 511 * megabyte, megabyte, {}, 'warning', '511 MB free'],
    ['with room', 600 * megabyte, megabyte, {}, 'ok', '600 MB free'],
    ['without room for files', 600 * megabyte, megabyte, { ffree: 9 }, 'serious', 'room for 9 more files only'],
    ['without a limit of files', 600 * megabyte, megabyte, { files: 0, ffree: 0 }, 'ok', '600 MB free'],
  ])('%s', (_what, free, database, others, level, words) => {
    expect(inspectSpace('/data', disk(free, others), database)).toMatchObject({
      check: 'disk-space',
      level,
      message: expect.stringContaining(words),
    })
  })

  // Only on Linux: on other systems the numbers mean other file systems.
  it('finds file systems on which a database is not safe', async () => {
    const found = [0x6969, 0x01021994, 0xef53].map((type) => inspectKind('/data', { type }))
    expect(found.map((findings) => findings.map(({ message }) => message))).toEqual(
      process.platform === 'linux'
        ? [
            [expect.stringMatching(/^The database is on a network file system \(NFS\)/)],
            [expect.stringMatching(/^The database is in memory \(tmpfs\)/)],
            [],
          ]
        : [[], [], []],
    )
    const { type } = await statfs('/proc').catch(() => ({ type: 0x9fa0 }))
    expect(inspectKind('/proc', { type })).toEqual([])
  })
})
