import type { FakeAnswer, FakeRequest, FakeStripe } from '../../packages/adapters-payment/test/fake-stripe.ts'
import { RefundId } from '@museum/domain'
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
/** One that has no money to give back. */
const noBalance: FakeAnswer = {
  status: 400,
  error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'Insufficient funds.' },
}
const refundAnswers = [...answers, noBalance, noBalance]

/** The shares of refunds that are pending at first, of those that fail then, and of those that stay pending after a recovery. */
const [pending, failing, left] = [0.5, 0.4, 0.2]

/** Has a provider answer late, twice, half, with errors or never, and hold refunds, until it recovers. */
export const unreliableProvider = (stripe: FakeStripe) => {
  const count = { bad: 0 }
  let isWell = true
  /** When something about a page was last not answered as it should. */
  const badAt = new Map<string, number>()
  stripe.answer(({ method, path }: FakeRequest) => {
    const isRefund = method === 'POST' && path === '/v1/refunds'
    const answer = isWell ? 'at once' : randomItem(isRefund ? refundAnswers : answers)
    if (answer === 'at once' || answer === 'twice') return answer
    count.bad += 1
    badAt.set(pageOf(path), performance.now())
    return answer
  })
  const pendingRefunds = () =>
    stripe
      .refunds()
      .flatMap(({ status, metadata }) => (status === 'pending' ? RefundId(metadata['museum_refund']!) : []))
  const finish = (refundId: RefundId) => stripe.finishRefund(refundId, Math.random() < failing ? 'failed' : 'settled')
  return {
    count,
    fallIll: () => void (isWell = false),
    /** Answers at once from now on, and ends most of the refunds that are pending. */
    recover() {
      isWell = true
      for (const refundId of pendingRefunds()) if (Math.random() > left) finish(refundId)
    },
    /** Whether a new refund is pending. */
    holdsRefund: () => !isWell && Math.random() < pending,
    pendingRefunds,
    /** Ends one of the refunds that are pending: it succeeds or fails. */
    finishRefund() {
      const refunds = pendingRefunds()
      if (refunds.length > 0) finish(randomItem(refunds))
    },
    /** Whether everything about a page was answered at once since a moment of `performance.now()`. */
    hasAnsweredSince: (page: string, since: number) => (badAt.get(page) ?? 0) < since,
  }
}

const pageOf = (path: string) => /^\/v1\/checkout\/sessions\/(\w+)/.exec(path)?.[1] ?? ''
