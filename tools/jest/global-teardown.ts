import type { TestRun } from './set-up-run.ts'

/** Stops the server that the set-up started, and removes the temporary folder. */
export default async (): Promise<void> => {
  const run = globalThis as TestRun
  const end = run.endMuseumTests
  run.endMuseumTests = undefined
  await end?.()
}
