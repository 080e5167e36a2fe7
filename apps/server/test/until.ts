import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when a condition holds, which is checked ten times a second. A condition that never holds ends in the test's time limit. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(100)
}
