import type { TestRun } from './global-setup.ts'

/** Stops the server that the set-up started. */
export default async (): Promise<void> => {
  const run = globalThis as TestRun
  const stop = run.stopMysqlServerOfMuseumTests
  run.stopMysqlServerOfMuseumTests = undefined
  await stop?.()
}
