import { readdirSync } from 'node:fs'
import { OptionDefaults } from 'typedoc'

const packages = '../../packages'

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: "The museum's packages",
  entryPoints: [
    `${packages}/*/src/index.ts`,
    `${packages}/testing/src/{contracts,examples}/index.ts`,
    `${packages}/adapters-imaging/src/drawing/index.ts`,
  ],
  tsconfig: 'tsconfig.json',
  out: 'dist',
  readme: 'README.md',
  // The compiler has checked the types.
  skipErrorChecking: true,
  excludeExternals: true,
  disableSources: true,
  // The types that openapi-typescript generates have it.
  blockTags: [...OptionDefaults.blockTags, '@description'],
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias'],
  // Otherwise only symbols of this package are checked.
  packagesRequiringDocumentation: readdirSync(new URL(packages, import.meta.url)).map((name) => `@museum/${name}`),
  validation: { invalidLink: true, notDocumented: true, notExported: false },
  treatWarningsAsErrors: true,
}
