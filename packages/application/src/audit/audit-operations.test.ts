import { describe, expect, it } from '@jest/globals'
import { CalendarDate, EventName, Instant, isRefusal } from '@museum/domain'
import { aSpecialEventDraft, hours, someDates } from '@museum/testing/examples'
import { aMuseum, anActor, inMemoryPorts, setHours, unrefused } from '@museum/testing'
import type { AuditFilter } from './audit-repository.ts'

const firstPage = { page: 1, limit: 10 }
const day = (date: string) => Instant(Date.parse(`${date}T00:00:00Z`))

/** The filter that the use case passes on. */
const filterOf = async (query: Parameters<ReturnType<typeof aMuseum>['listAuditEntries']>[0]) => {
  const filters: AuditFilter[] = []
  const audit = {
    list: async (filter: AuditFilter) => {
      filters.push(filter)
      return { items: [] }
    },
  }
  await aMuseum({ audit }).listAuditEntries(query, firstPage)
  return filters[0]
}

describe('the audit log', () => {
  it('has the values of an event before and after each change, the latest first', async () => {
    const museum = aMuseum()
    const { eventId } = unrefused(await museum.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    const values = {
      name: 'Night at the Museum',
      location: 'Main Hall',
      eventDescription: 'Torches, whispers, and a mammoth.',
      dates: ['2030-05-17', '2030-05-18'],
      price: 19.9,
    }
    const changes = { name: EventName('Day'), dates: someDates('2030-05-18') }
    await museum.updateSpecialEvent(eventId, changes, { username: 'director' })
    await museum.updateSpecialEvent(eventId, changes, { username: 'director' })
    await museum.deleteSpecialEvent(eventId, anActor)
    await museum.restoreSpecialEvent(eventId, anActor)
    await museum.restoreSpecialEvent(eventId, anActor)
    const changed = { ...values, name: 'Day', dates: ['2030-05-18'] }
    const subject = { kind: 'special-event', id: eventId }
    const at = inMemoryPorts().now()
    expect(await museum.listAuditEntries({}, firstPage)).toEqual({
      items: [
        { operation: 'restoreSpecialEvent', actor: 'curator', before: null, after: changed },
        { operation: 'deleteSpecialEvent', actor: 'curator', before: changed, after: null },
        {
          operation: 'updateSpecialEvent',
          actor: 'director',
          before: { name: 'Night at the Museum', dates: ['2030-05-17', '2030-05-18'] },
          after: { name: 'Day', dates: ['2030-05-18'] },
        },
        { operation: 'createSpecialEvent', actor: 'curator', before: null, after: values },
      ].map((entry, n) => Object.assign(entry, { at, subject, auditId: 4 - n })),
      total: 4,
    })
  })

  it('has no entry of a change that is refused, or of a purchase', async () => {
    const museum = aMuseum()
    const { eventId } = unrefused(await museum.createSpecialEvent(aSpecialEventDraft(), { actor: anActor }))
    await museum.updateSpecialEvent(eventId, { name: EventName('Day') }, anActor, () => false)
    await museum.deleteSpecialEvent(eventId, anActor, () => false)
    await museum.buyMuseumTickets({
      ticketType: 'event',
      eventId,
      ticketDate: CalendarDate('2030-05-17'),
      purchaser: { email: 'visitor@example.org' as never },
    })
    // The first purchase in the museum made its first ticket key.
    expect(await museum.listAuditEntries({}, firstPage)).toMatchObject({
      items: [{ operation: 'ensureTicketKey' }, { operation: 'createSpecialEvent' }],
    })
  })

  it('is limited by moments, or by dates, including the last date', async () => {
    expect(await filterOf({ since: CalendarDate('2030-05-01'), until: CalendarDate('2030-05-31') })).toMatchObject({
      since: day('2030-05-01'),
      until: day('2030-06-01'),
    })
    const [since, until] = [Instant(1), Instant(2)]
    expect(await filterOf({ since, until })).toMatchObject({ since, until })
    expect(await filterOf({ until: CalendarDate.last })).toMatchObject({ until: undefined })
    expect(await filterOf({ actor: 'cli:root' })).toMatchObject({ actors: ['cli:root'], about: undefined })
  })

  it.each([
    [CalendarDate('2030-05-02'), CalendarDate('2030-05-01')],
    [day('2030-05-02'), CalendarDate('2030-05-01')],
    [CalendarDate('2030-05-02'), Instant(day('2030-05-02') - 1)],
    [Instant(2), Instant(1)],
  ])('is refused with a fault at since when since is after until: %s, %s', async (since, until) => {
    const refusal = await aMuseum().listAuditEntries({ since, until }, firstPage)
    expect(refusal).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'since', code: 'start-after-end' }],
    })
  })

  it.each([
    [CalendarDate('2030-05-01'), CalendarDate('2030-05-01')],
    [Instant(day('2030-05-02') - 1), CalendarDate('2030-05-01')],
    [CalendarDate('2030-05-02'), day('2030-05-02')],
    [Instant(1), Instant(1)],
    [CalendarDate.last, CalendarDate.last],
  ])('is listed when since is not after until: %s, %s', async (since, until) => {
    expect(isRefusal(await aMuseum().listAuditEntries({ since, until }, firstPage))).toBe(false)
  })

  it.each([
    ['user', { kind: 'user' }],
    ['curator', { id: 'curator' }],
    ['user:curator', { kind: 'user', id: 'curator' }],
    ['user:special-event', { kind: 'user', id: 'special-event' }],
    ['2030-12-24', { id: '2030-12-24' }],
    ['museum-hours:monday', { kind: 'museum-hours', id: 'monday' }],
    ['01940000-0000-7000-8000-00000000000A', { id: '01940000-0000-7000-8000-00000000000a' }],
    [
      'special-event:01940000-0000-7000-8000-00000000000A',
      { kind: 'special-event', id: '01940000-0000-7000-8000-00000000000a' },
    ],
    ['visitor:curator', { id: 'visitor:curator' }],
    ['user:Zoe\u0308', { kind: 'user', id: 'Zo\u00eb' }],
  ])('about %s has the entries of %j', async (about, things) => {
    expect((await filterOf({ about }))?.about).toEqual(things)
  })

  it('by a user has the entries of the user, in whatever Unicode normalization form the name is given and stored', async () => {
    for (const actor of ['cli:Zoe\u0308', 'cli:Zo\u00eb'])
      expect(new Set((await filterOf({ actor }))?.actors)).toEqual(new Set(['cli:Zo\u00eb', 'cli:Zoe\u0308']))
  })

  it('contains the hours as text', async () => {
    const museum = aMuseum()
    await setHours(museum, { weekday: 'monday', hours: hours('10:00', '12:00') }, anActor)
    expect(await museum.listAuditEntries({ about: 'monday' }, firstPage)).toMatchObject({
      items: [{ before: { hours: '09:00-18:00' }, after: { hours: '10:00-12:00' } }],
    })
  })
})
