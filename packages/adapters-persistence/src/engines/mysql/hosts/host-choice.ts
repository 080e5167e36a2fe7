import { setTimeout as sleep } from 'node:timers/promises'
import { chooseHost } from './choose-host.ts'
import type { HostCondition } from './host-condition.ts'

/** A move of all connections from one host to another; `condition` is that of the host that is left. */
export type HostMove = Readonly<{ from: string; to: string; condition: HostCondition }>

/** What the choice of a host needs. Hosts are named by their index in the list. */
export type HostChoiceOptions = Readonly<{
  /** Their names, in the order of preference; two or more. */
  hosts: readonly string[]
  /** Finds out the condition of a host over a new connection. Never rejects. */
  look: (host: number) => Promise<HostCondition>
  /** The same over a connection that stays open. */
  check: (host: number) => Promise<HostCondition>
  onMove: (move: HostMove) => void
  /** Called with a sentence for the operator. */
  warn: (message: string) => void
  /** Milliseconds between two checks of the host in use. */
  checkInterval?: number
  /** Milliseconds between the beginnings of two looks at all hosts. */
  lookInterval?: number
}>

/** The choice of the host that is used, which changes when that host cannot be used and another one can. */
export type HostChoice = Readonly<{
  /** The index of the host in use. */
  active: () => number
  /** How often the host has changed. */
  moves: () => number
  /** Looks at all hosts for the first time, and checks the host in use from then on. */
  start: () => Promise<void>
  /** Looks at all hosts, after an error that the host in use may have caused. Resolves after the look. */
  lookAtHosts: () => Promise<void>
  /**
   * Whether the host has changed since it had changed `moves` times. Waits for a look that is planned or under way.
   */
  movedSince: (moves: number) => Promise<boolean>
  stop: () => void
}>

/**
 * Uses the first host of the list that takes writes, and stays with it while it does. When it does not, all hosts are looked
 * at at the same time, the host in use too, and `chooseHost` chooses. A host that takes writes again is not returned to.
 */
export const hostChoice = ({
  hosts,
  look,
  check,
  onMove,
  warn,
  checkInterval = 500,
  lookInterval = 200,
}: HostChoiceOptions): HostChoice => {
  let active = 0
  let moves = 0
  let isStopped = false
  /** Whether the operator was warned that no host takes writes. */
  let isWarned = false
  let started: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** The look that has not begun yet. */
  let planned: Promise<void> | undefined
  let underWay: Promise<void> | undefined
  let lastLook = Number.NEGATIVE_INFINITY
  let nextMove = Promise.withResolvers<void>()

  const conditionsUntilChoice = (order: readonly number[]) =>
    new Promise<Readonly<{ choice: number; conditions: readonly (HostCondition | undefined)[] }>>((resolve) => {
      const conditions = Array.from<HostCondition | undefined>({ length: order.length })
      const lookAtOne = async (host: number, index: number) => {
        conditions[index] = await look(host)
        const choice = chooseHost(conditions)
        if (choice !== undefined) resolve({ choice, conditions })
      }
      for (const [index, host] of order.entries()) void lookAtOne(host, index)
    })

  const chooseNow = async () => {
    const order = [active, ...Array.from(hosts.keys()).filter((host) => host !== active)]
    const { choice, conditions } = await conditionsUntilChoice(order)
    if (isStopped) return
    const chosen = conditions[choice]!
    if (choice > 0) move(order[choice]!, conditions[0]!)
    const takesWrites = chosen.state === 'writable' || chosen.state === 'full'
    if (takesWrites && isWarned) warn(`The database server ${hosts[active]} takes writes.`)
    if (!takesWrites && !isWarned)
      warn(
        `No database server takes writes: ${order
          .toSorted((one, other) => one - other)
          .map((host) => `${hosts[host]} (${reasonOf(conditions[order.indexOf(host)]!)})`)
          .join(', ')}. Until one does, ${hosts[active]} is used.`,
      )
    isWarned = !takesWrites
  }

  const move = (to: number, condition: HostCondition) => {
    const from = active
    active = to
    moves += 1
    warn(
      `The database server ${hosts[from]} cannot be used (${reasonOf(condition)}): from now on, ${hosts[to]} is used.`,
    )
    onMove({ from: hosts[from]!, to: hosts[to]!, condition })
    nextMove.resolve()
    nextMove = Promise.withResolvers()
  }

  const lookAtHosts = () => {
    planned ??= (async () => {
      await underWay
      const pause = lastLook + lookInterval - performance.now()
      if (pause > 0) await sleep(pause)
      planned = undefined
      if (isStopped) return
      lastLook = performance.now()
      await (underWay = chooseNow())
    })()
    return planned
  }

  const checkFromNowOn = async () => {
    if (isStopped) return
    const { state } = await check(active)
    if (state !== 'writable' && state !== 'full' && !isStopped) await lookAtHosts()
    if (!isStopped) timer = setTimeout(() => void checkFromNowOn(), isWarned ? lookInterval : checkInterval).unref()
  }

  return {
    active: () => active,
    moves: () => moves,
    start: () => (started ??= lookAtHosts().then(() => void checkFromNowOn())),
    lookAtHosts,
    async movedSince(before) {
      if (moves === before) await Promise.race([planned ?? underWay, nextMove.promise])
      return moves !== before
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const reasonOf = (condition: HostCondition) => (condition.state === 'writable' ? 'writable' : condition.reason)
