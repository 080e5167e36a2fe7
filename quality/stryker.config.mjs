import jestConfig from '../jest.config.mjs'

const { globalSetup: _, globalTeardown: __, ...jest } = /** @type {Record<string, unknown>} */ (jestConfig)

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    // The domain's own tests: those of the other packages take a minute for each mutant.
    config: {
      ...jest,
      // Stryker does not find an environment of the project; these tests need none.
      testEnvironment: 'node',
      testMatch: ['<rootDir>/quality/domain-tests.ts'],
    },
    // The tests are imported dynamically.
    enableFindRelatedTests: false,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // What runs once, when a file is loaded, would need every test for each mutant.
  ignoreStatic: true,
  // TypeScript 7 has no API that Stryker could read a tsconfig with.
  tsconfigFile: 'there-is-none.json',
  mutate: ['packages/domain/src/**/*.ts', '!**/*.test.ts'],
  thresholds: { high: 100, low: 95, break: 95 },
  reporters: ['clear-text', 'progress'],
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['coverage', 'data', '**/dist'],
}
