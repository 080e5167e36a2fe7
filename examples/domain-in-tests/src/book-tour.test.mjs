import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { aMuseum, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { CalendarDate, Capacity, Email, isRefusal } from '@museum/domain'
import { aSpecialEvent } from '@museum/testing/examples'
import { bookTour } from './book-tour.mjs'

describe('a tour', () => {
  // A museum in memory on 1 May 2030, with an event on 17 and 18 May.
  const event = aSpecialEvent()
  const tour = {
    eventId: event.eventId,
    date: CalendarDate('2030-05-17'),
    email: Email('tours@example.org'),
    visitors: 3,
  }
  /** @type {import('@museum/application').Museum} */
  let museum
  beforeEach(async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(event, anAuditEntry())
    museum = aMuseum(ports)
  })

  it('has a valid ticket for each visitor', async () => {
    const tickets = await bookTour(museum, tour)
    assert(!isRefusal(tickets))
    assert.deepEqual(
      tickets.map(({ state, ticketDate }) => [state, ticketDate]),
      [1, 2, 3].map(() => ['valid', '2030-05-17']),
    )
  })

  it('has no ticket when there is no place left for one of the visitors', async () => {
    await museum.setEventCapacity(event.eventId, Capacity(2), { username: 'director' })
    assert.equal(/** @type {any} */ (await bookTour(museum, tour)).refusal, 'sold-out')
    const availability = await museum.getEventAvailability(event.eventId)
    assert(!isRefusal(availability))
    assert.equal(availability[0]?.sold, 0)
  })

  it('has no ticket for a date on which the event does not take place', async () => {
    const refusal = await bookTour(museum, { ...tour, date: CalendarDate('2030-05-19') })
    assert(isRefusal(refusal))
    assert.match(refusal.because, /2030-05-19/)
  })
})
