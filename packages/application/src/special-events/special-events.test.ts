import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Currency, EventId, EventName, Price, isRefusal } from '@museum/domain'
import { aSpecialEvent, aSpecialEventDraft, anEventTicket, exampleId, someDates } from '@museum/testing/examples'
import { sellAlone, aMuseum, anActor, anAuditEntry, inMemoryPorts, unrefused } from '@museum/testing'

const draft = aSpecialEventDraft()
const unknown = EventId(exampleId(999))
const firstPage = { page: 1, limit: 10 }
const never = () => false

describe('special events', () => {
  it('are created under a new identifier, and can be read', async () => {
    const museum = aMuseum()
    const created = unrefused(await museum.createSpecialEvent(draft, { actor: anActor }))
    expect(created).toEqual(aSpecialEvent({ eventId: EventId(exampleId(1)) }))
    expect(await museum.getSpecialEvent(created.eventId)).toEqual(created)
    expect(await museum.getSpecialEvent(unknown)).toMatchObject({ refusal: 'event-not-found' })
  })

  it('are listed from today when no period is given', async () => {
    const museum = aMuseum({ today: () => CalendarDate('2030-05-18') })
    const past = unrefused(
      await museum.createSpecialEvent({ ...draft, dates: someDates('2030-05-17') }, { actor: anActor }),
    )
    const current = unrefused(await museum.createSpecialEvent(draft, { actor: anActor }))
    expect(await museum.listSpecialEvents({}, firstPage)).toEqual({ items: [current], total: 1 })
    const period = { startDate: CalendarDate('2030-05-01'), endDate: CalendarDate('2030-05-17') }
    expect(await museum.listSpecialEvents(period, firstPage)).toEqual({ items: [past, current], total: 2 })
  })

  it('change only in the members that are given', async () => {
    const museum = aMuseum()
    const { eventId } = unrefused(await museum.createSpecialEvent(draft, { actor: anActor }))
    const renamed = await museum.updateSpecialEvent(eventId, { name: EventName('Day') }, anActor)
    expect(renamed).toEqual({ ...aSpecialEvent({ eventId }), name: 'Day', revision: 2 })
    expect(await museum.getSpecialEvent(eventId)).toEqual(renamed)
    expect(await museum.updateSpecialEvent(unknown, {}, anActor)).toMatchObject({ refusal: 'event-not-found' })
  })

  it('are neither created nor changed with a price that is finer than the currency: price-too-precise', async () => {
    const museum = aMuseum({ currency: Currency('JPY') })
    const finer = { ...draft, price: Price(250) }
    const refusal = {
      refusal: 'validation-failed',
      because: 'price must have no decimals in JPY.',
      faults: [
        {
          member: 'price',
          code: 'price-too-precise',
          detail: 'must have no decimals in JPY',
          values: { currency: 'JPY', decimals: 0 },
        },
      ],
    }
    const once = { idempotencyKey: 'key', fingerprint: 'f', render: () => '' }
    expect(await museum.createSpecialEvent(finer, { actor: anActor })).toEqual(refusal)
    expect(await museum.createSpecialEvent(finer, { actor: anActor, once })).toEqual(refusal)
    await expect(async () => {
      for await (const _ of museum.importSpecialEvents([{ draft: finer }], anActor)) continue
    }).rejects.toThrow(new TypeError(refusal.because))
    expect(await museum.listSpecialEvents({}, firstPage)).toMatchObject({ total: 0 })
    const { eventId } = unrefused(
      await museum.createSpecialEvent({ ...draft, price: Price(1_500_00) }, { actor: anActor }),
    )
    expect(await museum.updateSpecialEvent(eventId, { price: Price(1_500_50) }, anActor)).toEqual(refusal)
    expect(await museum.getSpecialEvent(eventId)).toMatchObject({ price: 1_500_00, revision: 1 })
  })

  it('keep a price that is finer than the currency of today until they get another one', async () => {
    const ports = inMemoryPorts()
    const { eventId } = unrefused(
      await aMuseum(ports).createSpecialEvent({ ...draft, price: Price(250) }, { actor: anActor }),
    )
    const museum = aMuseum({ ...ports, currency: Currency('JPY') })
    expect(await museum.getSpecialEvent(eventId)).toMatchObject({ price: 250 })
    const changes = { name: EventName('Day'), price: Price(250) }
    expect(await museum.updateSpecialEvent(eventId, changes, anActor)).toMatchObject({ name: 'Day', price: 250 })
    expect(await museum.updateSpecialEvent(eventId, { price: Price(251) }, anActor)).toMatchObject({
      refusal: 'validation-failed',
    })
    expect(await museum.updateSpecialEvent(eventId, { price: Price(300) }, anActor)).toMatchObject({ price: 300 })
  })

  it('can be deleted once, and then no longer be read', async () => {
    const museum = aMuseum()
    const event = unrefused(await museum.createSpecialEvent(draft, { actor: anActor }))
    expect(await museum.deleteSpecialEvent(event.eventId, anActor)).toEqual(event)
    expect(await museum.deleteSpecialEvent(event.eventId, anActor)).toMatchObject({ refusal: 'event-not-found' })
    expect(await museum.getSpecialEvent(event.eventId)).toMatchObject({ refusal: 'event-not-found' })
  })

  it('stay as they are when the precondition does not hold', async () => {
    const museum = aMuseum()
    const event = unrefused(await museum.createSpecialEvent(draft, { actor: anActor }))
    const refusal = {
      refusal: 'precondition-failed',
      because: expect.stringContaining('has changed since you read it'),
    }
    expect(await museum.updateSpecialEvent(event.eventId, { name: EventName('Day') }, anActor, never)).toEqual(refusal)
    expect(await museum.deleteSpecialEvent(event.eventId, anActor, never)).toEqual(refusal)
    expect(await museum.getSpecialEvent(event.eventId)).toEqual(event)
    expect(
      isRefusal(await museum.deleteSpecialEvent(event.eventId, anActor, (current) => current.name === event.name)),
    ).toBe(false)
  })

  it('cancel their valid tickets when they are deleted', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await sellAlone(ports.tickets, anEventTicket())
    await aMuseum(ports).deleteSpecialEvent(aSpecialEvent().eventId, anActor)
    expect(await ports.tickets.find(anEventTicket().ticketId)).toEqual(anEventTicket({ state: 'cancelled' }))
  })

  it('are the same after a deletion and a restoration, as are their tickets', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await sellAlone(ports.tickets, anEventTicket())
    const { eventId } = aSpecialEvent()
    await museum.deleteSpecialEvent(eventId, anActor)
    const event = { ...aSpecialEvent(), revision: 3 }
    expect(await museum.restoreSpecialEvent(eventId, anActor)).toEqual({ event, isChanged: true })
    expect(await museum.restoreSpecialEvent(eventId, anActor)).toEqual({ event, isChanged: false })
    expect(await museum.restoreSpecialEvent(unknown, anActor)).toMatchObject({ refusal: 'event-not-found' })
    expect(await ports.tickets.find(anEventTicket().ticketId)).toEqual(anEventTicket())
  })

  it('are each exported once, including past ones, in the order of their eventId', async () => {
    const museum = aMuseum()
    const created = []
    for (let n = 0; n < 205; n += 1)
      created.push(
        unrefused(await museum.createSpecialEvent({ ...draft, dates: someDates('2020-01-01') }, { actor: anActor })),
      )
    const exported = async (from: typeof museum) => {
      const events = []
      for await (const event of from.exportSpecialEvents()) events.push(event)
      return events
    }
    expect(await exported(museum)).toEqual(created)
    expect(await exported(aMuseum())).toEqual([])
  })
})
