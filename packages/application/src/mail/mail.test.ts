import { describe, expect, it } from '@jest/globals'
import { ConfirmationCode, Delivery, Email, Instant, MailLimits, OrderId, TicketId } from '@museum/domain'
import { aSale, anActor, anAuditEntry, inMemoryPorts, sellAlone } from '@museum/testing'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { createMails } from './mail.ts'

const start = Date.UTC(2030, 4, 1, 10)
const ticket = aGeneralTicket()
const { ticketId } = ticket
const unknown = TicketId(exampleId(9_999))
const other = Email('other@example.org')
const firstPage = { page: 1, limit: 100 }

/** A museum that sends e-mails and has sold a ticket, whose e-mail is delivered; on a clock that a test sets. */
const open = async (sold = ticket, ...others: (typeof ticket)[]) => {
  const clock = { now: start }
  const ports = inMemoryPorts({ now: () => Instant(clock.now) })
  const mails = createMails(ports)
  const { deliveries } = ports
  await deliveries.setMailOn(true)
  const { orderId } = sold
  if (orderId === undefined) await sellAlone(ports.tickets, sold)
  else await ports.tickets.sell(...aSale([sold, ...others], { order: { orderId } }))
  /** Ends what waits. */
  const end = async (isDelivered = true) => {
    const claimed = await deliveries.claim('mail', 1_000)
    const at = Instant(clock.now)
    await deliveries.settle(
      claimed.map((delivery) =>
        isDelivered ? { delivery, at, result: 'delivered' } : { delivery, at, result: 'failed', because: '550' },
      ),
    )
    return claimed
  }
  await end()
  const entries = async () => (await ports.audit.list({}, firstPage)).items
  return { ...mails, ports, clock, end, entries }
}

describe('sending a ticket again', () => {
  it('goes to its purchaser, with an audit entry', async () => {
    const { mailTicket, end, entries, clock } = await open()
    clock.now += 1_000
    expect(await mailTicket(ticketId, undefined, anActor)).toBeUndefined()
    expect(await end()).toMatchObject([{ message: { type: 'tickets.sold', at: start + 1_000, ticketIds: [ticketId] } }])
    expect(await entries()).toEqual([
      {
        auditId: 1,
        at: start + 1_000,
        actor: 'curator',
        operation: 'mailTicket',
        subject: { kind: 'ticket', id: ticketId },
        before: null,
        after: { isToAnotherAddress: false },
      },
    ])
  })

  it('goes to another address, which is in no audit entry; the ticket keeps its own', async () => {
    const { mailTicket, ports, entries, listMails } = await open()
    expect(await mailTicket(ticketId, other, anActor)).toBeUndefined()
    const [listed] = (await listMails(firstPage, 'pending')).items
    expect(listed!.mail).toMatchObject({ isToAnotherAddress: true })
    expect(await ports.deliveries.recipientOf(listed!.messageId)).toBe(other)
    expect(await ports.tickets.find(ticketId)).toMatchObject({ purchaser: ticket.purchaser })
    const audited = await entries()
    expect(audited).toMatchObject([{ after: { isToAnotherAddress: true } }])
    expect(JSON.stringify([audited, listed])).not.toContain('example.org')
  })

  it('belongs to the order of the ticket', async () => {
    const orderId = OrderId(exampleId(900))
    const { mailTicket, end } = await open({ ...ticket, orderId })
    await mailTicket(ticketId, undefined, anActor)
    expect(await end()).toMatchObject([{ message: { orderId, ticketIds: [ticketId] } }])
  })

  it('sends the tickets of an order that are not cancelled in one e-mail', async () => {
    const orderId = OrderId(exampleId(900))
    const other = {
      ...aGeneralTicket({
        ticketId: TicketId(exampleId(2)),
        confirmationCode: ConfirmationCode('ticket-general-other1-xxxxx'),
      }),
      orderId,
    }
    const { mailOrder, ports, end, entries } = await open({ ...ticket, orderId }, other)
    expect(await mailOrder(orderId, undefined, anActor)).toBeUndefined()
    expect(await end()).toMatchObject([
      { message: { type: 'tickets.sold', orderId, ticketIds: [ticketId, other.ticketId] } },
    ])
    const cancel = async (cancelled: TicketId) =>
      ports.tickets.cancel(
        cancelled,
        () => undefined,
        () => anAuditEntry(),
      )
    await cancel(ticketId)
    await end()
    expect(await mailOrder(orderId, Email('other@example.org'), anActor)).toBeUndefined()
    expect(await end()).toMatchObject([{ message: { ticketIds: [other.ticketId] } }])
    expect((await entries())[0]).toMatchObject({
      operation: 'mailOrder',
      subject: { kind: 'order', id: orderId },
      after: { isToAnotherAddress: true },
    })
    await cancel(other.ticketId)
    expect(await mailOrder(orderId, undefined, anActor)).toMatchObject({
      refusal: 'ticket-cancelled',
      because: `Every ticket of order ${orderId} is cancelled.`,
      values: { orderId },
    })
    expect(await mailOrder(OrderId(exampleId(901)), undefined, anActor)).toMatchObject({ refusal: 'order-not-found' })
  })

  it('is refused for a ticket that is unknown, cancelled or without an address, and while no e-mails are sent', async () => {
    const { purchaser: _, ...withoutAddress } = ticket
    const anonymous = await open(withoutAddress)
    expect(await anonymous.mailTicket(ticketId, undefined, anActor)).toMatchObject({ refusal: 'no-address' })
    expect(await anonymous.mailTicket(ticketId, other, anActor)).toBeUndefined()
    const { mailTicket, ports, entries, end } = await open()
    expect(await mailTicket(unknown, undefined, anActor)).toMatchObject({ refusal: 'ticket-not-found' })
    await ports.deliveries.setMailOn(false)
    expect(await mailTicket(ticketId, other, anActor)).toMatchObject({ refusal: 'mail-off' })
    await ports.deliveries.setMailOn(true)
    await ports.tickets.cancel(
      ticketId,
      () => undefined,
      () => anAuditEntry(),
    )
    await end()
    expect(await mailTicket(ticketId, other, anActor)).toMatchObject({ refusal: 'ticket-cancelled' })
    expect((await entries()).map(({ operation }) => operation)).toEqual(['updateSpecialEvent'])
    expect(await end()).toEqual([])
  })
})

