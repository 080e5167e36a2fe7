import { afterEach, beforeEach } from '@jest/globals'
import type { OpenAdapters } from './adapters.ts'

type Opened = Awaited<ReturnType<OpenAdapters>>

/** Opens a new store before each test and closes it afterwards. The result's members are those of the running test. */
export const openForEachTest = (open: OpenAdapters): Pick<Opened, 'one' | 'other' | 'age'> => {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close?.())
  return {
    get one() {
      return opened.one
    },
    get other() {
      return opened.other
    },
    age: (seconds) => opened.age(seconds),
  }
}
