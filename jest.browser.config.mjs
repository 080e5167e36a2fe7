import config from './jest.config.mjs'

const { globalSetup: _, globalTeardown: __, coverageThreshold: ___, ...shared } = config

/** The tests in a real browser, `*.browser.test.ts`: `pnpm test:browser`. They need no MySQL. */
export default {
  ...shared,
  // Browsers use the processor while they wait for nothing.
  maxWorkers: 1,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: [
    '<rootDir>/{packages,apps}/*/src/**/*.browser.test.ts',
    '<rootDir>/{tools,examples}/**/*.browser.test.ts',
  ],
}
