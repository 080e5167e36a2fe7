import type { OpenAdapters } from './adapters.ts'
import type { TestRunner } from './test-runner.ts'

type Adapters = Awaited<ReturnType<OpenAdapters>>

/** In milliseconds. Longer than any test takes on a slow machine: only a test that would never end reaches it. */
const testTimeout = 120_000

/**
 * Describes tests of repositories. Each test gets a new store, which is closed after it: the members of `servers` are
 * those of the running test. The test itself opens and closes the store, so that a runner needs no hooks.
 */
export const describeWithAdapters = (
  { describe, it }: TestRunner,
  name: string,
  open: OpenAdapters,
  define: (suite: TestRunner & Readonly<{ servers: Pick<Adapters, 'one' | 'other' | 'age'> }>) => void,
): void => {
  let opened: Adapters
  const servers = {
    get one() {
      return opened.one
    },
    get other() {
      return opened.other
    },
    age: (seconds: number) => opened.age(seconds),
  }
  const itWithAdapters: TestRunner['it'] = (test, run) =>
    it(
      test,
      async () => {
        opened = await open()
        try {
          for (const member of ['one', 'other', 'age'] as const)
            if (opened[member] === undefined)
              throw new TypeError(
                `The function that opens adapters must return { one, other, age }, and ${member} is missing.`,
              )
          await run()
        } finally {
          await opened.close?.()
        }
      },
      testTimeout,
    )
  describe(name, () => define({ describe, it: itWithAdapters, servers }))
}
