/**
 * Writes docs/licences.md, the licences of what ships, from what `pnpm licenses list --json` says on standard input:
 *
 *     pnpm licences:write            # writes it
 *     pnpm licences:write --check    # writes nothing, exits 1 when the committed document is another
 *
 * Either exits 1, and writes nothing, when a licence is not allowed or a package brings no licence text.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { json } from 'node:stream/consumers'

/** The short list, by SPDX identifier: what the museum may ship, and what the licence asks of who passes it on. */
const allowed = new Map([
  ['MIT', 'keep the notice'],
  ['ISC', 'keep the notice'],
  ['BSD-2-Clause', 'keep the notice'],
  ['BSD-3-Clause', 'keep the notice, do not advertise with the authors'],
  ['Apache-2.0', 'keep the notices, say what was changed'],
  ['BlueOak-1.0.0', 'pass the licence on'],
  ['OFL-1.1', 'fonts: keep the notice, do not sell them by themselves; images drawn with them are free of it'],
  ['Zlib', 'do not claim to have written it'],
  ['libpng-2.0', 'do not claim to have written it'],
  ['IJG', 'say that the work of the Independent JPEG Group is used'],
  ['FTL', 'say that FreeType is used'],
  ['ICU', 'keep the notice'],
  ['Unicode-3.0', 'keep the notice'],
  ['MPL-2.0', 'publish changes to its files; none is changed here'],
])

/** What the bill of materials inside the canvas leaves out, as the parts themselves say it. */
const unsaid = new Map([
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

/** Packages by licence, as pnpm lists them; each path is the folder of one version. */
export type Report = Readonly<
  Record<
    string,
    readonly Readonly<{ name: string; versions: readonly string[]; paths: readonly string[]; homepage?: string }>[]
  >
>
type Part = Readonly<{ name: string; version: string; licence: string }>
type Package = Part & Readonly<{ homepage: string; hasText: boolean; inside: readonly Part[] }>
type Manifest = Readonly<{ os?: unknown; cpu?: unknown }>
type Component = Readonly<{
  type: string
  name: string
  version?: string
  licenses?: readonly Readonly<{ expression?: string; license?: Readonly<{ id: string }> }>[]
}>

/**
 * Whether an SPDX expression leaves a choice that is on the short list. OR is taken to bind tighter than AND, whatever
 * the brackets say: that refuses too much at times, and never too little.
 */
export const isAllowed = (expression: string): boolean =>
  expression
    .split(' AND ')
    .every((part) => part.split(/ OR | ?\/ ?/).some((licence) => allowed.has(licence.replaceAll(/[()]/g, ''))))

/** Where a package with a binary says what that is made of. */
const bill = 'sbom.cdx.json'
const byName = (a: Part, b: Part) => (a.name < b.name ? -1 : Number(a.name > b.name))
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T

/** The parts of a binary, by the CycloneDX bill of materials beside it. */
const insideOf = (path: string): readonly Part[] => [
  { name: 'skia', version: '', licence: unsaid.get('skia') ?? '' },
  ...readJson<Readonly<{ components: readonly Component[] }>>(path)
    .components.filter(({ type }) => type === 'library')
    .map(({ name, version = '', licenses = [] }) => ({
      name,
      // A part without releases has a commit.
      version: version.replace(/^([0-9a-f]{7})[0-9a-f]{33}$/, '$1'),
      licence: licenses[0]?.expression ?? licenses[0]?.license?.id ?? unsaid.get(name) ?? 'none',
    })),
]

/** One entry for each package, the same on every platform: what is built for one stands for its kind. */
export const packagesOf = (report: Report): readonly Package[] => {
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
        inside: existsSync(join(folder, bill)) ? insideOf(join(folder, bill)) : [],
      }
    }),
  )
  return [...new Map(packages.map((each) => [JSON.stringify(each), each])).values()].toSorted(byName)
}

/** Whether the package loads the binary of that name. */
const loads = (each: Part, binary: string) => `${each.name}-<platform>` === binary

/** What forbids to ship these packages, a sentence each. A binary's text may be in the package that loads it. */
export const faultsOf = (packages: readonly Package[]): readonly string[] => [
  ...packages
    .flatMap((each) => [each, ...each.inside])
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: the licence ${licence} is not on the short list.`),
  ...packages
    .filter(({ name, hasText }) => !hasText && !packages.some((each) => each.hasText && loads(each, name)))
    .map(({ name, version }) => `${name} ${version} brings no licence text.`),
]

const nameOf = ({ name, version }: Part) => (version === '' ? name : `${name}@${version}`)
const escaped = (text: string) => text.replace('<', '\\<')
const linkTo = (each: Package) =>
  each.homepage === '' ? escaped(nameOf(each)) : `[${escaped(nameOf(each))}](${each.homepage})`

/** A line for each licence, with the parts under it as `show` gives them. */
const linesOf = <T extends Part>(parts: readonly T[], show: (part: T) => string) =>
  [...Map.groupBy(parts.toSorted(byName), ({ licence }) => licence)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, those]) => `- ${licence}: ${those.map(show).join(', ')}`)
    .join('\n')

/** The document, in Markdown. */
export const documentOf = (packages: readonly Package[]): string => {
  const withoutText = packages.filter(({ hasText }) => !hasText).map(({ name }) => escaped(name))
  const parts = packages.flatMap(({ inside }) => inside)
  return `# Licences of what ships

Written by \`pnpm licences:write\`; \`pnpm run check\` fails when it is out of date. The museum is under the [MIT
licence](../LICENSE). It ships ${packages.length} packages: Node and the production dependencies of \`apps/server\`. The folder of a package
holds the text of its licence${withoutText.length === 0 ? '' : `, except for ${withoutText.join(', ')}: its text is in the package that loads it`}.

## The short list

Nothing else may ship. Where a package leaves a choice, one of these is chosen.

${[...Map.groupBy(allowed, ([, asks]) => asks)]
  .map(([asks, those]) => `- ${those.map(([licence]) => licence).join(', ')}: ${asks}`)
  .join('\n')}

## Packages

${linesOf(packages, linkTo)}

The \`LICENSE\` of \`node-<platform>\` includes those of V8, OpenSSL, ICU, libuv and others. \`swagger-ui-dist\` adds \`NOTICE\` and
\`swagger-ui-bundle.js.LICENSE.txt\`.

## Inside the canvas

The binary of \`@napi-rs/canvas\` is linked from ${parts.length} parts, some of which only build it: Skia, and those in \`${bill}\` of
\`@napi-rs/canvas-<platform>\`. The package lacks their texts; add them when you redistribute the binary.

${linesOf(parts, nameOf)}
`
}

const main = async () => {
  const packages = packagesOf((await json(process.stdin)) as Report)
  const faults = faultsOf(packages)
  const path = new URL('../docs/licences.md', import.meta.url)
  const document = documentOf(packages)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (!process.argv.includes('--check')) writeFileSync(path, document)
  else if (readFileSync(path, 'utf8') !== document)
    throw new Error('docs/licences.md is out of date: pnpm licences:write writes it anew.')
}

if (import.meta.main)
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
