import { allowedLicences } from './allowed-licences.ts'
import { type Package, type Part, billOfMaterials, byName } from './shipped-packages.ts'

/** Writes `docs/licences.md`, in Markdown. */
export const licencesDocument = (packages: readonly Package[]): string => {
  const withoutText = packages.filter(({ hasText }) => !hasText).map(({ name }) => escaped(name))
  const parts = packages.flatMap(({ binaryParts }) => binaryParts)
  return `# Licences of what ships

Written by \`pnpm licences:write\`; \`pnpm run check\` fails when it is out of date. The museum is under the [MIT
licence](../LICENSE). It ships ${packages.length} packages: Node, the production dependencies of \`apps/server\`, and those of \`apps/desk\`,
some of which only build it. The folder of a package holds the text of its licence${withoutText.length === 0 ? '' : `, except for ${withoutText.join(' and ')}: its text is in the package that loads it`}.

## The short list

Nothing else may ship. Where a package leaves a choice, one of these is chosen.

${[...Map.groupBy(allowedLicences, ([, requirement]) => requirement)]
  .map(([requirement, licences]) => `- ${licences.map(([licence]) => licence).join(', ')}: ${requirement}`)
  .join('\n')}

## Packages

${groupLines(packages, linkTo)}

The \`LICENSE\` of \`node-<platform>\` includes those of V8, OpenSSL, ICU, libuv and others. \`swagger-ui-dist\` adds \`NOTICE\` and
\`swagger-ui-bundle.js.LICENSE.txt\`.

## Inside the canvas

The binary of \`@napi-rs/canvas\` is linked from ${parts.length} parts, some of which only build it: Skia, and those in \`${billOfMaterials}\` of
\`@napi-rs/canvas-<platform>\`. The package lacks their texts; add them when you redistribute the binary.

${groupLines(parts, partName)}
`
}

const partName = ({ name, version }: Part) => (version === '' ? name : `${name}@${version}`)
const escaped = (text: string) => text.replace('<', '\\<')
const linkTo = (each: Package) =>
  each.homepage === '' ? escaped(partName(each)) : `[${escaped(partName(each))}](${each.homepage})`

/** A line for each licence, with the parts under it as `show` gives them. */
const groupLines = <T extends Part>(parts: readonly T[], show: (part: T) => string) =>
  [...Map.groupBy(parts.toSorted(byName), ({ licence }) => licence)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, partsOfLicence]) => `- ${licence}: ${partsOfLicence.map(show).join(', ')}`)
    .join('\n')
