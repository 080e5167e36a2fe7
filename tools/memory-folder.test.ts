import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { makeMemoryFolder } from './jest/memory-folder.ts'

describe('makeMemoryFolder', () => {
  let parent = ''
  let mounts = ''
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'museum-memory-'))
    mounts = join(parent, 'mounts')
  })
  afterEach(() => rmSync(parent, { recursive: true }))
  const writeMounts = (options: string) =>
    writeFileSync(mounts, `proc /proc proc rw 0 0\ntmpfs ${parent} tmpfs ${options} 0 0\n`)

  it('makes a folder, in which other users can open files, where a file system with enough room is mounted, if the machine has enough memory', () => {
    writeMounts('rw,nosuid')
    const folder = makeMemoryFolder(parent, mounts)
    if (process.availableMemory() < 6 * 2 ** 30) expect(folder).toBeUndefined()
    else expect([dirname(folder!), statSync(folder!).mode & 0o777]).toEqual([parent, 0o711])
  })

  it('makes none where no program may run', () => {
    writeMounts('rw,noexec')
    expect(makeMemoryFolder(parent, mounts)).toBeUndefined()
  })

  it('makes none where no file system is mounted, or on a machine that does not list its mounts', () => {
    writeFileSync(mounts, 'proc /proc proc rw 0 0\n')
    expect(makeMemoryFolder(parent, mounts)).toBeUndefined()
    expect(makeMemoryFolder(parent, join(parent, 'missing'))).toBeUndefined()
  })

  it('makes none where the file system has too little room', () => {
    writeMounts('rw')
    expect(makeMemoryFolder(parent, mounts, Number.POSITIVE_INFINITY)).toBeUndefined()
  })
})
