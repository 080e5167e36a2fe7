import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Email,
  EventDates,
  Instant,
  LanguageTag,
  type Order,
  PaymentMethod,
  Price,
  Quantity,
  type Ticket,
} from '@museum/domain'
import {
  aMuseum,
  anActor,
  anAuditEntry,
  inMemoryMailSender,
  inMemoryPaymentProvider,
  inMemoryPorts,
  unrefused,
} from '@museum/testing'
import { aSpecialEvent, anOrder } from '@museum/testing/examples'
import { mailAttempts } from '../mail/attempt-mail.ts'
import type { Mail, MailAboutCancellation, MailOutcome } from '../mail/mail-sender.ts'
import type { MuseumPorts } from '../ports.ts'
import type { ClaimedMail } from '../webhooks/delivery-repository.ts'

const [minute, hour] = [60_000, 3_600_000]
const visitors = { username: 'shop:pages' }
const ticketDate = CalendarDate('2030-05-17')
const event = aSpecialEvent({ dates: EventDates([ticketDate]), price: Price(1_990) })
/** The museum opens at 09:00 on the date, and the event has no session. */
const [beforeOpening, beforeEvent] = [Date.UTC(2030, 4, 16, 9), Date.UTC(2030, 4, 16)]

/** A museum whose visitors cancel tickets until 24 hours before, on a clock that a test sets. */
const open = async (but: Partial<MuseumPorts> = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const now = () => Instant(clock.now)
  const ports = inMemoryPorts({
    now,
    generalPrice: Price(1_200),
    ownCancellation: 24,
    paymentProvider: inMemoryPaymentProvider({ now }),
    ...but,
  })
  const museum = aMuseum(ports)
  await museum.ensureLinkKey(anActor)
  await ports.deliveries.setMailOn(true)
  await ports.specialEvents.add(event, anAuditEntry())
  const outcome: { next: MailOutcome } = { next: { outcome: 'accepted' } }
  const mailSender = inMemoryMailSender(() => outcome.next)
  const attempt = mailAttempts({ ...ports, mailSender, ...museum, mailRate: 60 })
  const deliver = async () => {
    for (;;) {
      const claimed = (await ports.deliveries.claim('mail', 10)) as readonly ClaimedMail[]
      if (claimed.length === 0) return
      await ports.deliveries.settle(await Promise.all(claimed.map(attempt)))
    }
  }
  const items = [
    { ticketType: 'general', ticketDate, quantity: Quantity(2) },
    { ticketType: 'event', eventId: event.eventId, ticketDate, quantity: Quantity(1) },
  ] as const
  /** Sells two tickets for general entry and one for the event. */
  const sell = async (more: Partial<Parameters<typeof museum.placeOrder>[0]> = {}) =>
    unrefused(
      await museum.placeOrder({
        items,
        purchaser: { email: Email('visitor@example.org') },
        payment: { method: PaymentMethod('cash') },
        ...more,
      }),
    )
  /** The same, paid at the payment provider. */
  const sellOnline = async (): Promise<Order> => {
    const draft = { items, purchaser: { email: Email('visitor@example.org') }, language: LanguageTag('fr') }
    const { reservationId } = unrefused(await museum.createReservation(draft, { actor: anActor }))
    const { payment } = unrefused(await museum.openPayment(reservationId, {}, anActor))
    ;(ports.paymentProvider as ReturnType<typeof inMemoryPaymentProvider>).pay(payment.paymentId)
    await askProvider()
    return (await ports.orders.find(reservationId))!
  }
  const askProvider = async () => {
    clock.now += 20_000
    const claimed = await ports.deliveries.claim('payments', 10)
    await ports.deliveries.settle(await Promise.all(claimed.map((each) => museum.attemptPayment(each as never))))
  }
  const request = async ({ tickets }: Pick<Order, 'tickets'>, ...positions: readonly number[]) => {
    const link = (await museum.linkOf(tickets))!
    const ticketIds = positions.map((n) => tickets[n]!.ticketId)
    return museum.requestCancellation(link, ticketIds)
  }
  const requested = () => mailSender.mails.filter(isRequest)
  /** The link of the e-mail about these tickets. */
  const linkOf = async (order: Pick<Order, 'tickets'>, ...positions: readonly number[]) => {
    unrefused(await request(order, ...positions))
    await deliver()
    return requested().at(-1)!.link
  }
  const statesOf = async ({ orderId }: Pick<Order, 'orderId'>) =>
    (await ports.orders.find(orderId))!.tickets.map(({ state }) => state)
  const audited = async () =>
    (await ports.audit.list({ about: { kind: 'order' } }, { page: 1, limit: 10 })).items.filter(
      ({ operation }) => operation === 'cancelOwnTickets',
    )
  return {
    museum,
    ports,
    clock,
    deliver,
    sell,
    sellOnline,
    askProvider,
    request,
    requested,
    linkOf,
    statesOf,
    audited,
    outcome,
    mails: mailSender.mails,
  }
}
const isRequest = (mail: Mail): mail is MailAboutCancellation => mail.kind === 'cancellation-requested'
const shown = (found: object) => {
  const { tickets, ...others } = found as { tickets?: readonly Ticket[] }
  const { order: _, ...rest } = others as { order?: Order }
  return { ...rest, ...(tickets && { count: tickets.length }) }
}

