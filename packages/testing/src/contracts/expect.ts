import { Assertion as ChaiAssertion, util } from 'chai'

/** chai's types leave `assert` out, which assertions of one's own call. */
type Assertion = Chai.Assertion & Chai.AssertionPrototype

/** A part of an expected value that matches more than one value. */
class Pattern {
  readonly matches: (received: unknown) => boolean
  constructor(matches: (received: unknown) => boolean) {
    this.matches = matches
  }
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === '[object Object]'

/**
 * Whether two values of data are equal. A member that is undefined equals one that is absent. With `ignoresFurther`, the
 * received objects may have further members.
 */
const isEqual = (received: unknown, expected: unknown, ignoresFurther: boolean): boolean => {
  const comparator = (one: unknown, other: unknown) => {
    if (other instanceof Pattern) return other.matches(one)
    if (!isPlain(one) || !isPlain(other)) return null
    const names = Object.keys(ignoresFurther ? other : { ...other, ...one })
    return names.every(
      (name) => (!ignoresFurther || Object.hasOwn(one, name)) && isEqual(one[name], other[name], ignoresFurther),
    )
  }
  return util.eql(received, expected, { comparator })
}

const assertEqual = (it: Assertion, expected: unknown, ignoresFurther: boolean) =>
  it.assert(
    isEqual(it._obj, expected, ignoresFurther),
    `expected #{this} to ${ignoresFurther ? 'match' : 'equal'} #{exp}`,
    'expected #{this} to differ from #{exp}',
    expected,
    it._obj,
    true,
  )

/** Jest's assertions that the contracts use, by those of chai. */
const assertions = {
  toBe: (it, expected) => it.equal(expected),
  toBeUndefined: (it) => it.equal(undefined),
  toEqual: (it, expected) => assertEqual(it, expected, false),
  toMatchObject: (it, expected) => assertEqual(it, expected, true),
  toHaveLength: (it, length) => it.lengthOf(length as number),
  toContain: (it, element) => it.include(element),
  toContainEqual: (it, element) =>
    it.satisfy((all: readonly unknown[]) => all.some((each) => isEqual(each, element, false))),
  toMatch: (it, pattern) => it.match(pattern as RegExp),
  toBeGreaterThan: (it, bound) => it.above(bound as number),
  toBeGreaterThanOrEqual: (it, bound) => it.least(bound as number),
  toBeLessThanOrEqual: (it, bound) => it.most(bound as number),
} satisfies Record<string, (it: Assertion, expected: unknown) => unknown>

type Assertions = Readonly<{
  [Name in keyof typeof assertions]: (
    ...expected: Parameters<(typeof assertions)[Name]> extends [unknown] ? [] : [expected: unknown]
  ) => void
}>

const assertionsOn = (received: unknown, isNegated: boolean) =>
  Object.fromEntries(
    Object.entries<(it: Assertion, expected: unknown) => unknown>(assertions).map(([name, assert]) => {
      const assertion = (expected?: unknown) => {
        // The stack of a failure begins where `assertion` is called, since Jest shows only the first frame in `node_modules`.
        const it = new ChaiAssertion(received, undefined, assertion, true)
        assert((isNegated ? it.not : it) as Assertion, expected)
      }
      return [name, assertion]
    }),
  ) as Assertions

/**
 * The assertions of the contracts. They have the names and, for data, the meaning of Jest's, in every test runner: the
 * tests of the contracts compare them.
 */
export const expect = Object.assign(
  (received: unknown) => ({
    ...assertionsOn(received, false),
    not: assertionsOn(received, true),
    rejects: {
      /** The promise rejects with an error whose message contains this text. */
      toThrow: async function toThrow(text: string) {
        const [outcome] = await Promise.allSettled([received])
        const error: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
        new ChaiAssertion((error as Error | undefined)?.message, undefined, toThrow, true).contain(text)
      },
    },
  }),
  {
    /** Matches an object that has these members, and may have others. */
    objectContaining: (members: object): unknown => new Pattern((received) => isEqual(received, members, true)),
    /** Matches any number. */
    any: (type: NumberConstructor): unknown => new Pattern((received) => typeof received === typeof type()),
  },
)
