import { type AdmissionSummary, type Museum, type MuseumClient, readScannedText } from '@museum/client'
import {
  type GateDecision,
  type GateEvent,
  type GateLink,
  type GatePress,
  type GateScan,
  type MuseumData,
  type Obstacle,
  decideWith,
  gateDayOf,
  gateMuseumData,
  gatePresses,
  gateScans,
  gateServer,
  isKept,
  museumClock,
  museumTimeIn,
  synchronise,
} from '@museum/client/gate'
import { computed, effect, signal } from '@preact/signals'
import { requestLock } from '../shell/browser-storage.ts'
import { type Session, apiUrl, expireSession, isExpired, session } from '../shell/session.ts'
import { hasBeenGate } from './gate-database.ts'
import { type GateDay, type GateSettings, type GateStore, openGateStore } from './gate-store.ts'

/**
 * What the gate shows of the last scan. `undefined` as the decision: it could not be stored, so that it must not count.
 * `isPressing`: the other tickets of the order are being admitted.
 */
export type ShownScan = Readonly<{
  decision: GateDecision | undefined
  code: string
  /** Whether the ticket was to be admitted at any time of its date. */
  anyTime: boolean
  number: number
  isPressing?: boolean
}>
/** What the gate shows of a press. `asked`: how many tickets it was to admit. `ticket`: the one that was scanned before. */
export type ShownPress = Readonly<{
  press: GatePress
  asked: number
  ticket: GateDecision['ticket']
  number: number
  isPressing?: boolean
}>

/** An admission that the server does not have yet, and why, if the server responds. */
type WaitingScan = GateScan & Partial<Obstacle>
/** A press without an answer, and why, if the server responds. */
type WaitingPress = GatePress & Partial<Obstacle>

/** The scans of this gate that the counts of the server may lack, unanswered presses, and scans that the server does not count. */
type OwnScans = Readonly<{
  waiting: readonly WaitingScan[]
  presses: readonly WaitingPress[]
  disputed: readonly GateScan[]
}>

/** What the gate has stored of this server. */
const storedMuseum = async (store: GateStore) => {
  const stored = await store.museum()
  return stored?.server === apiUrl() ? stored : undefined
}

/** Whether a user has signed in at the gate today, so that it goes on without credentials. `museum`: with the time of the server. */
const isToday = ({ date, timeZone }: GateDay, museum: MuseumData | undefined) => {
  const now = museumTimeIn(timeZone)(new Date(museumClock(museum).now()).toISOString())
  return date === now.date || (museum !== undefined && date === gateDayOf(now, museum))
}

const mayScan = ({ user }: Museum) => user.role === 'gate' || user.role === 'admin'

/** Holds the lock of the gate until the page is closed. Resolves with whether it is free, a second later at the latest. */
const holdLock = async (): Promise<boolean> => {
  // Without HTTPS there are no locks.
  if (!('locks' in navigator)) return true
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true)
      return new Promise<never>(() => {})
    }
    // A page that is being closed may still have it.
    requestLock('museum-gate', AbortSignal.timeout(1_000), hold).catch(() => resolve(false))
  })
}

