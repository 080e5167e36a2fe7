import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../statistics.ts'

/** How long the disk of a folder takes to store a block durably: the median of 200 flushes of 512 bytes. */
export const flushMilliseconds = (folder: string): number => {
  const file = join(folder, 'flushed')
  const descriptor = openSync(file, 'w')
  const block = Buffer.alloc(512)
  try {
    return median(
      Array.from({ length: 200 }, () => {
        writeSync(descriptor, block)
        const start = performance.now()
        fdatasyncSync(descriptor)
        return performance.now() - start
      }),
    )
  } finally {
    closeSync(descriptor)
    rmSync(file)
  }
}
