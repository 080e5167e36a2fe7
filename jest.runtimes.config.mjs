import config from './jest.browser.config.mjs'

/** The tests that install packages and runtimes from the npm registry, `*.runtimes.test.ts`: `pnpm test:runtimes`. */
export default {
  ...config,
  testMatch: ['<rootDir>/{packages,apps}/*/src/**/*.runtimes.test.ts', '<rootDir>/tools/*.runtimes.test.ts'],
}