/** The gate of this device, on what is stored here. */
const createGate = async (store: GateStore, firstDay: GateDay, settings: GateSettings | undefined) => {
  const day = signal(firstDay)
  const timeAt = computed(() => museumTimeIn(day.value.timeZone))
  const eventNames = computed(() => new Map(Object.entries(day.value.events)))
  const museumData = gateMuseumData(
    await storedMuseum(store),
    (data) => store.set('museum', data),
    (moment) => timeAt.peek()(moment),
  )
  const storedScans = await store.scans()
  const kept = storedScans.filter((scan) => isKept(scan, museumData.clock.now()))
  const old = storedScans.filter((scan) => !kept.includes(scan))
  await store.removeScans(old.map(({ scanId }) => scanId))
  const scans = gateScans(kept, (_, scan) => store.storeScan(scan))
  const storedPresses = await store.presses()
  const presses = gatePresses(storedPresses, store.storePress)
  const unansweredPresses = () => presses.unanswered(museumData.today())
  const oldPresses = storedPresses.filter((press) => !unansweredPresses().includes(press))
  await store.removePresses(oldPresses.map(({ scanId }) => scanId))

  const chosen = signal(settings)
  const connection = signal<'online' | 'offline' | 'not signed in'>('not signed in')
  const shown = signal<ShownScan | ShownPress | undefined>(undefined)
  /** Counts what was shown. */
  let shownNumber = 0
  const nextNumber = () => (shownNumber += 1)
  const isDeciding = signal(false)
  /** Whether this gate admits tickets at any time of their date today. */
  const isAtAnyTime = () => chosen.value?.anyTimeOn === museumData.today()
  const setSettings = async (next: GateSettings): Promise<void> => {
    await store.set('settings', next)
    chosen.value = next
  }
  /** The counts of the server, and when they were read. */
  const counts = signal<Readonly<{ summary: AdmissionSummary; at: string }> | undefined>(undefined)
  const done = signal<ReadonlySet<string>>(new Set(await store.done()))
  const ownScans = signal<OwnScans>({ waiting: [], presses: [], disputed: [] })
  const clockAhead = signal(0)
  const obstacles = new Map<string, Obstacle>()
  const update = () => {
    const isDisputed = ({ verdict, answer, rejection }: GateScan) =>
      verdict === 'ADMITTED' && (answer?.admitted === false || rejection !== undefined)
    const withObstacle = <Sent extends GateScan | GatePress>(sent: Sent): Sent & Partial<Obstacle> =>
      Object.assign({}, sent, obstacles.get(sent.scanId))
    ownScans.value = {
      waiting: scans.pending().map(withObstacle),
      presses: unansweredPresses().map(withObstacle),
      disputed: scans.all().filter(isDisputed),
    }
    clockAhead.value = museumData.clock.lastAhead()
  }
  update()

  /** The answer to a press replaces what is shown of that press. */
  const followPress = ({ press, cause, problem }: Extract<GateEvent, { type: 'press' }>) => {
    const current = shown.peek()
    if (cause !== undefined) obstacles.set(press.scanId, { cause, problem })
    else if (current !== undefined && 'press' in current && current.press.scanId === press.scanId)
      shown.value = { ...current, press, number: nextNumber() }
  }

  let link: GateLink | undefined
  let linkedClient: MuseumClient | undefined
  /** Sends requests as the user who is signed in. */
  const connect = async (current: Session | undefined): Promise<void> => {
    const client = current !== undefined && mayScan(current.museum) ? current.client : undefined
    if (client === linkedClient) return
    linkedClient = client
    const former = link
    link = undefined
    void former?.stop()
    connection.value = client === undefined ? 'not signed in' : 'offline'
    if (client === undefined || current === undefined) return
    const send = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      if (response.status === 401) expireSession(client)
      return response
    }
    const tell = (event: GateEvent) => {
      if (linkedClient === client && (event.type === 'online' || event.type === 'offline'))
        connection.value = event.type
      if (event.type === 'waiting') obstacles.set(event.scan.scanId, event)
      if (event.type === 'press') followPress(event)
      update()
    }
    const server = gateServer(apiUrl(), current.credentials, send)
    const made = await synchronise({ server, scans, presses, museumData, keepRejected: store.keepRejected, tell })
    if (linkedClient === client) link = made
    else void made.stop()
  }

  /** Keeps what the gate needs of the day of a session: the events have names only there. */
  const keepDay = async ({ client, museum }: Session): Promise<void> => {
    const isSame = museum.today === day.peek().date
    const kept = { date: museum.today, timeZone: museum.timeZone, museum: museum.name }
    day.value = isSame ? { ...day.peek(), ...kept } : { ...kept, events: {}, hasEntryTimes: false }
    await store.set('day', day.value)
    const names: [eventId: string, name: string][] = []
    const query = { startDate: museumData.today(), endDate: museum.today, limit: 100 }
    for await (const { eventId, name } of client.listSpecialEvents(query)) names.push([eventId, name])
    // The user may have signed out since.
    if (session.peek()?.client !== client) return
    day.value = { ...day.peek(), events: Object.fromEntries(names) }
    await store.set('day', day.value)
  }
  const follow = (current: Session | undefined) => {
    void connect(current)
    const isNew = current !== undefined && mayScan(current.museum) && current.museum !== followed
    followed = current?.museum
    // Without the network it is tried again with the next look at the museum.
    if (isNew) keepDay(current).catch(() => undefined)
  }
  let followed: Museum | undefined
  // With credentials that are refused, the gate decides alone, as without a sign-in.
  effect(() => follow(isExpired.value ? undefined : session.value))
  addEventListener('online', () => link?.retryNow())

  let last: Promise<void> = Promise.resolve()
  const decide = async (code: string, isLetIn: boolean) => {
    const { gate, event } = chosen.peek()!
    // The decision on the ticket before does not stay for this one.
    shown.value = undefined
    isDeciding.value = true
    const anyTime = isLetIn || isAtAnyTime()
    const parts = { gate, eventId: event?.eventId, anyTime, scans, museumData, link: () => link }
    const decision = await decideWith(parts)(code).catch(() => undefined)
    shown.value = { decision, code, anyTime, number: nextNumber() }
    isDeciding.value = false
    update()
  }
  const decideNext = (code: string, isLetIn = false) => {
    last = last.then(() => decide(code, isLetIn))
  }
  const press = async (asked: number): Promise<void> => {
    const offered = shown.peek()
    if (offered === undefined || offered.isPressing === true) return
    const { gate, event } = chosen.peek()!
    // Another press for the same order lets in whom the first one has not, at any time.
    const { code, anyTime, ticket } =
      'press' in offered
        ? { code: offered.press.code, anyTime: true, ticket: offered.ticket }
        : {
            code: readScannedText(offered.code).text,
            anyTime: offered.anyTime || isAtAnyTime(),
            ticket: offered.decision?.ticket,
          }
    const pressing = { ...offered, isPressing: true }
    shown.value = pressing
    const toShow = await Promise.resolve(
      link?.press({ code, gate, eventId: event?.eventId, anyTime, tickets: asked }),
    ).then(
      (made) => (made === undefined ? offered : { press: made, asked, ticket, number: nextNumber() }),
      () => ({ decision: undefined, code, anyTime, number: nextNumber() }),
    )
    update()
    // The next scan may be shown, or the user has closed this one.
    if (shown.peek() === pressing) shown.value = toShow
  }
  return {
    day,
    /** The names of the events of the day by their eventId. */
    eventNames,
    /** What the museum's clock shows, the day of the gate, and that of a moment. */
    now: () => museumData.timeAt(museumData.time()),
    today: museumData.today,
    dayOf: museumData.dayOf,
    settings: chosen,
    setSettings,
    isAtAnyTime,
    /** Chooses whether this gate admits tickets at any time of their date until its day ends. */
    setAtAnyTime: (isOn: boolean): Promise<void> => {
      const { anyTimeOn: _, ...others } = chosen.peek()!
      return setSettings(isOn ? { ...others, anyTimeOn: museumData.today() } : others)
    },
    connection,
    /** How far the clock of this device is ahead of the museum's, in milliseconds; less than 0: behind. */
    clockAhead,
    ownScans,
    counts,
    setCounts: async (summary: AdmissionSummary): Promise<void> => {
      counts.value = { summary, at: museumData.time() }
      const hasEntryTimes = summary.entryTimes !== undefined
      if (hasEntryTimes === day.peek().hasEntryTimes) return
      day.value = { ...day.peek(), hasEntryTimes }
      await store.set('day', day.value)
    },
    shown,
    isDeciding,
    /** Decides a code after all earlier codes, and shows the decision. */
    scan: (code: string): void => decideNext(code.trim()),
    /** Decides the code of a scan that is shown once more, by another scan: its ticket is admitted at any time of its date. */
    letIn: (refused: ShownScan): void => {
      if (shown.peek() !== refused) return
      shown.value = undefined
      decideNext(refused.code, true)
    },
    /**
     * Admits so many of the other tickets of the order whose ticket is shown, and shows what became of them. After a press that is
     * shown, another one admits tickets at any time of their date.
     */
    press,
    /** When the list of cancellations was loaded, if that is more than five minutes ago. */
    oldLoadedAt: () => museumData.oldLoadedAt(),
    done,
    setDone: async (ticketId: string, isDone: boolean): Promise<void> => {
      await (isDone ? store.setDone(ticketId) : store.unsetDone(ticketId))
      const others = [...done.peek()].filter((each) => each !== ticketId)
      done.value = new Set(isDone ? [...others, ticketId] : others)
    },
  }
}
export type Gate = Awaited<ReturnType<typeof createGate>>

