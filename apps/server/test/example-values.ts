/** The pattern of each kind of value. A kind comes before the kinds that its values contain. */
const kinds = {
  signedCode: /M1:[A-Z2-7]{138,170}/,
  confirmationCode: /ticket-(?:general|event)-[a-z2-9]{6}-[a-z2-9]{5}/,
  uuid: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
  instant: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/,
  localTime: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
  date: /\d{4}-\d\d-\d\d/,
  publicKey: /(?<![\w-])[\w-]{43}(?![\w-])/,
  commandActor: /cli:[\w.-]+/,
}
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]
const anyValue = new RegExp(names.map((name) => `(?<${name}>${kinds[name].source})`).join('|'), 'g')
/** The kinds of which different values in a document stand for different actual values. */
const identifiers = new Set<Kind>(['signedCode', 'confirmationCode', 'uuid', 'publicKey', 'date'])

/**
 * Maps the values of a document (identifiers, codes, times) to the actual ones. When a value occurs in an output for the first
 * time, it is mapped to the actual value in its place, and from then on to nothing else. `known` maps other texts of the
 * document.
 */
export const exampleValues = (known: Readonly<Record<string, string>>) => {
  const actualOf = new Map<string, string>()
  const kindOf = (match: RegExpExecArray) => names.find((name) => match.groups![name] !== undefined)!
  const replaceKnown = (text: string) =>
    Object.entries(known).reduce((replaced, [value, actual]) => replaced.replaceAll(value, actual), text)

  /** Maps a value to an actual one. */
  const set = (value: string, actual: string) => void actualOf.set(value, actual)

  /** The values in a text that are not mapped yet. */
  const unknownIn = (text: string): readonly string[] =>
    [...text.matchAll(anyValue)].map(([value]) => value).filter((value) => !actualOf.has(value))

  /** A text with the actual values. */
  const toActual = (text: string): string =>
    replaceKnown(text.replaceAll(anyValue, (value) => actualOf.get(value) ?? value))

  /** Whether an output equals that of the document except for values. Maps new values. */
  const matches = (documented: string, output: string): boolean => {
    const groups: { value: string; kind: Kind }[] = []
    let pattern = ''
    let end = 0
    for (const match of documented.matchAll(anyValue)) {
      const [value] = match
      pattern += RegExp.escape(replaceKnown(documented.slice(end, match.index)))
      end = match.index + value.length
      const group = groups.findIndex((one) => one.value === value)
      if (actualOf.has(value)) pattern += RegExp.escape(actualOf.get(value)!)
      else if (group >= 0) pattern += `\\k<_${group}>`
      else {
        const kind = kindOf(match)
        pattern += `(?<_${groups.length}>${kinds[kind].source})`
        groups.push({ value, kind })
      }
    }
    pattern += RegExp.escape(replaceKnown(documented.slice(end)))
    const found = new RegExp(`^${pattern}$`).exec(output)
    if (found === null) return false
    for (const [group, { value, kind }] of groups.entries()) {
      const actual = found.groups![`_${group}`]!
      if (identifiers.has(kind) && [...actualOf.values()].includes(actual)) return false
      actualOf.set(value, actual)
    }
    return true
  }

  return { set, unknownIn, toActual, matches }
}
