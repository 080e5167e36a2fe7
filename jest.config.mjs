export default {
  globalSetup: '<rootDir>/tools/jest/global-setup.ts',
  globalTeardown: '<rootDir>/tools/jest/global-teardown.ts',
  testEnvironment: '<rootDir>/tools/jest/environment.ts',
  // Most tests wait for servers and databases, and leave the processor idle.
  maxWorkers: 4,
  // Machines are noisy: this only ends what would never end.
  testTimeout: 120_000,
  testEnvironmentOptions: { customExportConditions: ['@museum/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp/', '/dist/'],
  // `MUSEUM_TEST_ENGINES` names one engine, and leaves out the files that are about the other only.
  testPathIgnorePatterns: [
    '/node_modules/',
    // These have configurations of their own.
    '\\.(browser|runtimes|deployment|cluster)\\.test\\.ts$',
    ...(process.env.MUSEUM_TEST_ENGINES === 'sqlite' ? ['\\.mysql\\.test\\.ts$'] : []),
    ...(process.env.MUSEUM_TEST_ENGINES === 'mysql' ? ['/sqlite'] : []),
  ],
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.test.ts',
    '<rootDir>/{deploy,tools,torture,bench,bench/simulation}/*.test.ts',
    '<rootDir>/examples/*/test/*.test.ts',
  ],
  // The export condition alone resolves the workspace; the mapping lets related tests be found across packages.
  moduleNameMapper: {
    '^@museum/([^/]+)$': '<rootDir>/packages/$1/src/index.ts',
    '^@museum/([^/]+)/([^/]+)$': '<rootDir>/packages/$1/src/$2/index.ts',
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
  },
  coverageProvider: 'babel',
  coverageThreshold: {
    './packages/domain/src/': { statements: 100, branches: 100, functions: 100 },
    './packages/application/src/': { statements: 99, branches: 95, functions: 98 },
  },
  // Those with a threshold. The contract suites are tests, also where they have callbacks that an adapter must not call.
  collectCoverageFrom: ['packages/{domain,application}/src/**/*.ts', '!**/*.{test-support,contract}.ts'],
}
