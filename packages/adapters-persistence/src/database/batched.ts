import DataLoader from 'dataloader'
import { withDeadline } from './deadline.ts'

/** So many are answered together at most: more make a statement longer, and hardly cheaper for each. */
const most = 128
/** Milliseconds after which nobody waits any more for answers that are under way: they may be stuck. */
const patience = 50

/**
 * Answers together what is asked in one turn of the event loop, and what is asked while the last group is being
 * answered. So the busier the museum is, the less each request costs, and who comes alone waits for nobody. No answer is
 * older than its question.
 */
export const batched = <Asked, Answer>(
  answersTo: (asked: readonly Asked[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): ((asked: Asked) => Promise<Answer>) => {
  let underWay: Promise<unknown> = Promise.resolve()
  const together = new DataLoader<Asked, Answer | Promise<Answer>>(
    (asked) => {
      // Not under the deadline of the one of them who came first.
      const answers = withDeadline(Number.POSITIVE_INFINITY, () => answersTo(asked))
      underWay = settledOrStuck(answers)
      return answers
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => void underWay.then(() => setImmediate(begin)) },
  )
  return (asked) => together.load(asked) as Promise<Answer>
}

const settledOrStuck = (answers: Promise<readonly unknown[]>) =>
  new Promise<void>((resolve) => {
    const stuck = setTimeout(resolve, patience).unref()
    const settled = () => {
      clearTimeout(stuck)
      resolve()
    }
    answers.then((all) => Promise.allSettled(all)).then(settled, settled)
  })

/** The same, where all those who ask the same share one answer, and nobody waits for the answer to another question. */
export const coalesced = <Asked extends object, Answer>(
  answerTo: (asked: Asked) => Promise<Answer>,
): ((asked: Asked) => Promise<Answer>) =>
  batched<Asked, Answer>(async (all) => {
    const answers = new Map<string, Promise<Answer>>()
    return all.map((asked) => {
      const question = JSON.stringify(asked)
      const answer = answers.get(question) ?? answerTo(asked)
      answers.set(question, answer)
      return answer
    })
  })
