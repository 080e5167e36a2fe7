import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createPartFile, publishPartFile } from './part-file.ts'

/** As on exFAT. */
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
    writeFileSync(part, 'complete')
    publishPartFile(part, join(folder, 'backup'), link)
    expect(readdirSync(folder)).toEqual(['backup'])
    expect(readFileSync(join(folder, 'backup'), 'utf8')).toBe('complete')
  })

  it('does not overwrite a file that got the name meanwhile', () => {
    const part = createPartFile(join(folder, 'backup'))
    writeFileSync(join(folder, 'backup'), 'of another process')
    expect(() => publishPartFile(part, join(folder, 'backup'), link)).toThrow('EEXIST')
    expect(readFileSync(join(folder, 'backup'), 'utf8')).toBe('of another process')
  })
})
