import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages by licence, as pnpm lists them; each path is the folder of one version. */
export type LicenceReport = Readonly<
  Record<
    string,
    readonly Readonly<{ name: string; versions: readonly string[]; paths: readonly string[]; homepage?: string }>[]
  >
>

/** A package, or a part of a binary. */
export type Part = Readonly<{ name: string; version: string; licence: string }>
/** A package that ships, with the parts of its binary, if any. */
export type Package = Part & Readonly<{ homepage: string; hasText: boolean; binaryParts: readonly Part[] }>
type Manifest = Readonly<{ os?: unknown; cpu?: unknown }>
type Component = Readonly<{
  type: string
  name: string
  version?: string
  licenses?: readonly Readonly<{ expression?: string; license?: Readonly<{ id: string }> }>[]
}>

/** The file in which a package with a binary lists the binary's parts. */
export const billOfMaterials = 'sbom.cdx.json'
/** Orders by name. */
export const byName = (a: Part, b: Part) => (a.name < b.name ? -1 : Number(a.name > b.name))
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

/** One entry for each package, the same on every platform: a binary's package is named `<platform>`. */
export const shippedPackages = (report: LicenceReport): readonly Package[] => {
  const packages = Object.entries(report).flatMap(([licence, listed]) =>
    listed.map(({ name, versions, paths, homepage = '' }): Package => {
      const [folder = ''] = paths
      const { os, cpu } = readJson<Manifest>(join(folder, 'package.json'))
      const isNative = os !== undefined || cpu !== undefined
      return {
        name: isNative ? name.replace(/(-bin)?-(darwin|linux|win32|win|android|freebsd)-.*$/, '-<platform>') : name,
        version: versions.join(', '),
        licence,
        homepage,
        hasText: paths.every((path) => readdirSync(path).some((file) => /^(licen[cs]e|copying)/i.test(file))),
        binaryParts: existsSync(join(folder, billOfMaterials)) ? readBinaryParts(join(folder, billOfMaterials)) : [],
      }
    }),
  )
  return [...new Map(packages.map((each) => [JSON.stringify(each), each])).values()].toSorted(byName)
}

/** Reads the parts of a binary from the CycloneDX bill of materials beside it. */
const readBinaryParts = (path: string): readonly Part[] => [
  { name: 'skia', version: '', licence: omittedLicences.get('skia') ?? '' },
  ...readJson<Readonly<{ components: readonly Component[] }>>(path)
    .components.filter(({ type }) => type === 'library')
    .map(({ name, version = '', licenses = [] }) => ({
      name,
      // A part without releases has a commit as its version.
      version: version.replace(/^([0-9a-f]{7})[0-9a-f]{33}$/, '$1'),
      licence: licenses[0]?.expression ?? licenses[0]?.license?.id ?? omittedLicences.get(name) ?? 'none',
    })),
]

/** The licences that the canvas's bill of materials omits, as stated by the parts themselves. */
const omittedLicences = new Map([
  ['anstyle', 'MIT OR Apache-2.0'],
  ['canvas', 'MIT'],
  ['clap', 'MIT OR Apache-2.0'],
  ['clap_builder', 'MIT OR Apache-2.0'],
  ['clap_lex', 'MIT OR Apache-2.0'],
  ['cxxbridge-cmd', 'MIT OR Apache-2.0'],
  ['skia', 'BSD-3-Clause'],
  ['skia-fontations', 'BSD-3-Clause'],
  ['strsim', 'MIT'],
])
