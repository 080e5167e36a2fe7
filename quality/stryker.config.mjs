export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  // The tests are imported dynamically.
  jest: { enableFindRelatedTests: false },
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
