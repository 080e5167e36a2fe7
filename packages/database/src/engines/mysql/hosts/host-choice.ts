import { setTimeout as sleep } from 'node:timers/promises'
import { type HostCondition, comparedInGroup } from './host-condition.ts'

/** A failover of all connections from one host to another; `condition` is that of the former host. */
export type Failover = Readonly<{ from: string; to: string; condition: HostCondition }>

/** What the choice of a host needs. A host is given by its index in `hosts`. */
type HostChoiceOptions = Readonly<{
  /** The names of the hosts in the order of preference; two or more. */
  hosts: readonly string[]
  /** Finds out the condition of a host over a new connection. Never rejects. */
  probe: (host: number) => Promise<HostCondition>
  /** Does the same over a connection that stays open. */
  check: (host: number) => Promise<HostCondition>
  onFailover: (failover: Failover) => void
  /** Called with a sentence for the operator. */
  warn: (message: string) => void
  /** Milliseconds between two checks of the host in use. */
  checkInterval?: number
  /** Milliseconds from the start of one probe of all hosts to the start of the next. */
  probeInterval?: number
}>

/**
 * Uses the first writable host of the list. When that is not writable, all hosts are probed at the same time, the one in use
 * too, and `chooseHost` chooses among them. There is no automatic failback to a host that becomes writable again.
 */
export const hostChoice = ({
  hosts,
  probe,
  check,
  onFailover,
  warn,
  checkInterval = 500,
  probeInterval = 200,
}: HostChoiceOptions) => {
  let active = 0
  let failovers = 0
  let isStopped = false
  /** Whether the operator was warned that no host is writable. */
  let isWarned = false
  let started: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** The next probe of all hosts, until it starts. */
  let planned: Promise<void> | undefined
  let inProgress: Promise<void> | undefined
  let lastProbe = Number.NEGATIVE_INFINITY
  let nextFailover = Promise.withResolvers<void>()

  const conditionsUntilChoice = (order: readonly number[]) =>
    new Promise<Readonly<{ choice: number; conditions: readonly (HostCondition | undefined)[] }>>((resolve) => {
      const probed = Array.from<HostCondition | undefined>({ length: order.length })
      const probeOne = async (host: number, index: number) => {
        probed[index] = await probe(host)
        const conditions = comparedInGroup(probed)
        const choice = chooseHost(conditions)
        if (choice !== undefined) resolve({ choice, conditions })
      }
      for (const [index, host] of order.entries()) void probeOne(host, index)
    })

  const chooseNow = async () => {
    const order = [active, ...Array.from(hosts.keys()).filter((host) => host !== active)]
    const { choice, conditions } = await conditionsUntilChoice(order)
    if (isStopped) return
    const chosen = conditions[choice]!
    if (choice > 0) failOver(order[choice]!, conditions[0]!)
    const isWritable = chosen.state === 'writable' || chosen.state === 'full'
    if (isWritable && isWarned) warn(`The database server ${hosts[active]} is writable.`)
    if (!isWritable && !isWarned)
      warn(
        `No database server is writable: ${order
          .toSorted((one, other) => one - other)
          .map((host) => `${hosts[host]} (${reasonOf(conditions[order.indexOf(host)]!)})`)
          .join(', ')}. Until one is, ${hosts[active]} is used.`,
      )
    isWarned = !isWritable
  }

  const failOver = (to: number, condition: HostCondition) => {
    const from = active
    active = to
    failovers += 1
    warn(
      `The database server ${hosts[from]} cannot be used (${reasonOf(condition)}): from now on, ${hosts[to]} is used.`,
    )
    onFailover({ from: hosts[from]!, to: hosts[to]!, condition })
    nextFailover.resolve()
    nextFailover = Promise.withResolvers()
  }

  const probeHosts = () => {
    planned ??= (async () => {
      await inProgress
      const pause = lastProbe + probeInterval - performance.now()
      if (pause > 0) await sleep(pause)
      planned = undefined
      if (isStopped) return
      lastProbe = performance.now()
      await (inProgress = chooseNow())
    })()
    return planned
  }

  const checkFromNowOn = async () => {
    if (isStopped) return
    const { state } = await check(active)
    // After a time without a writable host, only a comparison with the others shows that this one is writable.
    if ((isWarned || (state !== 'writable' && state !== 'full')) && !isStopped) await probeHosts()
    if (!isStopped) timer = setTimeout(() => void checkFromNowOn(), isWarned ? probeInterval : checkInterval).unref()
  }

  return {
    /** The index of the host in use. */
    active: () => active,
    /** The number of failovers so far. */
    failovers: () => failovers,
    /** Probes all hosts for the first time, and checks the host in use from then on. */
    start: () => (started ??= probeHosts().then(() => void checkFromNowOn())),
    /** Probes all hosts, after an error that the host in use may have caused. Resolves when a host is chosen. */
    probeHosts,
    /** Whether there was a failover since the number was `before`. Waits for a probe that is planned or in progress. */
    async failedOverSince(before: number) {
      if (failovers === before) await Promise.race([planned ?? inProgress, nextFailover.promise])
      return failovers !== before
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

export type HostChoice = ReturnType<typeof hostChoice>

const reasonOf = (condition: HostCondition) => (condition.state === 'writable' ? 'writable' : condition.reason)

/**
 * Chooses among hosts by their conditions, that of the host in use first, then the others in the order of the URL: the first
 * writable host, else the first readable one, else the one in use. Returns its index in `conditions`; `undefined` while the
 * choice depends on a condition that is not known yet.
 */
export const chooseHost = (conditions: readonly (HostCondition | undefined)[]): number | undefined => {
  const ranks = conditions.map((condition, index) => condition && rankOf(condition, index === 0))
  const best = ranks.findIndex((rank) => rank === undefined || rank === highestRank)
  if (best >= 0) return ranks[best] === undefined ? undefined : best
  return ranks.indexOf(Math.max(...(ranks as number[])))
}

const highestRank = 2

const rankOf = ({ state }: HostCondition, isInUse: boolean): number => {
  if (state === 'writable') return highestRank
  // The open connections to the host in use still work.
  if (state === 'full') return isInUse ? highestRank : 0
  return state === 'readable' ? 1 : 0
}