describe('a visitor who has the mailbox of an order', () => {
  it('cancels the chosen tickets, all in one change; what was paid at the museum stays due', async () => {
    const { museum, sell, linkOf, statesOf, audited, deliver, mails, ports } = await open()
    const order = await sell()
    const link = await linkOf(order, 0, 2)
    expect(shown(await museum.getCancellation(link))).toEqual({
      state: 'ready',
      back: { online: 0, atMuseum: 3_190 },
      count: 2,
    })
    expect(await statesOf(order)).toEqual(['valid', 'valid', 'valid'])
    const done = { state: 'done', back: { online: 0, atMuseum: 3_190 }, count: 2 }
    expect(shown(await museum.confirmCancellation(link, visitors))).toEqual(done)
    expect(await statesOf(order)).toEqual(['cancelled', 'valid', 'cancelled'])
    expect(await audited()).toMatchObject([
      { actor: 'shop:pages', after: { cancelled: [order.tickets[0]!.ticketId, order.tickets[2]!.ticketId] } },
    ])
    await deliver()
    expect(mails.at(-1)).toMatchObject({ kind: 'cancelled', tickets: [{}, {}], stillValid: [{}] })
    expect(mails.at(-1)).not.toHaveProperty('givenBackOnline')
    expect((await ports.refunds.list({ state: 'due' }, { page: 1, limit: 5 }, () => true)).items).toHaveLength(2)
    unrefused(await museum.settleRefund(order.tickets[0]!.ticketId, { method: PaymentMethod('cash') }, anActor))
    expect(shown(await museum.getCancellation(link))).toEqual({ ...done, back: { online: 0, atMuseum: 1_990 } })
  })

  it('gets back what was paid at the payment provider, from its refund in the same change', async () => {
    const { museum, sellOnline, linkOf, audited, askProvider, ports, requested, deliver, mails } = await open()
    const order = await sellOnline()
    const link = await linkOf(order, 1, 2)
    const back = { online: 3_190, atMuseum: 0 }
    expect(requested()).toMatchObject([{ back, to: 'visitor@example.org', language: 'fr', orderId: order.orderId }])
    expect(shown(await museum.getCancellation(link))).toMatchObject({ state: 'ready', back })
    expect(shown(await museum.confirmCancellation(link, visitors))).toMatchObject({ state: 'done', back })
    expect(await audited()).toMatchObject([
      { after: { method: 'online', refunded: [{}, {}].map(() => expect.anything()) } },
    ])
    const refunds = (state: 'due' | 'sending' | 'settled') =>
      ports.refunds.list({ state }, { page: 1, limit: 5 }, () => true).then(({ items }) => items.length)
    expect([await refunds('due'), await refunds('sending')]).toEqual([0, 2])
    await deliver()
    expect(mails.at(-1)).toMatchObject({ kind: 'cancelled', givenBackOnline: 3_190 })
    await askProvider()
    expect([await refunds('sending'), await refunds('settled')]).toEqual([0, 2])
    expect(shown(await museum.getCancellation(link))).toMatchObject({ state: 'done', back })
  })

  it('gets it back at the museum while payment is off', async () => {
    const { sellOnline, linkOf, ports, clock } = await open()
    const link = await linkOf(await sellOnline(), 0)
    const museum = aMuseum({ ...ports, paymentProvider: undefined })
    clock.now += minute
    const back = { online: 0, atMuseum: 1_200 }
    expect(shown(await museum.getCancellation(link))).toMatchObject({ state: 'ready', back })
    expect(shown(await museum.confirmCancellation(link, visitors))).toMatchObject({ state: 'done', back })
  })

  it('changes nothing with the same button again, also twice at once', async () => {
    const { museum, sellOnline, linkOf, audited, ports } = await open()
    const link = await linkOf(await sellOnline(), 0, 1)
    const done = { state: 'done', back: { online: 2_400, atMuseum: 0 }, count: 2 }
    const outcomes = await Promise.all([1, 2].map(() => museum.confirmCancellation(link, visitors)))
    expect([...outcomes, await museum.confirmCancellation(link, visitors)].map(shown)).toEqual([done, done, done])
    expect(await audited()).toHaveLength(1)
    expect((await ports.refunds.list({ state: 'sending' }, { page: 1, limit: 5 }, () => true)).items).toHaveLength(2)
  })

  it.each([
    ['ticket-admitted', 'used'],
    ['ticket-cancelled', 'cancelled'],
    ['too-late-to-cancel', 'too late'],
  ] as const)('cancels nothing once one of them is %s', async (state, how) => {
    const { museum, sell, linkOf, statesOf, audited, clock, request, ports } = await open()
    const order = await sell()
    const [, second] = order.tickets
    if (how === 'too late') clock.now = beforeOpening - 30 * minute
    const link = await linkOf(order, 0, 1)
    if (how === 'used') {
      clock.now = Date.UTC(2030, 4, 17, 10)
      unrefused(await museum.admitTicket({ code: second!.confirmationCode as never }, anActor))
      clock.now = Date.UTC(2030, 4, 1, 10)
    }
    if (how === 'cancelled') await museum.cancelTicket(second!.ticketId, undefined, anActor)
    if (how === 'too late') clock.now = beforeOpening
    const before = await statesOf(order)
    for (const outcome of [await museum.getCancellation(link), await museum.confirmCancellation(link, visitors)])
      expect(outcome).toMatchObject({ state })
    expect(await statesOf(order)).toEqual(before)
    expect(await audited()).toEqual([])
    expect(await request(order, 0, 1)).toMatchObject({ state })
    const { items } = await ports.deliveries.listMails({ page: 1, limit: 10 })
    expect(items.filter(({ mail }) => mail.type === 'cancellation.requested')).toHaveLength(1)
  })
})

