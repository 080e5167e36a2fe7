import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Resolves when a condition holds, which is checked after each `pause` milliseconds. A condition that never holds ends in the
 * test's time limit.
 */
export const until = async (holds: () => Promise<boolean>, pause = 100): Promise<void> => {
  while (!(await holds())) await sleep(pause)
}
