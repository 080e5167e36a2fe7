import { describe, expect, it } from '@jest/globals'
import { AdmissionId, CalendarDate, CancellationReason, Email, Instant, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEvent, anOrder, exampleId, someDates } from '@museum/testing/examples'
import { addScan, aMuseum, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'

const { eventId } = aSpecialEvent()
const date = CalendarDate('2030-05-17')
const page = { page: 1, limit: 10 }

/** A museum with an event, and a function that sells a ticket to it. */
const atTheBoxOffice = async () => {
  let moment = Date.UTC(2030, 4, 1, 10)
  const ports = inMemoryPorts({ now: () => Instant(moment) })
  await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
  const museum = aMuseum(ports)
  const buy = async (but: Parameters<typeof anOrder>[0] = {}) => {
    const ticket = await museum.buyMuseumTickets(anOrder({ ticketType: 'event', eventId, ...but }))
    if (isRefusal(ticket)) throw new Error(JSON.stringify(ticket))
    return ticket
  }
  const audited = async () => (await ports.audit.list({ about: { kind: 'ticket' } }, page)).items
  const later = (milliseconds: number) => (moment += milliseconds)
  return { ports, museum, buy, audited, later, now: () => Instant(moment) }
}

describe('the box office', () => {
  it('finds a ticket by its identifier and by its confirmation code', async () => {
    const { museum, buy } = await atTheBoxOffice()
    const ticket = await buy()
    await buy()
    expect(await museum.getTicket(ticket.ticketId)).toEqual(ticket)
    expect(await museum.getTicket(TicketId(exampleId(999)))).toMatchObject({ refusal: 'ticket-not-found' })
    const confirmationCodes = [ticket.confirmationCode] as const
    expect(await museum.findTickets({ confirmationCodes }, page)).toEqual({ items: [ticket], total: 1 })
  })

  it('finds the tickets of a purchaser without regard to case, page by page', async () => {
    const { museum, buy } = await atTheBoxOffice()
    const one = await buy({ purchaser: { email: Email('Ada@Example.org') } })
    await buy()
    const two = await buy({ purchaser: { email: Email('ada@example.org') }, ticketType: 'general' })
    const email = Email('ADA@example.ORG')
    expect(await museum.findTickets({ email }, page)).toEqual({ items: [one, two], total: 2 })
    expect(await museum.findTickets({ email }, { page: 2, limit: 1 })).toEqual({ items: [two], total: 2 })
  })

  it('finds the tickets for a date of an event, also after its deletion', async () => {
    const { museum, buy } = await atTheBoxOffice()
    const ticket = await buy()
    await buy({ ticketDate: CalendarDate('2030-05-18') })
    await buy({ ticketType: 'general' })
    expect(await museum.findTickets({ eventId, date }, page)).toEqual({ items: [ticket], total: 1 })
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await museum.findTickets({ eventId, date }, page)).toEqual({
      items: [{ ...ticket, state: 'cancelled' }],
      total: 1,
    })
  })
})

describe('cancelling a ticket', () => {
  it('takes effect and is audited once, with its reason', async () => {
    const { museum, buy, audited } = await atTheBoxOffice()
    const ticket = await buy()
    const cancelled = { ...ticket, state: 'cancelled' }
    const reason = CancellationReason('The visitor is ill.')
    for (let n = 0; n < 2; n += 1)
      expect(await museum.cancelTicket(ticket.ticketId, reason, anActor)).toEqual(cancelled)
    expect(await museum.getTicket(ticket.ticketId)).toEqual(cancelled)
    expect(await audited()).toMatchObject([
      {
        actor: 'curator',
        operation: 'cancelTicket',
        subject: { kind: 'ticket', id: ticket.ticketId },
        before: { state: 'valid' },
        after: { state: 'cancelled', reason: 'The visitor is ill.' },
      },
    ])
  })

  it('needs no reason', async () => {
    const { museum, buy, audited } = await atTheBoxOffice()
    await museum.cancelTicket((await buy()).ticketId, undefined, anActor)
    expect((await audited())[0]?.after).toEqual({ state: 'cancelled' })
  })

  it('is refused for a ticket that was used, and for one that does not exist', async () => {
    const { museum, ports, buy, audited, now } = await atTheBoxOffice()
    const { ticketId } = await buy()
    const admission = { admissionId: AdmissionId(exampleId(900)), at: now(), date, ticketId }
    await addScan(ports.admissions, { ...admission, scannedBy: 'scanner', isOffline: false })
    expect(await museum.cancelTicket(ticketId, undefined, anActor)).toMatchObject({ refusal: 'ticket-admitted' })
    expect(await museum.cancelTicket(TicketId(exampleId(999)), undefined, anActor)).toMatchObject({
      refusal: 'ticket-not-found',
    })
    expect(await audited()).toEqual([])
  })
})

describe('the revocations', () => {
  it('are the cancelled tickets and the removed dates of events, from a date on', async () => {
    const { museum, buy, now } = await atTheBoxOffice()
    const [one, two] = [await buy(), await buy({ ticketDate: CalendarDate('2030-05-18') })]
    expect(await museum.getTicketRevocations(date)).toEqual({ tickets: [], occurrences: [], cursor: 0 })
    for (const { ticketId } of [two, one]) await museum.cancelTicket(ticketId, undefined, anActor)
    await museum.updateSpecialEvent(eventId, { dates: someDates('2030-05-18') }, anActor)
    expect(await museum.getTicketRevocations(date)).toEqual({
      tickets: [one.ticketId, two.ticketId],
      occurrences: [{ eventId, date, number: 1 }],
      cursor: now() - 15_000,
    })
    expect(await museum.getTicketRevocations(CalendarDate('2030-05-18'))).toMatchObject({
      tickets: [two.ticketId],
      occurrences: [],
    })
  })

  it('of a deleted event are withdrawn when it is restored, but not those of dates that an update removed', async () => {
    const { museum } = await atTheBoxOffice()
    await museum.updateSpecialEvent(eventId, { dates: someDates('2030-05-18') }, anActor)
    await museum.deleteSpecialEvent(eventId, anActor)
    expect((await museum.getTicketRevocations(date)).occurrences).toHaveLength(2)
    await museum.restoreSpecialEvent(eventId, anActor)
    expect((await museum.getTicketRevocations(date)).occurrences).toEqual([{ eventId, date, number: 1 }])
  })

  it('since a cursor include those of the 10 seconds before it', async () => {
    const { museum, buy, later } = await atTheBoxOffice()
    const [one, two, three] = [await buy(), await buy(), await buy()]
    await museum.cancelTicket(one.ticketId, undefined, anActor)
    later(9_000)
    await museum.cancelTicket(two.ticketId, undefined, anActor)
    const { cursor } = await museum.getTicketRevocations(date)
    later(9_000)
    await museum.cancelTicket(three.ticketId, undefined, anActor)
    const next = await museum.getTicketRevocations(date, cursor)
    expect(next.tickets).toEqual([one.ticketId, two.ticketId, three.ticketId])
    expect((await museum.getTicketRevocations(date, next.cursor)).tickets).toEqual([two.ticketId, three.ticketId])
    later(60_000)
    const last = await museum.getTicketRevocations(date, next.cursor)
    expect((await museum.getTicketRevocations(date, last.cursor)).cursor).toBe(last.cursor)
  })
})
