import jestConfig from './jest.config.mjs'

const { globalSetup: _, globalTeardown: __, ...jest } = jestConfig

export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  jest: {
    // The rules are proved by their own tests and by the use cases on ports in memory.
    config: { ...jest, testMatch: ['<rootDir>/packages/{domain,application}/src/**/*.test.ts'] },
    enableFindRelatedTests: true,
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // TypeScript 7 has no API that Stryker could read a tsconfig with.
  tsconfigFile: 'there-is-none.json',
  mutate: ['packages/domain/src/**/*.ts', '!packages/domain/src/examples/**', '!**/*.test.ts'],
  reporters: ['clear-text', 'progress'],
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['coverage', 'data', '**/dist'],
}
