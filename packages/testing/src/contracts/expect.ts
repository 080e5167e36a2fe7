import { Pattern, faultAt, findDifference, show } from './find-difference.ts'

/** Says what is wrong with a received value, or returns undefined. */
type Matcher = (received: unknown, expected?: unknown) => string | undefined

const faultUnless = (isMet: boolean, expected: string, received: unknown) =>
  isMet ? undefined : faultAt('', expected, received)
const elementsOf = (received: unknown) => [...(received as Iterable<unknown>)]

const matchers = {
  toBe: (received, expected) => faultUnless(Object.is(received, expected), show(expected), received),
  toBeUndefined: (received) => faultUnless(received === undefined, 'undefined', received),
  toEqual: (received, expected) => findDifference(received, expected, false),
  /** The received objects may have further members. */
  toMatchObject: (received, expected) => findDifference(received, expected, true),
  toHaveLength: (received, length) =>
    faultUnless((received as ArrayLike<unknown>).length === length, `${show(length)} elements`, received),
  toContain: (received, element) =>
    faultUnless(elementsOf(received).includes(element), `an element ${show(element)}`, received),
  toContainEqual: (received, element) =>
    faultUnless(hasElement(received, element), `an element ${show(element)}`, received),
  toMatch: (received, pattern) =>
    faultUnless((pattern as RegExp).test(received as string), `text that matches ${String(pattern)}`, received),
  toBeGreaterThan: (received, bound) =>
    faultUnless((received as number) > (bound as number), `more than ${show(bound)}`, received),
  toBeGreaterThanOrEqual: (received, bound) =>
    faultUnless((received as number) >= (bound as number), `${show(bound)} or more`, received),
  toBeLessThanOrEqual: (received, bound) =>
    faultUnless((received as number) <= (bound as number), `${show(bound)} or less`, received),
} satisfies Record<string, Matcher>

const hasElement = (received: unknown, expected: unknown) =>
  elementsOf(received).some((element) => findDifference(element, expected, false) === undefined)

type Matchers = Readonly<{
  [Name in keyof typeof matchers]: (
    ...expected: Parameters<(typeof matchers)[Name]> extends [unknown] ? [] : [expected: unknown]
  ) => void
}>

type Assertion = (expected: never) => unknown
/** Exists in V8 and JavaScriptCore, but not in every engine. */
const { captureStackTrace } = Error as { captureStackTrace?: (error: Error, assertion: Assertion) => void }

/**
 * A failed assertion. A runner recognizes it by its name and members, and shows how the values differ. Its stack begins
 * where the contract calls `assertion`, since Jest shows only the first frame in `node_modules`.
 */
class AssertionError extends Error {
  override readonly name = 'AssertionError'
  readonly actual: unknown
  readonly expected: unknown

  constructor(message: string, actual: unknown, expected: unknown, assertion: Assertion) {
    super(message)
    this.actual = actual
    this.expected = expected
    captureStackTrace?.(this, assertion)
  }
}

const matchersOf = (received: unknown, isNegated: boolean) =>
  Object.fromEntries(
    Object.entries<Matcher>(matchers).map(([name, matcher]) => {
      const assertion = (expected?: unknown) => {
        const fault = matcher(received, expected)
        if (isNegated === (fault !== undefined)) return
        const message = fault ?? `expected anything but ${show(received)}`
        throw new AssertionError(`${name}: ${message}`, received, expected, assertion)
      }
      return [name, assertion]
    }),
  ) as Matchers

/**
 * The assertions of the contracts: those of Jest's `expect` that they use, with the same names and the same meaning for
 * data. With these, a contract means the same in every runner, and needs no assertions of the runner.
 */
export const expect = Object.assign(
  (received: unknown) => ({
    ...matchersOf(received, false),
    not: matchersOf(received, true),
    rejects: {
      /** The promise rejects with an error whose message contains this text. */
      toThrow: async function toThrow(text: string) {
        const [outcome] = await Promise.allSettled([received])
        const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
        const message = (error as Error | undefined)?.message
        if (!message?.includes(text))
          throw new AssertionError(
            `toThrow: ${faultAt('', `an error with "${text}"`, message)}`,
            message,
            text,
            toThrow,
          )
      },
    },
  }),
  {
    /** Matches an object that has these members, and may have others. */
    objectContaining: (members: object): unknown =>
      new Pattern(members, (received, path) => findDifference(received, members, true, path)),
    /** Matches any number. */
    any: (type: NumberConstructor): unknown =>
      new Pattern('a number', (received, path) =>
        typeof received === typeof type() ? undefined : faultAt(path, 'a number', received),
      ),
  },
)
