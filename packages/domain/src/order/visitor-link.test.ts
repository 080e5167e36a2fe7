import { describe, expect, it } from '@jest/globals'
import { CalendarDate, OrderId, TicketId, VisitorLink } from '../index.ts'

describe('the link of a visitor', () => {
  it('leads to the order of a ticket, or to the ticket if it was sold without one', () => {
    const ticketId = TicketId('0190a5d4-8f00-7000-8000-000000000001')
    const orderId = OrderId('0190a5d4-8f00-7000-8000-000000000002')
    expect(VisitorLink.subjectOf({ ticketId })).toEqual({ kind: 'ticket', id: ticketId })
    expect(VisitorLink.subjectOf({ ticketId, orderId })).toEqual({ kind: 'order', id: orderId })
  })

  it('ends 30 days after the last date of its tickets', () => {
    const tickets = ['2030-05-17', '2030-06-01'].map((date) => ({ ticketDate: CalendarDate(date) }))
    for (const [today, hasEnded] of [
      ['2030-05-17', false],
      ['2030-06-17', false],
      ['2030-07-01', false],
      ['2030-07-02', true],
    ] as const)
      expect([today, VisitorLink.hasEnded(tickets, CalendarDate(today))]).toEqual([today, hasEnded])
  })
})