/** The gate, or why it cannot be opened; `sign in`: no user has signed in here today. */
export type OpenedGate = Gate | 'sign in' | 'other tab' | 'no storage'

const open = async (): Promise<OpenedGate> => {
  const museum = session.peek()?.museum
  try {
    const store = await openGateStore()
    const [stored, museumData] = await Promise.all([store.day(), storedMuseum(store)])
    const day =
      museum === undefined || stored?.date === museum.today
        ? stored
        : { date: museum.today, timeZone: museum.timeZone, museum: museum.name, events: {}, hasEntryTimes: false }
    const isSignedIn = museum !== undefined || (day !== undefined && isToday(day, museumData))
    if (day !== undefined && isSignedIn && (await holdLock())) {
      // The browser then does not delete the scans when the disk is full.
      // Not awaited: Firefox asks the user, and the gate goes on without an answer.
      navigator.storage?.persist?.().catch(() => false)
      return await createGate(store, day, await store.settings())
    }
    store.close()
    return isSignedIn ? 'other tab' : 'sign in'
  } catch {
    return 'no storage'
  }
}

/** The day of the gate of this device, if it goes on without credentials. */
export const openGateDay = async (): Promise<GateDay | undefined> => {
  if (!(await hasBeenGate())) return undefined
  const store = await openGateStore()
  const [day, museum] = await Promise.all([store.day(), storedMuseum(store)])
  store.close()
  return day !== undefined && isToday(day, museum) ? day : undefined
}

let opened: Promise<OpenedGate> | undefined
/** Opens the gate once. It goes on sending while other pages are shown. */
export const openGate = async (): Promise<OpenedGate> => {
  const gate = await (opened ??= open())
  if (typeof gate === 'string') opened = undefined
  return gate
}
