import { describe, expect, it } from '@jest/globals'
import { type StoredAudit, checkAudit } from './check-audit.ts'

const eventId = '0194e2a0-0000-7000-8000-000000000001'
const values = { name: 'Night', dates: ['2031-05-17'], price: 12.5 }
const changed = { ...values, price: 20 }
type Entry = StoredAudit['entries'][number]
type WithoutId = Omit<Entry, 'auditId'>

const ofEvent = (operation: string, before: Entry['before'], after: Entry['after'], id = eventId): WithoutId => ({
  operation,
  kind: 'special-event',
  id,
  before,
  after,
})
const ofHours = (id: string, before: string, after: string): WithoutId => ({
  operation: 'setSchedule',
  kind: 'museum-hours',
  id,
  before: { hours: before },
  after: { hours: after },
})
const ofUser = (operation: string, before: Entry['before'], after: Entry['after']): WithoutId => ({
  operation,
  kind: 'user',
  id: 'colleague',
  before,
  after,
})
const creation = ofEvent('createSpecialEvent', null, values)
const update = ofEvent('updateSpecialEvent', { price: 12.5 }, { price: 20 })
const deletion = ofEvent('deleteSpecialEvent', changed, null)
const restoration = ofEvent('restoreSpecialEvent', null, changed)
const eventHistory = [creation, update, deletion, restoration]
const hoursHistory = [
  ofHours('monday', '09:00-18:00', 'closed'),
  ofHours('2031-06-01', 'as-the-week', 'closed'),
  ofHours('2031-06-01', 'closed', '10:00-11:00'),
  ofHours('2031-06-02', 'as-the-week', 'closed'),
  ofHours('2031-06-02', 'closed', 'as-the-week'),
]
const userHistory = [
  ofUser('addUser', null, { role: 'gate', enabled: true }),
  ofUser('changeUserRole', { role: 'gate' }, { role: 'admin' }),
  ofUser('changeUserPassword', null, null),
  ofUser('disableUser', { enabled: true }, { enabled: false }),
]
const otherDays = Object.fromEntries(
  ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, '09:00-18:00']),
)
const withoutRule = { rule: null, capacity: null }
const storedEvent = {
  eventId,
  revision: 4,
  isRemoved: false,
  values: changed,
  capacity: null as number | null,
  entryTimes: withoutRule as StoredAudit['entryTimes'],
}
const noEntryTimes = { ...withoutRule, early: 15, late: null, exceptions: [] }

const audit = (entries: readonly WithoutId[], but: Partial<StoredAudit> = {}): StoredAudit => ({
  entries: entries.map((entry, n) => ({ auditId: n * 3 + 1, ...entry })),
  events: [storedEvent],
  generalEntryCapacity: null,
  entryTimes: noEntryTimes,
  hours: { ...otherDays, '2031-06-01': '10:00-11:00' },
  users: { colleague: { role: 'admin', enabled: false } },
  ...but,
})
const everything = [...eventHistory, ...hoursHistory, ...userHistory]
const faults = (...stored: Parameters<typeof audit>) => checkAudit(audit(...stored)).map(({ fault }) => fault)

