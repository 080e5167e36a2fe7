import { describe, expect, it } from '@jest/globals'
import { millisecondsLeft, withDeadline } from './deadline.ts'
import { batched, coalesced } from './batched.ts'

const never = new Promise<never>(() => undefined)

/** Who answers when told to, and remembers who was asked together. */
const aClerk = () => {
  const groups: string[][] = []
  const waiting: (() => void)[] = []
  const ask = batched(async (asked: readonly string[]) => {
    groups.push([...asked])
    await new Promise<void>((resolve) => waiting.push(resolve))
    return asked.map((one) => one.toUpperCase())
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, groups, turn, answer: () => waiting.shift()!() }
}

describe('what is gathered', () => {
  it('is asked together when it comes in one turn, each with its own answer', async () => {
    const { ask, groups, turn, answer } = aClerk()
    const answers = Promise.all([ask('a'), ask('b'), ask('a')])
    await turn()
    await turn()
    answer()
    expect(await answers).toEqual(['A', 'B', 'A'])
    expect(groups).toEqual([['a', 'b', 'a']])
  })

  it('waits while a group is under way, and is asked as soon as that is answered', async () => {
    const { ask, groups, turn, answer } = aClerk()
    const answers: Promise<string>[] = []
    for (const one of ['a', 'b', 'c']) {
      answers.push(ask(one))
      await turn()
      await turn()
    }
    expect(groups).toEqual([['a']])
    answer()
    await turn()
    await turn()
    expect(groups).toEqual([['a'], ['b', 'c']])
    answer()
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  it('does not wait for ever for a group that is stuck', async () => {
    const ask = batched(async ([name]: readonly string[]) => (name === 'stuck' ? [never] : [name]))
    void ask('stuck')
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(await ask('late')).toBe('late')
  })

  it('fails for all who were asked together, and for nobody after them', async () => {
    let fails = true
    const ask = batched(async (asked: readonly number[]) => {
      if (fails) throw new Error('away')
      return asked
    })
    const outcomes = await Promise.allSettled([ask(1), ask(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await ask(3)).toBe(3)
  })

  it('is not under the deadline of whoever came first', async () => {
    const ask = batched(async (asked: readonly number[]) => asked.map(() => millisecondsLeft()))
    const [hurried, patient] = [withDeadline(5, () => ask(1)), ask(2)]
    expect([await hurried, await patient]).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })

  it('is not more than can be asked at once', async () => {
    const sizes: number[] = []
    const ask = batched(async (asked: readonly number[]) => {
      sizes.push(asked.length)
      return asked
    })
    const numbers = Array.from({ length: 300 }, (_, n) => n)
    expect(await Promise.all(numbers.map((n) => ask(n)))).toEqual(numbers)
    expect(sizes).toEqual([128, 128, 44])
  })
})

describe('what is shared', () => {
  it('is asked once by all who ask the same in one turn, and again by whoever comes later', async () => {
    const asked: unknown[] = []
    const ask = coalesced(async (question: { page: number }) => {
      asked.push(question)
      return question.page * 2
    })
    expect(await Promise.all([ask({ page: 1 }), ask({ page: 2 }), ask({ page: 1 })])).toEqual([2, 4, 2])
    expect(asked).toEqual([{ page: 1 }, { page: 2 }])
    expect(await ask({ page: 1 })).toBe(2)
    expect(asked).toHaveLength(3)
  })

  it('does not wait for the answer to another question', async () => {
    const ask = coalesced(async ({ name }: { name: string }) => (name === 'slow' ? never : name))
    const [, quick] = [ask({ name: 'slow' }), ask({ name: 'quick' })]
    expect(await quick).toBe('quick')
  })
})
