/**
 * Compares what clients were told with what is stored. It asks nobody: books and rows come in, figures and violations go
 * out.
 */

/** What a client was told. `status` is 0 where no whole answer came: then `text` says why. Times are in milliseconds. */
export type Answer = Readonly<{
  status: number
  text: string
  /** Whether the answer was marked as the repetition of an earlier one. */
  isReplay: boolean
  asked: number
  answered: number
}>

/** One ticket that somebody wants; its e-mail address is nobody else's. With a key it may be asked for several times. */
export type Purchase = Readonly<{
  email: string
  ticketType: 'general' | 'event'
  ticketDate: string
  eventId?: string
  key?: string
  /** Whether the key was used before with another body, so that this purchase must be refused. */
  reusesKey?: boolean
  answers: Answer[]
}>

/** One special event that somebody plans; its name is nobody else's. Dates that were removed never come back. */
export type Plan = Readonly<{
  name: string
  dates: readonly string[]
  key?: string
  answers: Answer[]
  removals: { date: string; answers: Answer[] }[]
  deletions: Answer[][]
}>

/** A time in which the database was killed and had not answered again. */
type Outage = Readonly<{ from: number; until: number }>

/** Everything that clients asked for and were told. */
export type Books = Readonly<{
  purchases: Purchase[]
  plans: Plan[]
  outages: Outage[]
  /** Whether servers are killed, or connections cut, so that answers may be missing. */
  isCutOff: boolean
}>
export const emptyBooks = (isCutOff: boolean): Books => ({ purchases: [], plans: [], outages: [], isCutOff })

type StoredTicket = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  eventId: string | null
  eventName: string | null
  email: string
  confirmationCode: string
  state: string
}>
type StoredEvent = Readonly<{ eventId: string; name: string; dates: readonly string[] }>

/** What is in the database. */
export type Stored = Readonly<{ tickets: readonly StoredTicket[]; events: readonly StoredEvent[] }>

/** Something that must not be: what was asked and told, and what is stored. */
export type Violation = Readonly<{ fault: string; told?: unknown; stored?: unknown }>

export type Figures = Readonly<{
  requests: number
  acknowledged: number
  refusal: number
  cut: number
  unheard: number
  lost: number
  doubled: number
  leftValid: number
  excused: number
  unexcused: number
}>

/** What a new connection to a database that has just come back may still be refused for, in milliseconds. */
export const grace = 1_000
/** The service answers within ten seconds; what takes longer than this, in milliseconds, hangs. */
const patience = 15_000

const isSold = ({ status }: Answer) => status === 201
const isDone = ({ status }: Answer) => status === 200 || status === 204
const slugOf = ({ text }: Answer) => /"type":"\/problems\/([^"]+)"/.exec(text)?.[1]
/** A refusal says that nothing was stored, and so does a database that was away before anything was written. */
const isOpen = (answer: Answer) =>
  answer.status === 0 || answer.status === 409 || (answer.status >= 500 && slugOf(answer) !== 'service-unavailable')

type Confirmation = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  eventName?: string
  confirmationCode: string
}>

