import config from './jest.config.mjs'

const { coverageThreshold: _, ...shared } = config

/**
 * The tests that need a cluster of database servers, `*.cluster.test.ts`: `pnpm test:cluster`. `TEST_CLUSTER` is `galera`,
 * the default, or `group`, which leaves out `*.galera.cluster.test.ts`.
 */
export default {
  ...shared,
  globalSetup: '<rootDir>/tools/jest/cluster-setup.ts',
  // Tests kill and isolate nodes of the one cluster of the run.
  maxWorkers: 1,
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_CLUSTER === 'group' ? ['\\.galera\\.cluster\\.test\\.ts$'] : []),
  ],
  testMatch: ['<rootDir>/{packages,apps}/*/src/**/*.cluster.test.ts', '<rootDir>/{tools,torture}/*.cluster.test.ts'],
}
