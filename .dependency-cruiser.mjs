const inPackage = (name) => `^packages/${name}/`
const adapters = ['http', 'persistence', 'imaging']

/** The hexagon as five rules. Each was planted, seen to bite, and removed: `tools/boundaries.test.ts` does it again. */
export default {
  forbidden: [
    {
      name: 'the domain stands alone',
      severity: 'error',
      from: { path: inPackage('domain'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: inPackage('domain') },
    },
    {
      name: 'the application knows only the domain',
      severity: 'error',
      from: { path: inPackage('application'), pathNot: '\\.test\\.ts$|/contracts/' },
      to: { pathNot: [inPackage('application'), inPackage('domain')] },
    },
    ...adapters.map((adapter) => ({
      name: 'adapters never meet',
      severity: 'error',
      from: { path: inPackage(`adapters-${adapter}`) },
      to: { path: '^(packages/adapters-|apps/)', pathNot: inPackage(`adapters-${adapter}`) },
    })),
    {
      name: 'only the server composes',
      severity: 'error',
      from: { pathNot: '^apps/server/src/composition/' },
      to: { path: 'node_modules/(inversify|reflect-metadata)/' },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    exclude: { path: '/dist/' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@museum/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
}