export const audit = ({ purchases, plans, outages, isCutOff }: Books, stored: Stored) => {
  const violations: Violation[] = []
  const count = { acknowledged: 0, refusal: 0, unheard: 0, lost: 0, doubled: 0, leftValid: 0, excused: 0, unexcused: 0 }
  const found = (fault: string, told?: unknown, rows?: unknown) =>
    void violations.push({ fault, ...(told !== undefined && { told }), ...(rows !== undefined && { stored: rows }) })

  const ticketsBy = Map.groupBy(stored.tickets, ({ email }) => email)
  const eventsBy = Map.groupBy(stored.events, ({ name }) => name)
  const eventById = new Map(stored.events.map((event) => [event.eventId, event]))
  const planById = new Map(
    plans.flatMap((plan) => plan.answers.filter(isSold).map(({ text }) => [eventIdIn(text), plan] as const)),
  )
  /** Whether somebody asked for the end of an event, or of one of its dates. */
  const wasGivenUp = (plan: Plan | undefined, date?: string) =>
    plan !== undefined &&
    (plan.deletions.length > 0 || plan.removals.some((removal) => date === undefined || removal.date === date))

  for (const purchase of purchases) {
    const rows = ticketsBy.get(purchase.email) ?? []
    const { answers } = purchase
    const told = answers.filter(isSold)
    const confirmations = new Map(
      told.map(({ text }) => {
        const confirmation = JSON.parse(text) as Confirmation
        return [confirmation.ticketId, confirmation] as const
      }),
    )
    if (told.length > 0) count.acknowledged += 1
    if (rows.length > 1 || confirmations.size > 1) {
      count.doubled += 1
      found('doubled: one purchase, several tickets', purchase, rows)
    }
    for (const confirmation of confirmations.values()) {
      const row = rows.find(({ ticketId }) => ticketId === confirmation.ticketId)
      if (row === undefined) {
        count.lost += 1
        found('lost: sold, and not stored', purchase, rows)
      } else if (!isAsSold(row, purchase, confirmation)) found('changed: stored otherwise than sold', purchase, row)
    }
    if (new Set(told.map(({ text }) => text)).size > 1 || told.filter(({ isReplay }) => !isReplay).length > 1)
      found('changed: the same purchase answered otherwise, or without the mark of a replay', purchase)
    if (purchase.reusesKey && told.length > 0) found('sold with a key that another purchase had', purchase, rows)

    if (told.length === 0 && rows.length > 0) {
      if (answers.some(isOpen)) count.unheard += 1
      else found('stored, although every answer said that nothing was', purchase, rows)
    }
    const named = answers.map(({ status, text }) => (status === 503 ? ticketIdIn(text) : undefined))
    const uncertain = named.filter((ticketId) => ticketId !== undefined)
    if (
      purchase.key === undefined &&
      uncertain.length > 0 &&
      rows.some(({ ticketId }) => !uncertain.includes(ticketId))
    )
      found('changed: stored under another ticketId than the uncertain one', purchase, rows)

    const refusals = answers.filter(({ status }) => status >= 400 && status < 500 && status !== 409)
    if (refusals.length > 0) count.refusal += 1
    if (refusals.length > 0 && told.length > 0) found('sold and refused', purchase, rows)
    const plan = purchase.eventId === undefined ? undefined : planById.get(purchase.eventId)
    const isRight = (refusal: Answer) =>
      (refusal.status === 422 && purchase.reusesKey) ||
      (refusal.status === 404 && plan !== undefined && plan.deletions.length > 0) ||
      (refusal.status === 400 && wasGivenUp(plan, purchase.ticketDate))
    if (!refusals.every(isRight)) found('refused without a reason', purchase)
  }

  for (const row of stored.tickets) {
    if (row.ticketType === 'general') {
      if (row.state !== 'valid') found('cancelled without a reason', undefined, row)
      continue
    }
    const isOn = eventById.get(row.eventId ?? '')?.dates.includes(row.ticketDate) === true
    if (isOn && row.state !== 'valid') found('cancelled without a reason', undefined, row)
    if (isOn || row.state !== 'valid') continue
    count.leftValid += 1
    found('left valid on an event or a date that is gone', planById.get(row.eventId ?? ''), row)
  }
  const emails = new Set(purchases.map(({ email }) => email))
  for (const row of stored.tickets) if (!emails.has(row.email)) found('a ticket that nobody asked for', undefined, row)

  for (const plan of plans) {
    const rows = eventsBy.get(plan.name) ?? []
    const eventIds = new Set(plan.answers.filter(isSold).map(({ text }) => eventIdIn(text)))
    if (rows.length > 1 || eventIds.size > 1) {
      count.doubled += 1
      found('doubled: one plan, several events', plan, rows)
    }
    if (plan.answers.some(({ status }) => status >= 400 && status < 500 && status !== 409))
      found('an event refused without a reason', plan)
    if (eventIds.size === 0 && rows.length > 0 && !plan.answers.some(isOpen))
      found('stored, although every answer said that nothing was', plan, rows)
    const lost = (fault: string) => {
      count.lost += 1
      found(fault, plan, rows)
    }
    for (const eventId of eventIds) {
      const row = eventById.get(eventId)
      if (row === undefined && plan.deletions.length === 0) lost('lost: an event that was planned, and is not stored')
      if (row === undefined) continue
      if (plan.deletions.some((answers) => answers.some(isDone))) lost('lost: an event that was deleted, and is stored')
      for (const date of plan.dates) {
        const removals = plan.removals.filter((removal) => removal.date === date)
        const isStored = row.dates.includes(date)
        if (!isStored && removals.length === 0) lost(`lost: the date ${date}`)
        if (isStored && removals.some(({ answers }) => answers.some(isDone))) lost(`lost: the removal of ${date}`)
      }
    }
  }
  const names = new Set(plans.map(({ name }) => name))
  for (const row of stored.events) if (!names.has(row.name)) found('an event that nobody planned', undefined, row)

  const answers = [
    ...purchases.flatMap((purchase) => purchase.answers),
    ...plans.flatMap((plan) => [
      ...plan.answers,
      ...plan.removals.flatMap((removal) => removal.answers),
      ...plan.deletions.flat(),
    ]),
  ]
  for (const answer of answers) {
    if (answer.answered - answer.asked > patience) found(`no answer within ${patience} ms`, answer)
    if (answer.status === 0 && !isCutOff) found('no answer, although nobody cut anything', answer)
    if (answer.status < 500) continue
    const isExcused =
      answer.status === 503 &&
      outages.some(({ from, until }) => answer.answered >= from && answer.asked <= until + grace)
    count[isExcused ? 'excused' : 'unexcused'] += 1
    if (!isExcused) found('a failure while the database answered', answer)
  }
  const cut = answers.filter(({ status }) => status === 0).length
  const figures: Figures = { requests: answers.length, cut, ...count }
  return { figures, violations }
}

export const eventIdIn = (text: string): string => (JSON.parse(text) as { eventId: string }).eventId

const ticketIdIn = (text: string) => /"detail":"[^"]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(text)?.[1]

const isAsSold = (row: StoredTicket, asked: Purchase, told: Confirmation) =>
  row.ticketType === told.ticketType &&
  row.ticketType === asked.ticketType &&
  row.ticketDate === told.ticketDate &&
  row.ticketDate === asked.ticketDate &&
  row.confirmationCode === told.confirmationCode &&
  row.eventId === (asked.eventId ?? null) &&
  row.eventName === (told.eventName ?? null)
