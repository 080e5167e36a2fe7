import { isDeepStrictEqual } from 'node:util'
import { weekdays } from '@museum/domain'
import { type Violation, createFindings } from './findings.ts'

type Values = Readonly<Record<string, unknown>>

type Entry = Readonly<{
  auditId: number
  operation: string
  kind: string
  id: string
  before: Values | null
  after: Values | null
}>

/** The audit log in ascending order, and the current values of everything in it. */
export type StoredAudit = Readonly<{
  entries: readonly Entry[]
  /** Stored events, including deleted ones. */
  events: readonly Readonly<{
    eventId: string
    revision: number
    isRemoved: boolean
    values: Values
    capacity: number | null
    entryTimes: Values
  }>[]
  generalEntryCapacity: number | null
  /** The entry times of general entry. */
  entryTimes: Values
  /** The hours of each weekday that is not closed, and of each date that has others, as text. */
  hours: Readonly<Record<string, string>>
  users: Readonly<Record<string, Values>>
}>

/**
 * Compares the audit log with the stored values; does no input or output itself. The entries of each thing must form a chain
 * from nothing, or from the default hours, to its current values, and an event must have as many entries as its revision says.
 * A capacity, which is no part of a revision, has a chain of its own, and so have entry times.
 */
export const checkAudit = ({
  entries,
  events,
  generalEntryCapacity,
  entryTimes,
  hours,
  users,
}: StoredAudit): readonly Violation[] => {
  const { violations, addViolation } = createFindings()
  const subjectKey = (kind: string, id: string) => JSON.stringify([kind, id])
  const bySubject = Map.groupBy(entries, ({ kind, id }) => subjectKey(kind, id))
  const entriesOf = (kind: string, id: string) => bySubject.get(subjectKey(kind, id)) ?? []
  const changedIds = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ id }) => id)

  const checkValues = (fault: string, ofThing: readonly Entry[], stored: Values | undefined, initial?: Values) => {
    const { values, broken } = follow(ofThing, initial)
    for (const entry of broken) addViolation('an audit entry does not continue the one before it', ofThing, entry)
    if (!isDeepStrictEqual(values, stored)) addViolation(fault, ofThing, stored ?? 'nothing')
  }

  for (const event of events) {
    const ofAll = entriesOf('special-event', event.eventId)
    // A run of refunds changes orders.
    const ofEvent = ofAll.filter(({ operation }) => operation !== 'setEventCapacity' && operation !== 'createRefundRun')
    const ofCapacity = ofAll.filter(({ operation }) => operation === 'setEventCapacity')
    const ofEntryTimes = ofEvent.filter(({ operation }) => operation === 'setEventEntryTimes')
    const { capacity } = event
    checkValues(
      'a capacity is stored otherwise than its audit entries say',
      ofCapacity,
      { capacity },
      { capacity: null },
    )
    checkValues(
      'entry times are stored otherwise than their audit entries say',
      ofEntryTimes,
      event.entryTimes,
      noEntryTimes.event,
    )
    if (ofEvent.length !== event.revision)
      addViolation(`${ofEvent.length} audit entries of an event with revision ${event.revision}`, ofEvent, event)
    if (ofEvent.filter(({ operation }) => operation === 'createSpecialEvent').length !== 1)
      addViolation('an event without one audit entry of its creation', ofEvent, event)
    checkValues(
      'an event is stored otherwise than its audit entries say',
      ofEvent.filter((entry) => !ofEntryTimes.includes(entry)),
      event.isRemoved ? undefined : event.values,
    )
  }
  checkValues(
    'a capacity is stored otherwise than its audit entries say',
    entriesOf('museum-hours', 'capacity'),
    { capacity: generalEntryCapacity },
    { capacity: null },
  )
  checkValues(
    'entry times are stored otherwise than their audit entries say',
    entriesOf('museum-hours', 'entry-times'),
    entryTimes,
    noEntryTimes.general,
  )
  const changedHours = changedIds('museum-hours').filter((id) => id !== 'capacity' && id !== 'entry-times')
  for (const id of new Set([...weekdays, ...Object.keys(hours), ...changedHours])) {
    const isDate = id.startsWith('2')
    checkValues(
      'hours are stored otherwise than their audit entries say',
      entriesOf('museum-hours', id),
      { hours: hours[id] ?? (isDate ? 'as-the-week' : 'closed') },
      { hours: isDate ? 'as-the-week' : '09:00-18:00' },
    )
  }
  for (const id of new Set([...Object.keys(users), ...changedIds('user')]))
    checkValues('a user is stored otherwise than its audit entries say', entriesOf('user', id), users[id])

  const eventIds = new Set(events.map(({ eventId }) => eventId))
  for (const entry of entries)
    if (entry.kind === 'special-event' && !eventIds.has(entry.id))
      addViolation('an audit entry of an event that is not stored', entry)
  return violations
}

/** As they are audited before the first change. */
const noEntryTimes = {
  event: { rule: null, capacity: null },
  general: { rule: null, capacity: null, early: 15, late: null, exceptions: [] },
}

/** The values after the last entry of a thing, and the entries that do not continue the one before them. */
const follow = (ofThing: readonly Entry[], initial: Values | undefined) => {
  const broken: Entry[] = []
  let values = initial
  let removed: Values | undefined
  for (const entry of ofThing) {
    if (!continues(entry, values, removed)) broken.push(entry)
    const { before, after } = entry
    if (after !== null) values = Object.assign({}, values, after)
    else if (before !== null) [values, removed] = [undefined, before]
  }
  return { values, broken }
}

const continues = ({ operation, before, after }: Entry, values: Values | undefined, removed: Values | undefined) => {
  // The entry about a password has no values.
  if (before === null && after === null) return values !== undefined
  if (operation === 'restoreSpecialEvent') return values === undefined && isDeepStrictEqual(after, removed)
  if (before === null) return values === undefined
  const isBefore = Object.entries(before).every(([name, value]) => isDeepStrictEqual(values?.[name], value))
  return isBefore && !isDeepStrictEqual(before, after)
}