describe('what a visitor can cancel', () => {
  it('are valid tickets, each until its own time', async () => {
    const { museum, sell, clock } = await open()
    const { tickets } = await sell()
    const link = (await museum.linkOf(tickets))!
    const untils = async () =>
      unrefused(await museum.getLinkedTickets(link)).tickets.map(({ cancellableUntil }) => cancellableUntil)
    expect(await untils()).toEqual([beforeOpening, beforeOpening, beforeEvent])
    clock.now = beforeEvent
    expect(await untils()).toEqual([beforeOpening, beforeOpening, undefined])
    clock.now = beforeOpening - 1
    await museum.cancelTicket(tickets[0]!.ticketId, undefined, anActor)
    expect(await untils()).toEqual([undefined, beforeOpening, undefined])
    clock.now = beforeOpening
    expect(await untils()).toEqual([undefined, undefined, undefined])
  })

  it('are no tickets without an address, none that was sold alone, and none without the setting', async () => {
    const { museum, sell, request, ports, deliver, requested } = await open()
    const { purchaser: _, ...withoutAddress } = (await sell()).tickets[0]!
    const unknown = unrefused(
      await museum.placeOrder({ items: [{ ticketType: 'general', ticketDate, quantity: Quantity(1) }] }),
    )
    const alone = unrefused(await museum.buyMuseumTickets(anOrder({ ticketDate })))
    for (const order of [unknown, { tickets: [alone] }, { tickets: [withoutAddress] }])
      expect(await request(order, 0)).toMatchObject({ refusal: 'link-not-found' })
    const { tickets } = await sell()
    const link = (await museum.linkOf(tickets))!
    const off = aMuseum({ ...ports, ownCancellation: undefined })
    expect(await off.requestCancellation(link, [tickets[0]!.ticketId])).toMatchObject({ refusal: 'link-not-found' })
    expect(unrefused(await off.getLinkedTickets(link))).not.toHaveProperty('isCancelledByVisitor')
    await deliver()
    expect(requested()).toEqual([])
  })

  it('are no tickets of another order, nor none', async () => {
    const { museum, sell, request } = await open()
    const [order, other] = [await sell(), await sell()]
    const link = (await museum.linkOf(order.tickets))!
    for (const outcome of [await request(order), await museum.requestCancellation(link, [other.tickets[0]!.ticketId])])
      expect(outcome).toMatchObject({ refusal: 'no-ticket-chosen' })
  })
})

