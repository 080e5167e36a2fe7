import config from './jest.browser.config.mjs'

/** The tests that need packages of Debian, `deploy/*.deployment.test.ts`: `pnpm test:deployment`. */
export default { ...config, testMatch: ['<rootDir>/deploy/*.deployment.test.ts'] }
