import type { FakeAnswer, FakeRequest, FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import { randomItem } from './random.ts'

/** How a provider that is not well answers: some answers are as if it were. */
const answers: readonly FakeAnswer[] = [
  ...Array.from({ length: 22 }, () => 'at once' as const),
  ...Array.from({ length: 4 }, () => 'late' as const),
  'twice',
  'twice',
  'half',
  'half',
  'slow',
  'never',
  500,
  503,
  429,
]

/** Has a provider answer late, twice, half, with errors or never, until it recovers. */
export const unreliableProvider = (stripe: FakeStripe) => {
  const count = { bad: 0 }
  let isWell = true
  /** When something about a page was last not answered as it should. */
  const badAt = new Map<string, number>()
  stripe.answer(({ path }: FakeRequest) => {
    const answer = isWell ? 'at once' : randomItem(answers)
    if (answer === 'at once' || answer === 'twice') return answer
    count.bad += 1
    badAt.set(pageOf(path), performance.now())
    return answer
  })
  return {
    count,
    fallIll: () => void (isWell = false),
    recover: () => void (isWell = true),
    /** Whether everything about a page was answered at once since a moment of `performance.now()`. */
    hasAnsweredSince: (page: string, since: number) => (badAt.get(page) ?? 0) < since,
  }
}

const pageOf = (path: string) => /^\/v1\/checkout\/sessions\/(\w+)/.exec(path)?.[1] ?? ''
