const {
  TEST_PROJECT: project = 'tests',
  TEST_PROGRAMS: programs,
  MUSEUM_TEST_ENGINES: engine,
  TEST_CLUSTER: cluster,
} = process.env

const shared = {
  testEnvironment: '<rootDir>/tools/jest/environment.ts',
  // Machines are noisy: this only ends what would never end.
  testTimeout: 120_000,
  testEnvironmentOptions: { customExportConditions: ['@museum/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp/', '/dist/'],
  // The export condition alone resolves the workspace; the mapping lets related tests be found across packages.
  moduleNameMapper: {
    // With `TEST_PROGRAMS=` (empty), a password's hash has its usual cost, as in the sources that these tests start.
    ...(programs !== '' && { '^\\./scrypt-cost\\.ts$': '<rootDir>/tools/jest/cheap-scrypt-cost.ts' }),
    '^@museum/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@museum/([^/]+)/([^/.]+)$': '<rootDir>/packages/$1/src/$2/index.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
}

/** `MUSEUM_TEST_ENGINES` names one engine, and leaves out the files that are about the other only. */
const otherEngine = [
  '/node_modules/',
  ...(engine === 'sqlite' ? ['\\.mysql\\.(long\\.)?test\\.ts$'] : []),
  ...(engine === 'mysql' ? ['/sqlite'] : []),
]

/**
 * The tests of one kind, one file at a time, since most use the processor all the time.
 *
 * @param {string} kind
 */
const ofKind = (kind) => ({
  maxWorkers: 1,
  testMatch: [
    `<rootDir>/{packages,apps}/*/src/**/*.${kind}.test.ts`,
    `<rootDir>/{deploy,examples,tools,apps/desk/test}/**/*.${kind}.test.ts`,
  ],
})

/** Bundles of the programs, and a MySQL server unless `MUSEUM_TEST_ENGINES` is `sqlite`. */
const withDatabase = {
  globalSetup: '<rootDir>/tools/jest/global-setup.ts',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.ts',
}

/**
 * `pnpm test` runs the project `tests`, `pnpm test:browser` the project `browser`, and so on.
 *
 * @type {Record<string, object>}
 */
const projects = {
  tests: {
    ...withDatabase,
    // Most tests wait for servers and databases, and leave the processor idle.
    maxWorkers: 4,
    testPathIgnorePatterns: [...otherEngine, '\\.(long|browser|engines|runtimes|deployment|cluster)\\.test\\.ts$'],
    testMatch: [
      '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
      '<rootDir>/{deploy,tools,apps/desk/test}/*.test.ts',
      '<rootDir>/quality/**/*.test.ts',
      '<rootDir>/examples/*/test/*.test.ts',
    ],
    coverageProvider: 'babel',
    coverageThreshold: {
      './packages/domain/src/': { statements: 100, branches: 100, functions: 100 },
      './packages/application/src/': { statements: 99, branches: 95, functions: 98 },
    },
    // Those with a threshold.
    collectCoverageFrom: ['packages/{domain,application}/src/**/*.ts'],
  },
  // These take up to a minute each: several servers and commands at the same time, database servers and logs that fail,
  // the command `doctor`, many probes of the readiness, many long lists, commands in a terminal and in a clone, traces,
  // sockets that a server inherits, images on machines with other fonts, old migrations, clients that tools generate, the
  // examples of the help and of docs/embedding.md.
  long: { ...ofKind('long'), ...withDatabase, maxWorkers: 4, testPathIgnorePatterns: otherEngine },
  browser: { ...ofKind('browser'), ...withDatabase },
  // These need WebKit and Firefox, which Debian has as packages.
  engines: { ...ofKind('engines'), ...withDatabase },
  // The domain's own tests: Stryker runs them for each mutant, and finds no environment of the project.
  mutation: { testEnvironment: 'node', testMatch: ['<rootDir>/quality/domain-tests.ts'] },
  // These install packages and runtimes from the npm registry.
  runtimes: ofKind('runtimes'),
  // These need packages of Debian.
  deployment: ofKind('deployment'),
  // These need a cluster of database servers: `TEST_CLUSTER` is `galera`, the default, or `group`.
  cluster: {
    globalSetup: '<rootDir>/tools/jest/cluster-setup.ts',
    globalTeardown: '<rootDir>/tools/jest/global-teardown.ts',
    // Tests kill and isolate nodes of the one cluster of the run.
    maxWorkers: 1,
    testPathIgnorePatterns: ['/node_modules/', ...(cluster === 'group' ? ['\\.galera\\.cluster\\.test\\.ts$'] : [])],
    testMatch: [
      '<rootDir>/{packages,apps}/*/src/**/*.cluster.test.ts',
      '<rootDir>/{tools,quality/torture}/*.cluster.test.ts',
    ],
  },
}

export default { ...shared, ...projects[project] }
