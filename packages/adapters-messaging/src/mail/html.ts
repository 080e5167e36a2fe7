import { isolated } from '@museum/languages'

/** HTML text, in which everything that was not written as HTML is escaped. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

type Part = string | Html | readonly (string | Html)[]

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }),
)

const rendered = (part: Part): string => {
  if (part instanceof Html) return part.toString()
  if (typeof part === 'string') return part.replaceAll(/[&<>"']/g, (character) => entities.get(character)!)
  return part.map(rendered).join('')
}

/**
 * A template of HTML: the strings in it are escaped, also in attributes with quotes, and lists are joined. A line break of the
 * template with the spaces beside it becomes one space: programs for e-mail cut long HTML off.
 */
export const html = Object.assign(
  (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
    new Html(
      strings
        .map((text) => text.replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)))
        .map((text, index) => (index === 0 ? text : rendered(parts[index - 1]!) + text))
        .join(''),
    ),
  {
    /** HTML that is text of our own. */
    raw: (text: string): Html => new Html(text),
    /** A text of the museum or of a visitor beside other words, as the content of an element. */
    isolated: (text: string): Html => html.isolates(isolated(text)),
    /** A text with texts of `isolated` in it, as the content of an element: each of them becomes an element. */
    isolates: (text: string): Html => {
      let depth = 0
      return new Html(
        rendered(text).replaceAll(/[\u2066-\u2069]/g, (control) => {
          if (control === '\u2069') return --depth === 0 ? '</bdi>' : control
          return depth++ === 0 ? '<bdi>' : control
        }),
      )
    },
  },
)
