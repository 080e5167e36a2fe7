import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { findChromium } from './browser/find-chromium.ts'

describe('findChromium', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-browser-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const aProgram = async (name: string) => {
    const file = join(folder, name)
    await writeFile(file, '')
    await chmod(file, 0o755)
    return file
  }

  it('prefers the program that TEST_CHROMIUM names to those in the PATH', async () => {
    await aProgram('chromium')
    const given = await aProgram('another-browser')
    expect(findChromium({ TEST_CHROMIUM: given, PATH: folder })).toBe(given)
  })
  it('finds Chromium and Chrome in the PATH', async () => {
    const chrome = await aProgram('google-chrome')
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chrome)
    const chromium = await aProgram('chromium')
    expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chromium)
  })
  it('says which package to install when there is no browser', () => {
    expect(() => findChromium({ PATH: folder })).toThrow('apt-get install chromium')
  })
  it('names the value of TEST_CHROMIUM when it is not a program', () => {
    expect(() => findChromium({ TEST_CHROMIUM: folder })).toThrow(`TEST_CHROMIUM names no program: ${folder}`)
  })
})
