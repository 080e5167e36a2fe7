import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createPartFile, deletePartFile, publishPartFile } from './part-file.ts'

/** Fails as `link` does on exFAT. */
const noHardLinks = () => {
  throw Object.assign(new Error('link failed'), { code: 'EPERM' })
}

describe.each([
  ['with hard links', undefined],
  ['without hard links', noHardLinks],
])('a temporary file on a file system %s', (_, link) => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'museum-part-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('gets its name, and no other is left', () => {
    const part = createPartFile(join(folder, 'backup'))
    writeFileSync(part.descriptor, 'complete')
    publishPartFile(part, join(folder, 'backup'), link)
    expect(readdirSync(folder)).toEqual(['backup'])
    expect(readFileSync(join(folder, 'backup'), 'utf8')).toBe('complete')
  })

  it('does not overwrite a file that got the name meanwhile', () => {
    const part = createPartFile(join(folder, 'backup'))
    writeFileSync(join(folder, 'backup'), 'of another process')
    expect(() => publishPartFile(part, join(folder, 'backup'), link)).toThrow('EEXIST')
    expect(readFileSync(join(folder, 'backup'), 'utf8')).toBe('of another process')
    deletePartFile(part)
    expect(readdirSync(folder)).toEqual(['backup'])
  })

  it('does not get its name after it was exchanged for another file or a symbolic link', () => {
    for (const exchange of [
      (file: string) => writeFileSync(file, 'of another process'),
      (file: string) => symlinkSync(join(folder, 'secret'), file),
      () => undefined,
    ]) {
      const part = createPartFile(join(folder, 'backup'))
      rmSync(part.path)
      exchange(part.path)
      expect(() => publishPartFile(part, join(folder, 'backup'), link)).toThrow('exchanged the temporary file')
      deletePartFile(part)
      expect(readdirSync(folder)).toEqual([])
    }
  })
})
