/** Sends the corpus over sockets, and valid requests that are truncated at every byte. */
import { corpus, probe, validRequests } from './corpus.ts'
import type { FuzzSession } from './fuzz-session.ts'
import { type AfterSending, type RawResponse, parseResponses, printable, sendBytes } from './raw-http.ts'
import type { Museum } from './start-museum.ts'

/** Sends every entry whose name contains `word`; resolves to reports of the unexpected responses. */
export const runCorpus = async (museum: Museum, { check, fillIn }: FuzzSession, word: string): Promise<string[]> => {
  const failures: string[] = []
  const entries = corpus.filter(({ name }) => name.includes(word))
  for (const {
    name,
    bytes,
    statuses,
    isReusable = false,
    isHead = false,
    afterSending = 'wait',
    ...entry
  } of entries) {
    const sent = Buffer.from(fillIn(bytes + (isReusable ? probe : '')), 'latin1')
    const received = await sendBytes(museum.port, sent, afterSending)
    const faults = faultsOf(
      received,
      (responses) => {
        const got = responses.map(({ status }) => status).join()
        const request = { isValid: false, isHead, hasCredentials: bytes.includes('@credentials@') }
        return [
          ...(got === statuses.join() || (got === '' && entry.mayBeUnanswered)
            ? []
            : [`answered ${got || 'nothing'}, not ${statuses.join() || 'nothing'}`]),
          ...responses.flatMap((response) => check(request, response)),
        ]
      },
      isHead,
    )
    if (!museum.isAlive()) faults.push('the server exited')
    if (faults.length > 0) failures.push(report(name, faults, sent, received))
    if (!museum.isAlive()) break
  }
  console.log(`${entries.length} entries of the corpus, ${failures.length} failures.`)
  return failures
}

/** Truncates valid requests at every byte, each in three ways: the server must not carry out an incomplete request. */
export const runTruncations = async (museum: Museum, { check, fillIn }: FuzzSession): Promise<string[]> => {
  const failures: string[] = []
  const truncated = Object.entries(validRequests).flatMap(([name, request]) => {
    const bytes = Buffer.from(fillIn(request), 'latin1')
    return Array.from({ length: bytes.length }, (_, n) => ({
      name: `${name}, truncated after ${n} bytes`,
      sent: bytes.subarray(0, n),
    }))
  })
  const runOne = async ({ name, sent }: (typeof truncated)[number], afterSending: AfterSending) => {
    const received = await sendBytes(museum.port, sent, afterSending)
    const faults = faultsOf(received, (responses) => [
      ...responses.filter(({ status }) => ![400, 408].includes(status)).map(({ status }) => `answered ${status}`),
      ...(afterSending === 'wait' && sent.length > 0 && responses.length !== 1
        ? [`${responses.length} responses`]
        : []),
      ...responses.flatMap((response) => check({ isValid: false, isHead: false, hasCredentials: true }, response)),
    ])
    if (faults.length > 0) failures.push(report(`${name}, then ${afterSending}`, faults, sent, received))
  }
  for (const each of truncated)
    for (const afterSending of ['half-close', 'reset'] as const) await runOne(each, afterSending)
  // Concurrently: each waits for the server's timeout.
  await Promise.all(truncated.map((each) => runOne(each, 'wait')))
  console.log(`${3 * truncated.length} truncated requests, ${failures.length} failures.`)
  return failures
}

const faultsOf = (
  received: Buffer | undefined,
  check: (responses: readonly RawResponse[]) => readonly string[],
  isHead = false,
): string[] => {
  if (received === undefined) return ['the connection stayed open']
  try {
    return [...check(parseResponses(received, isHead))]
  } catch (error) {
    return [(error as Error).message]
  }
}

const report = (name: string, faults: readonly string[], sent: Buffer, received: Buffer | undefined) =>
  `${name}: ${[...new Set(faults)].join('; ')}\n--- sent\n${printable(sent)}\n--- received\n${printable(received ?? Buffer.alloc(0))}`
