import { afterEach, beforeEach } from '@jest/globals'
import type { OpenAdapters, Repositories } from './home.ts'

/** Opens a new home before each test and closes it after; what it answers reads the home of the running test. */
export const openedForEachTest = (open: OpenAdapters): Readonly<{ one: Repositories; other: Repositories }> => {
  let home: Awaited<ReturnType<OpenAdapters>>
  beforeEach(async () => {
    home = await open()
  })
  afterEach(() => home.close?.())
  return {
    get one() {
      return home.one
    },
    get other() {
      return home.other
    },
  }
}
