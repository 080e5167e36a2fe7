import { isAllowed } from './allowed-licences.ts'
import type { Package, Part } from './shipped-packages.ts'

/** Whether the package loads the binary of that name. */
const loads = (each: Part, binary: string) =>
  [`${each.name}-<platform>`, `@${each.name}/binding-<platform>`].includes(binary)

/**
 * Why these packages must not ship, one sentence for each fault. The licence text of a binary may be in the package
 * that loads it.
 */
export const licenceFaults = (packages: readonly Package[]): readonly string[] => [
  ...packages
    .flatMap((each) => [each, ...each.binaryParts])
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, version, licence }) => `${name} ${version}: the licence ${licence} is not allowed.`),
  ...packages
    .filter(({ name, hasText }) => !hasText && !packages.some((each) => each.hasText && loads(each, name)))
    .map(({ name, version }) => `${name} ${version} has no licence text.`),
]
