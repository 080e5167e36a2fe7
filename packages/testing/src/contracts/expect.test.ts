import { describe, expect as jestExpect, it } from '@jest/globals'
import fc from 'fast-check'
import { expect } from './expect.ts'

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, false, 0, -0, 1, Number.NaN, '', 'a'),
    fc.uint8Array({ maxLength: 2 }),
    fc.uniqueArray(fc.constantFrom(1, 2, null), { maxLength: 3 }).map((elements) => new Set(elements)),
    // Jest takes [] and [undefined] for equal.
    fc.array(
      tie('data').filter((element) => element !== undefined),
      { maxLength: 3 },
    ),
    // chai cannot compare a Map that contains an object without a prototype.
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('data'), { noNullPrototype: true }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b'), tie('data')), { selector: ([key]) => key })
      .map((entries) => new Map(entries)),
  ),
}))
/** Pairs of values, many of them equal or partly equal. */
const pairs = fc.oneof(
  fc.tuple(data, data),
  fc.tuple(data, data).map(
    ([a, b]) =>
      [
        { a, b: [a] },
        { a: structuredClone(a), b: [b] },
      ] as const,
  ),
  data.map((a) => [{ a, b: [a] }, structuredClone({ a, b: [a] })] as const),
  fc.tuple(data, data).map(([a, b]) => [{ a, b: [{ a, b }] }, structuredClone({ a, b: [{ a }] })] as const),
)
const isMet = (assertion: () => void) => {
  try {
    assertion()
    return true
  } catch {
    return false
  }
}
const failureOf = async (assertion: () => unknown) => {
  try {
    await assertion()
    return undefined
  } catch (error) {
    return error
  }
}

describe('the assertions of the contracts', () => {
  it('have the same toEqual as Jest, for data', () => {
    const count = { equal: 0, different: 0 }
    fc.assert(
      fc.property(pairs, ([received, expected]) => {
        const isEqual = isMet(() => jestExpect(received).toEqual(expected))
        count[isEqual ? 'equal' : 'different'] += 1
        jestExpect(isMet(() => expect(received).toEqual(expected))).toBe(isEqual)
        jestExpect(isMet(() => expect(received).not.toEqual(expected))).toBe(!isEqual)
      }),
      { numRuns: 1_000 },
    )
    jestExpect(Math.min(count.equal, count.different)).toBeGreaterThan(100)
  })

  it('have a toMatchObject that passes only when that of Jest passes', () => {
    let met = 0
    fc.assert(
      fc.property(pairs, ([received, expected]) => {
        if (!isMet(() => expect({ received }).toMatchObject({ received: expected }))) return
        met += 1
        jestExpect({ received }).toMatchObject({ received: expected })
      }),
      { numRuns: 1_000 },
    )
    jestExpect(met).toBeGreaterThan(300)
  })

  it.each<[string, (asserted: typeof expect) => unknown, (asserted: typeof expect) => unknown]>([
    ['toBe', (its) => its('a').toBe('a'), (its) => its({}).toBe({})],
    ['toBeUndefined', (its) => its(undefined).toBeUndefined(), (its) => its(null).toBeUndefined()],
    ['toHaveLength', (its) => its([1, 2]).toHaveLength(2), (its) => its('a').toHaveLength(2)],
    ['toContain', (its) => its(new Set([1])).toContain(1), (its) => its([{}]).toContain({})],
    ['toContainEqual', (its) => its([{ a: 1 }]).toContainEqual({ a: 1 }), (its) => its([{}]).toContainEqual({ a: 1 })],
    ['toMatch', (its) => its('abc').toMatch(/b/), (its) => its('abc').toMatch(/d/)],
    ['toBeGreaterThan', (its) => its(2).toBeGreaterThan(1), (its) => its(1).toBeGreaterThan(1)],
    ['toBeGreaterThanOrEqual', (its) => its(1).toBeGreaterThanOrEqual(1), (its) => its(0).toBeGreaterThanOrEqual(1)],
    ['toBeLessThanOrEqual', (its) => its(1).toBeLessThanOrEqual(1), (its) => its(2).toBeLessThanOrEqual(1)],
    [
      'objectContaining',
      (its) => its({ a: { b: 1, c: 2 } }).toEqual({ a: its.objectContaining({ b: 1 }) }),
      (its) => its({ a: { b: 1, c: 2 } }).toEqual({ a: its.objectContaining({ b: 2 }) }),
    ],
    ['any', (its) => its([1]).toEqual([its.any(Number)]), (its) => its(['1']).toEqual([its.any(Number)])],
    [
      'toMatchObject',
      (its) => its({ a: [{ b: 1, c: 2 }] }).toMatchObject({ a: [{ b: 1 }] }),
      (its) => its({ a: [{ b: 1 }, { b: 2 }] }).toMatchObject({ a: [{ b: 1 }] }),
    ],
    [
      'toMatchObject',
      (its) => its({ a: undefined }).toMatchObject({ a: undefined }),
      (its) => its({}).toMatchObject({ a: undefined }),
    ],
    [
      'rejects.toThrow',
      (its) => its(rejected).rejects.toThrow('of the'),
      (its) => its(rejected).rejects.toThrow('door'),
    ],
    ['rejects.toThrow', (its) => its(rejected).rejects.toThrow(''), (its) => its(resolved).rejects.toThrow('')],
    ['not', (its) => its([1]).not.toContain(2), (its) => its({ a: undefined }).not.toEqual({})],
  ])('have the same %s as Jest', async (_, met, notMet) => {
    for (const asserted of [expect, jestExpect as unknown as typeof expect]) {
      jestExpect(await failureOf(() => met(asserted))).toBeUndefined()
      jestExpect(await failureOf(() => notMet(asserted))).toBeDefined()
    }
  })
  const [rejected, resolved] = [Promise.reject(new Error('the end of the day')), Promise.resolve('the end of the day')]
  rejected.catch(() => undefined)

  it('say what was received and expected, for the report of the runner', async () => {
    const failure = await failureOf(() => expect({ items: [{ sold: 3 }] }).toEqual({ items: [{ sold: 2 }] }))
    jestExpect(failure).toMatchObject({
      name: 'AssertionError',
      message: 'expected { items: [ { sold: 3 } ] } to equal { items: [ { sold: 2 } ] }',
      actual: { items: [{ sold: 3 }] },
      expected: { items: [{ sold: 2 }] },
      showDiff: true,
    })
  })

  it.each<[string, () => unknown]>([
    ['toBe', () => expect(1).toBe(2)],
    ['not.toBe', () => expect(1).not.toBe(1)],
    ['rejects.toThrow', () => expect(resolved).rejects.toThrow('no')],
  ])('have a stack that begins where %s is called', async (_, assertion) => {
    const failure = (await failureOf(assertion)) as Error
    jestExpect(failure.stack?.split('\n').find((line) => /^ +at (?!.*\(node:)/.test(line))).toMatch(/expect\.test\.ts/)
  })
})
