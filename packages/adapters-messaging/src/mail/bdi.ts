import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { isolated } from '@museum/languages'

/** A text of the museum or of a visitor beside other words, as the content of an element. */
export const bdi = (text: string): HtmlEscapedString => bdiElements(isolated(text))

/** A text with texts of `isolated` in it, as the content of an element: each of them becomes a `bdi` element. */
export const bdiElements = (text: string): HtmlEscapedString => {
  let depth = 0
  return raw(
    (html`${text}` as HtmlEscapedString).replaceAll(/[\u2066-\u2069]/g, (control) => {
      if (control === '\u2069') return --depth === 0 ? '</bdi>' : control
      return depth++ === 0 ? '<bdi>' : control
    }),
  )
}