describe('sending many tickets', () => {
  it('to one address, its purchaser’s or another, is refused after 10 e-mails in an hour, and says when to go on', async () => {
    const { mailTicket, clock, entries } = await open({ ...ticket, purchaser: { email: other } })
    for (let n = 0; n < 10; n += 1) {
      expect(await mailTicket(ticketId, n % 2 === 0 ? undefined : other, anActor)).toBeUndefined()
      clock.now += 60_000
    }
    expect(await mailTicket(ticketId, undefined, anActor)).toEqual({
      refusal: 'too-many-mails',
      because:
        '10 e-mails were sent to this address within an hour. Send the next one in 50 minutes, or print the ticket.',
      values: { limit: 10, per: 'address', minutes: 50 },
      retryAfter: 50 * 60,
    })
    expect(await entries()).toHaveLength(10)
    clock.now += 50 * 60_000
    expect(await mailTicket(ticketId, undefined, anActor)).toBeUndefined()
    expect(await mailTicket(ticketId, undefined, anActor)).toMatchObject({ retryAfter: 60 })
  })

  it('by one user is refused after 200 e-mails in an hour; other users go on', async () => {
    const { mailTicket } = await open()
    for (let n = 0; n < 200; n += 1)
      expect(await mailTicket(ticketId, Email(`visitor-${n}@example.org`), anActor)).toBeUndefined()
    expect(await mailTicket(ticketId, other, anActor)).toEqual({
      refusal: 'too-many-mails',
      because: 'You have sent 200 e-mails within an hour. Send the next one in 60 minutes, or print the ticket.',
      values: { limit: 200, per: 'user', minutes: 60 },
      retryAfter: 3_600,
    })
    expect(await mailTicket(ticketId, other, { username: 'colleague' })).toBeUndefined()
  })
})

describe('the e-mails', () => {
  it('are listed in pages, the latest first, and by state', async () => {
    const { mailTicket, listMails, end, clock } = await open()
    clock.now += 1_000
    await mailTicket(ticketId, undefined, anActor)
    await end(false)
    expect(await listMails({ page: 1, limit: 1 })).toMatchObject({ items: [{ state: 'failed' }], total: 2 })
    expect(await listMails(firstPage, 'delivered')).toMatchObject({ items: [{ at: start }], total: 1 })
  })

  it('are attempted again under the same messageId when they are replayed, with an audit entry', async () => {
    const { replayMail, listMails, end, entries } = await open()
    const [listed] = (await listMails(firstPage)).items
    const { deliveryId, messageId } = listed!
    expect(await replayMail(deliveryId, anActor)).toBeUndefined()
    expect(await end()).toMatchObject([{ deliveryId, messageId }])
    expect(await entries()).toMatchObject([
      { operation: 'replayMail', actor: 'curator', subject: { kind: 'mail', id: String(deliveryId) }, after: null },
    ])
    expect(await replayMail(0, anActor)).toEqual(Delivery.notFound(0, 'mail'))
    expect(await entries()).toHaveLength(1)
  })

  it('that have failed are removed, however many they are, and no others', async () => {
    const { mailTicket, end, removeFailedMails, listMails, clock } = await open()
    for (let n = 0; n < 1_001; n += 1) {
      clock.now += (MailLimits.seconds * 1_000) / MailLimits.toAddress
      await mailTicket(ticketId, undefined, anActor)
      await end(false)
    }
    expect(await removeFailedMails()).toBe(1_001)
    expect(await listMails(firstPage)).toMatchObject({ items: [{ state: 'delivered' }], total: 1 })
    expect(await removeFailedMails()).toBe(0)
  })
})
