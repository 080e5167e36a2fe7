/** The corpus over sockets of its own, and good requests that are cut at every byte. */
import { corpus, goodRequests, probe } from './corpus.ts'
import type { Museum } from './start-museum.ts'
import type { Visitor } from './fuzz-session.ts'
import { type Farewell, converse, printed, readAnswers } from './raw-http.ts'

/** Tries every entry whose name holds the word, and tells of those that were answered otherwise. */
export const tryCorpus = async (museum: Museum, { judge, resolved }: Visitor, word: string): Promise<string[]> => {
  const failures: string[] = []
  const wanted = corpus.filter(({ name }) => name.includes(word))
  for (const { name, bytes, answers, isUsable = false, isHead = false, farewell = 'wait', ...entry } of wanted) {
    const sent = Buffer.from(resolved(bytes + (isUsable ? probe : '')), 'latin1')
    const read = await converse(museum.port, sent, farewell)
    const faults = faultsOf(
      read,
      (got) => {
        const statuses = got.map(({ status }) => status).join()
        const credentialed = { isByTheBook: false, isHead, hasCredentials: bytes.includes('@credentials@') }
        return [
          ...(statuses === answers.join() || (statuses === '' && entry.mayBeUnanswered)
            ? []
            : [`answered ${statuses || 'nothing'}, not ${answers.join() || 'nothing'}`]),
          ...got.flatMap((answer) => judge(credentialed, answer)),
        ]
      },
      isHead,
    )
    if (!museum.isAlive()) faults.push('the server has ended')
    if (faults.length > 0) failures.push(report(name, faults, sent, read))
    if (!museum.isAlive()) break
  }
  console.log(`${wanted.length} entries of the corpus, ${failures.length} answered otherwise.`)
  return failures
}

/** Cuts good requests at every byte, in each of three ways: what is not whole must never be done. */
export const tryCuts = async (museum: Museum, { judge, resolved }: Visitor): Promise<string[]> => {
  const failures: string[] = []
  const cuts = Object.entries(goodRequests).flatMap(([name, whole]) => {
    const bytes = Buffer.from(resolved(whole), 'latin1')
    return Array.from({ length: bytes.length }, (_, n) => ({
      name: `${name}, cut after ${n} bytes`,
      sent: bytes.subarray(0, n),
    }))
  })
  const tryOne = async ({ name, sent }: (typeof cuts)[number], farewell: Farewell) => {
    const read = await converse(museum.port, sent, farewell)
    const faults = faultsOf(read, (got) => [
      ...got.filter(({ status }) => ![400, 408].includes(status)).map(({ status }) => `answered ${status}`),
      ...(farewell === 'wait' && sent.length > 0 && got.length !== 1 ? [`${got.length} answers`] : []),
      ...got.flatMap((answer) => judge({ isByTheBook: false, isHead: false, hasCredentials: true }, answer)),
    ])
    if (faults.length > 0) failures.push(report(`${name}, then ${farewell}`, faults, sent, read))
  }
  for (const cut of cuts) for (const farewell of ['half-close', 'reset'] as const) await tryOne(cut, farewell)
  // All at once: each waits until the server has lost patience.
  await Promise.all(cuts.map((cut) => tryOne(cut, 'wait')))
  console.log(`${3 * cuts.length} requests cut short, ${failures.length} answered otherwise.`)
  return failures
}

type Judged = (answers: ReturnType<typeof readAnswers>) => readonly string[]
const faultsOf = (read: Buffer | undefined, judged: Judged, isHead = false): string[] => {
  if (read === undefined) return ['the connection stayed open']
  try {
    return [...judged(readAnswers(read, isHead))]
  } catch (error) {
    return [(error as Error).message]
  }
}

const report = (name: string, faults: readonly string[], sent: Buffer, read: Buffer | undefined) =>
  `${name}: ${[...new Set(faults)].join('; ')}\n--- sent\n${printed(sent)}\n--- answered\n${printed(read ?? Buffer.alloc(0))}`
