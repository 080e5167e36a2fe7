import jestConfig from './jest.config.mjs'

const { globalSetup: _, globalTeardown: __, ...jest } = jestConfig

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    // Whatever runs without a database, a canvas or a process of its own.
    config: { ...jest, testMatch: ['<rootDir>/packages/{domain,application,adapters-http}/src/**/*.test.ts'] },
    enableFindRelatedTests: true,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // What runs once, when a file is loaded, would need every test for each mutant.
  ignoreStatic: true,
  // TypeScript 7 has no API that Stryker could read a tsconfig with.
  tsconfigFile: 'there-is-none.json',
  mutate: ['packages/domain/src/**/*.ts', '!packages/domain/src/examples/**', '!**/*.test.ts'],
  reporters: ['clear-text', 'progress'],
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['coverage', 'data', '**/dist'],
}
