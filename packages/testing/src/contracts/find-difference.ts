/** Says what is wrong with a received value, or returns undefined. `path` leads to it, such as `.dates[1].sold`. */
type FaultOf = (received: unknown, path: string) => string | undefined

/** A part of an expected value that matches more than one value. Messages show it as `shownAs`. */
export class Pattern {
  readonly shownAs: unknown
  readonly faultOf: FaultOf

  constructor(shownAs: unknown, faultOf: FaultOf) {
    this.shownAs = shownAs
    this.faultOf = faultOf
  }

  toJSON() {
    return this.shownAs
  }
}

/**
 * The first difference between two values of data, in words, or undefined. A member that is undefined equals one that
 * is absent. With `ignoresFurther`, the received objects may have further members. Arrays, bytes, maps, sets and plain
 * objects are compared by content; any other object, such as a date or a function, equals only itself.
 */
export const findDifference = (
  received: unknown,
  expected: unknown,
  ignoresFurther: boolean,
  path = '',
): string | undefined => {
  if (expected instanceof Pattern) return expected.faultOf(received, path)
  if (Object.is(received, expected)) return undefined
  const differs = faultAt(path, show(expected), received)
  const kind = kindOf(expected)
  if (kind !== kindOf(received)) return differs
  if (kind === 'Array' || kind === 'Uint8Array') {
    const [these, those] = [received, expected] as [ArrayLike<unknown>, ArrayLike<unknown>]
    if (these.length !== those.length) return faultAt(path, `${those.length} elements: ${show(those)}`, received)
    return firstFault([...Array(those.length).keys()], (n) =>
      findDifference(these[n], those[n], ignoresFurther, `${path}[${n}]`),
    )
  }
  if (kind === 'Map') {
    const [these, those] = [received, expected] as [Map<unknown, unknown>, Map<unknown, unknown>]
    if (these.size !== those.size) return differs
    return firstFault([...those.keys()], (key) =>
      these.has(key) ? findDifference(these.get(key), those.get(key), false, `${path}.get(${show(key)})`) : differs,
    )
  }
  if (kind === 'Set') {
    const [these, those] = [received, expected] as [Set<unknown>, Set<unknown>]
    return these.size === those.size && [...those].every((element) => these.has(element)) ? undefined : differs
  }
  if (kind === 'Object') {
    const [these, those] = [received, expected] as [Record<string, unknown>, Record<string, unknown>]
    const names = ignoresFurther ? Object.keys(those) : [...new Set([...Object.keys(those), ...Object.keys(these)])]
    return firstFault(names, (name) =>
      ignoresFurther && !Object.hasOwn(these, name)
        ? differs
        : findDifference(these[name], those[name], ignoresFurther, `${path}.${name}`),
    )
  }
  return differs
}

/** The kind of an object, such as `Array`, also of one from another realm; for other values, their type. */
const kindOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.prototype.toString.call(value).slice(8, -1) : typeof value

const firstFault = <T>(values: readonly T[], faultOf: (value: T) => string | undefined) => {
  for (const value of values) {
    const fault = faultOf(value)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** `at .dates[1].sold: expected 2, received 3`. */
export const faultAt = (path: string, expected: string, received: unknown): string =>
  `${path && `at ${path}: `}expected ${expected}, received ${show(received)}`

/** A value for a message, as JSON if it has that form. */
export const show = (value: unknown): string => {
  const text = value === undefined ? 'undefined' : JSON.stringify(value, toJson)
  return text.length > 1_000 ? `${text.slice(0, 1_000)} …` : text
}

const toJson = (_: string, value: unknown): unknown => {
  if (kindOf(value) === 'Map' || kindOf(value) === 'Set') return [...(value as Iterable<unknown>)]
  if (kindOf(value) === 'Uint8Array') return `bytes ${String(value)}`
  if (kindOf(value) === 'Error') return String(value)
  return ['undefined', 'bigint', 'function', 'symbol'].includes(typeof value) ? String(value) : value
}
