/**
 * The functions of a test runner that a contract needs: the `describe` and `it` of Jest, Vitest, node:test, Mocha or
 * Bun.
 */
export type TestRunner = Readonly<{
  /** Groups the tests that `define` adds. They run one after the other. */
  describe: (name: string, define: () => void) => unknown
  /** Adds a test, which fails when its promise rejects. A runner may ignore `timeout`, in milliseconds. */
  it: (name: string, test: () => Promise<void>, timeout?: number) => unknown
}>

/**
 * Adds the tests of a contract to the test runner. All contracts have the same parameters: `describe` and `it`; the
 * name of the adapter, for the names of the tests; and `open`, which each test calls, and which returns the adapters to
 * test.
 */
export type Contract<Open> = (runner: TestRunner, adapter: string, open: Open) => void