describe('checkAudit', () => {
  it('finds no violation when the audit log leads to the stored values', () => {
    expect(faults(everything)).toEqual([])
    const removed = [{ ...storedEvent, revision: 3, isRemoved: true, values: { ...changed, dates: [] } }]
    expect(faults([creation, update, deletion, ...hoursHistory, ...userHistory], { events: removed })).toEqual([])
    expect(
      faults([...everything, ofUser('removeUser', { role: 'admin', enabled: false }, null)], { users: {} }),
    ).toEqual([])
  })

  it('takes a run of refunds for no change of its event', () => {
    const run = ofEvent('createRefundRun', null, { tickets: 2, total: 25 })
    expect(faults([...everything, run])).toEqual([])
  })

  it.each<[string, readonly WithoutId[]]>([
    ['a creation', [creation]],
    ['an update', [update]],
    ['a deletion', [deletion]],
    ['a restoration', [restoration]],
    ['a change of a weekday', hoursHistory.slice(0, 1)],
    ['a change of a date', hoursHistory.slice(2, 3)],
    ['an addition of a user', userHistory.slice(0, 1)],
    ['a change of a role', userHistory.slice(1, 2)],
    ['a disabled user', userHistory.slice(3)],
  ])('reports an entry of %s that is missing', (_, missing) => {
    expect(faults(everything.filter((entry) => !missing.includes(entry)))).not.toEqual([])
  })

  it.each(
    everything
      .map((entry, n) => [`${entry.operation} (${n})`, entry] as const)
      .filter(([, { before, after }]) => before ?? after),
  )('reports a second entry of %s', (_, entry) => {
    const n = everything.indexOf(entry)
    expect(faults([...everything.slice(0, n + 1), entry, ...everything.slice(n + 1)])).not.toEqual([])
  })

  it('reports a capacity that differs from its entries, which do not count as revisions', () => {
    const setting = ofEvent('setEventCapacity', { capacity: null }, { capacity: 7 })
    const limited = { events: [{ ...storedEvent, capacity: 7 }] }
    expect(faults([...everything, setting], limited)).toEqual([])
    const fault = 'a capacity is stored otherwise than its audit entries say'
    expect(faults(everything, limited)).toEqual([fault])
    expect(faults([...everything, setting])).toEqual([fault])
    expect(faults([...everything, setting, setting], limited)).toEqual([
      'an audit entry does not continue the one before it',
    ])
  })

  it('reports a capacity of general entry that differs from its entries', () => {
    const setting = { ...ofHours('capacity', '', ''), before: { capacity: null }, after: { capacity: 7 } }
    const fault = 'a capacity is stored otherwise than its audit entries say'
    expect(faults([...everything, setting], { generalEntryCapacity: 7 })).toEqual([])
    expect(faults(everything, { generalEntryCapacity: 7 })).toEqual([fault])
    expect(faults([...everything, setting])).toEqual([fault])
  })

  it('reports entry times of an event that differ from their entries, which count as revisions', () => {
    const entryTimes = { rule: '{"times":["11:00"],"length":90}', capacity: null }
    const setting = ofEvent('setEventEntryTimes', { rule: null }, { rule: entryTimes.rule })
    const timed = { events: [{ ...storedEvent, revision: 5, entryTimes }] }
    const fault = 'entry times are stored otherwise than their audit entries say'
    expect(faults([...everything, setting], timed)).toEqual([])
    expect(faults(everything, { events: [{ ...storedEvent, entryTimes }] })).toEqual([fault])
    expect(faults([...everything, setting], { events: [{ ...storedEvent, revision: 5 }] })).toEqual([fault])
    expect(faults([...everything, setting], { events: [{ ...storedEvent, entryTimes }] })).toEqual([
      '5 audit entries of an event with revision 4',
    ])
  })

  it('reports entry times of general entry that differ from their entries', () => {
    const entryTimes = { ...noEntryTimes, capacity: 2 }
    const setting = { ...ofHours('entry-times', '', ''), before: { capacity: null }, after: { capacity: 2 } }
    const fault = 'entry times are stored otherwise than their audit entries say'
    expect(faults([...everything, setting], { entryTimes })).toEqual([])
    expect(faults(everything, { entryTimes })).toEqual([fault])
    expect(faults([...everything, setting])).toEqual([fault])
  })

  it('reports an event whose revision is not the number of its entries', () => {
    expect(faults(everything, { events: [{ ...storedEvent, revision: 5 }] })).toEqual([
      '4 audit entries of an event with revision 5',
    ])
  })

  it('reports an event whose stored values, or whose deletion, differ from its entries', () => {
    const fault = 'an event is stored otherwise than its audit entries say'
    expect(faults(everything, { events: [{ ...storedEvent, values }] })).toEqual([fault])
    expect(faults(everything, { events: [{ ...storedEvent, isRemoved: true }] })).toEqual([fault])
    const entries = everything.filter((entry) => entry !== restoration)
    expect(faults(entries, { events: [{ ...storedEvent, revision: 3 }] })).toEqual([fault])
  })

  it('reports an event without entries, and entries without their event', () => {
    const other = { ...storedEvent, eventId: '0194e2a0-0000-7000-8000-000000000002' }
    expect(faults(everything, { events: [storedEvent, other] })).toContain(
      'an event without one audit entry of its creation',
    )
    expect(faults([...everything, { ...creation, id: other.eventId }])).toEqual([
      'an audit entry of an event that is not stored',
    ])
  })

  it('reports a restoration with other values than the deletion had', () => {
    const entries = everything.map((entry) => (entry === restoration ? { ...entry, after: values } : entry))
    expect(faults(entries, { events: [{ ...storedEvent, values }] })).toEqual([
      'an audit entry does not continue the one before it',
    ])
  })

  it('reports hours and users that differ from their entries', () => {
    const hours = { ...audit(everything).hours }
    expect(faults(everything, { hours: { ...hours, tuesday: '09:00-17:00' } })).toHaveLength(1)
    expect(faults(everything, { hours: { ...hours, monday: '09:00-18:00' } })).toHaveLength(1)
    expect(faults(everything, { hours: { ...hours, '2031-06-02': 'closed' } })).toHaveLength(1)
    expect(faults(everything, { hours: otherDays })).toHaveLength(1)
    expect(faults(everything, { users: { colleague: { role: 'gate', enabled: false } } })).toHaveLength(1)
    expect(faults(everything, { users: {} })).toHaveLength(1)
    expect(faults(everything, { users: { ...audit([]).users, other: { role: 'gate', enabled: true } } })).toHaveLength(
      1,
    )
  })

  it('reports an entry whose values before are not those after the one before it', () => {
    const swapped = [
      ofHours('2031-06-01', 'as-the-week', '10:00-11:00'),
      ofHours('2031-06-01', 'as-the-week', 'closed'),
    ]
    const entries = [
      ...eventHistory,
      ...hoursHistory.filter(({ id }) => id !== '2031-06-01'),
      ...swapped,
      ...userHistory,
    ]
    expect(faults(entries, { hours: { ...otherDays, '2031-06-01': 'closed' } })).toEqual([
      'an audit entry does not continue the one before it',
    ])
  })

  it('reports an entry of no change', () => {
    const entries = [...everything, ofHours('2031-06-01', '10:00-11:00', '10:00-11:00')]
    expect(faults(entries)).toEqual(['an audit entry does not continue the one before it'])
  })
})