describe('the link of a cancellation', () => {
  it('ends an hour after it was asked for, also when its e-mail came later', async () => {
    const { museum, sell, request, deliver, requested, outcome, clock } = await open()
    const [order, start] = [await sell(), clock.now]
    await deliver()
    outcome.next = { outcome: 'failed', isPermanent: false, isOfMessage: true, because: 'busy' }
    unrefused(await request(order, 0))
    await deliver()
    clock.now += 10 * minute
    outcome.next = { outcome: 'accepted' }
    await deliver()
    const { link, until } = requested().at(-1)!
    expect([requested().length, until]).toEqual([2, start + hour])
    clock.now = start + hour - 1
    expect(await museum.getCancellation(link)).toMatchObject({ state: 'ready' })
    clock.now += 1
    for (const ended of [await museum.getCancellation(link), await museum.confirmCancellation(link, visitors)])
      expect(ended).toMatchObject({ refusal: 'link-ended' })
  })

  it('is not sent once it has ended, or there is nothing to confirm', async () => {
    const { museum, sell, request, deliver, requested, clock, ports } = await open()
    const order = await sell()
    await deliver()
    unrefused(await request(order, 0))
    await museum.cancelTicket(order.tickets[0]!.ticketId, undefined, anActor)
    await deliver()
    unrefused(await request(order, 1))
    clock.now += hour
    await deliver()
    expect(requested()).toEqual([])
    expect((await ports.deliveries.backlog()).pending).toBe(0)
  })

  it('is asked for three times an hour for an order, then nothing is sent', async () => {
    const { sell, request, deliver, requested, clock } = await open()
    const [order, other] = [await sell(), await sell()]
    const ask = async (of: Order, minutes: number) => {
      clock.now += minutes * minute
      const outcome = await request(of, 0)
      await deliver()
      return 'refusal' in outcome ? outcome.refusal : requested().length
    }
    expect([await ask(order, 0), await ask(order, 20), await ask(order, 20), await ask(order, 19)]).toEqual([
      1,
      2,
      3,
      'too-many-mails',
    ])
    expect(await ask(other, 0)).toBe(4)
    expect([await ask(order, 1), await ask(order, 0)]).toEqual([5, 'too-many-mails'])
  })

  it('leads nowhere once the address is erased, the key is replaced or the setting is off, nor as a link to tickets', async () => {
    const { museum, sell, linkOf, ports } = await open()
    const [order, other] = [await sell(), await sell({ purchaser: { email: Email('other@example.org') } })]
    const [link, ofOther] = [await linkOf(order, 0), await linkOf(other, 0)]
    const notFound = { refusal: 'link-not-found' }
    expect(await museum.getLinkedTickets(link)).toMatchObject(notFound)
    expect(await aMuseum({ ...ports, ownCancellation: undefined }).confirmCancellation(link, visitors)).toMatchObject(
      notFound,
    )
    for (const wrong of ['', link.slice(1), (await museum.linkOf(order.tickets))!])
      expect(await museum.confirmCancellation(wrong, visitors)).toMatchObject(notFound)
    await museum.erasePurchaserData(Email('visitor@example.org'), anActor)
    expect(await museum.confirmCancellation(link, visitors)).toMatchObject(notFound)
    expect(await museum.getCancellation(ofOther)).toMatchObject({ state: 'ready' })
    await museum.rotateLinkKey(anActor)
    expect(await museum.confirmCancellation(ofOther, visitors)).toMatchObject(notFound)
  })
})
