import { setTimeout as sleep } from 'node:timers/promises'
import type { EnginePage } from './other-engines.ts'

const text = (value: string) => JSON.stringify(value)
/** A script that finds the first element that is seen and matches, by its text where one is given. */
const found = (selector: string, content = '') =>
  `[...document.querySelectorAll(${text(selector)})].find((each) => each.checkVisibility() && each.textContent.includes(${text(content)}))`

/** What a person does on a page. Each action waits for an element that is seen and matches a selector, and has a text where one is given. */
export const actionsOn = ({ evaluate, type }: EnginePage) => {
  const waitFor = async (selector: string, content = '') => {
    for (let n = 0; n < 600; n += 1) {
      // While the next page is loaded, there is no document.
      const isSeen = evaluate<boolean>(`${found(selector, content)} !== undefined`)
      if (await isSeen.catch(() => false)) return
      await sleep(50)
    }
    const shown = await evaluate<string>('document.body.innerText')
    throw new Error(`There is no ${selector} with ${text(content)} on the page: ${shown}`)
  }
  return {
    waitFor,
    click: async (selector: string, content = '') => {
      await waitFor(selector, content)
      await evaluate(`void ${found(selector, content)}.click()`)
    },
    fill: async (selector: string, value: string) => {
      await waitFor(selector)
      await evaluate(`void (${found(selector)}.focus(), ${found(selector)}.select())`)
      await type(value)
    },
  }
}
