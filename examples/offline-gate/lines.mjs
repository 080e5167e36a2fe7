/** The line that a gate prints for a decision. */
export const lineOf = (
  /** @type {import('@museum/client/gate').GateDecision} */ { verdict, reason, detail, first, isOffline },
  /** @type {ReturnType<typeof import('./clock.mjs').clockIn>} */ clock,
  /** @type {string | undefined} */ oldLoadedAt,
) => {
  const use = first && ` on ${clock.read(first.at)}${first.gate === null ? '' : ` at ${first.gate}`}`
  const age = oldLoadedAt === undefined ? '' : `, revocations of ${clock.read(oldLoadedAt)}`
  return `${verdict}${reason ? ` ${reason}` : ''}: ${detail}${use ?? ''}${isOffline ? ` (offline${age})` : ''}`
}

const clockLine = (/** @type {number} */ ahead) => {
  if (ahead === 0) return 'the clock of this machine is right'
  const minutes = Math.round(Math.abs(ahead) / 6_000) / 10
  return `CHECK the clock of this machine: it is ${minutes} minutes ${ahead > 0 ? 'ahead of' : 'behind'} that of the museum`
}

/** The line that a gate reports for an event of its connection. */
export const reportOf = (
  /** @type {import('@museum/client/gate').GateEvent} */ event,
  /** @type {import('@museum/client/gate').GateMuseumData} */ museumData,
) => {
  if ('reason' in event) return `${event.type}, with ${museumData.describe()}${event.reason && `: ${event.reason}`}`
  if (event.type === 'not loaded') return `not loaded: ${event.problem}; still with ${museumData.describe()}`
  if (event.type === 'clock') return clockLine(event.ahead)
  const what = `ticket ${event.scan.ticketId}, admitted here at ${event.scan.scannedAt}`
  if (event.type === 'waiting') return `not accepted yet: ${what}: ${event.problem}`
  if (event.type === 'rejected') return `CHECK ${what}: never accepted, kept in rejected.jsonl: ${event.problem}`
  const { answer } = event
  return answer.admitted ? `sent: ${what}` : `CHECK ${what}: the server answers ${answer.reason}: ${answer.detail}`
}
