import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Capacity,
  Email,
  EventDates,
  Instant,
  LanguageTag,
  type OnlinePayment,
  type OrderId,
  type OrderItem,
  PaymentReference,
  Price,
  Quantity,
  RefundId,
  type ReturnReason,
} from '@museum/domain'
import {
  anActor,
  anAuditEntry,
  inMemoryMailSender,
  inMemoryPaymentProvider,
  inMemoryPorts,
  unrefused,
} from '@museum/testing'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { createMuseum } from '../museum.ts'
import type { ClaimedMail } from '../webhooks/delivery-repository.ts'
import { mailAttempts } from './attempt-mail.ts'

const [minute, day] = [60_000, 86_400_000]
const start = Date.UTC(2030, 4, 1, 10)
const ticketDate = CalendarDate('2030-05-17')
const event = aSpecialEvent({ dates: EventDates([ticketDate]) })
const general: OrderItem = { ticketType: 'general', ticketDate, quantity: Quantity(1) }
const night: OrderItem = { ...general, ticketType: 'event', eventId: event.eventId }
const email = Email('visitor@example.org')

/** A museum that sends e-mails and takes payments, on a clock that a test sets. */
const open = async () => {
  const clock = { now: Instant(start) }
  const now = () => clock.now
  const provider = inMemoryPaymentProvider({ now, patience: 1 })
  const returnUrls = { usual: 'https://museum.example/', faultOf: () => undefined }
  const ports = inMemoryPorts({ now, generalPrice: Price(1_200), paymentProvider: provider, returnUrls })
  const museum = createMuseum(ports)
  const mailSender = inMemoryMailSender()
  const attempt = mailAttempts({ ...ports, mailSender, ...museum, mailRate: 60 })
  await ports.specialEvents.add(event, anAuditEntry())
  await ports.deliveries.setMailOn(true)
  const reserve = async (...items: readonly OrderItem[]) => {
    const language = LanguageTag('fr-CH')
    const draft = { items, purchaser: { email }, language }
    return unrefused(await museum.createReservation(draft, { actor: anActor })).reservationId
  }
  const pay = async (reservationId: OrderId) => {
    const { payment } = unrefused(await museum.openPayment(reservationId, { language: LanguageTag('de') }, anActor))
    provider.pay(payment.paymentId)
    return payment
  }
  const pass = (milliseconds: number) => (clock.now = Instant(clock.now + milliseconds))
  const askQuestions = async () => {
    const claimed = await ports.deliveries.claim('payments', 10)
    await ports.deliveries.settle(await Promise.all(claimed.map((each) => museum.attemptPayment(each as never))))
  }
  /** Attempts the e-mails that are due. */
  const deliver = async () => {
    const claimed = (await ports.deliveries.claim('mail', 10)) as readonly ClaimedMail[]
    const results = await Promise.all(claimed.map(attempt))
    await ports.deliveries.settle(results)
    return results.map(({ result }) => result)
  }
  /** Has a payment returned, whatever the provider says. */
  const returnPayment = async (payment: OnlinePayment, returned: ReturnReason, amount = payment.amount) => {
    const { paymentId, reservationId } = payment
    const reference = PaymentReference('pi_1')
    const refund = { refundId: RefundId(exampleId(700)), paymentId, reference, state: 'sending', amount } as const
    await ports.reservations.change(reservationId, () => ({
      payment: { ...payment, state: 'returned', reference, returned },
      refund: { ...refund, currency: 'CHF', requestedAt: clock.now },
    }))
  }
  return { museum, ports, mailSender, reserve, pay, pass, askQuestions, deliver, returnPayment }
}

describe('the e-mail about a payment that is returned', () => {
  it('says why, what is given back and what was reserved, in the language of the visitor', async () => {
    const { museum, reserve, pay, pass, askQuestions, deliver, mailSender, ports } = await open()
    unrefused(await museum.setEventCapacity(event.eventId, Capacity(2), anActor))
    const reservationId = await reserve(night, { ...night, quantity: Quantity(1) }, general)
    const { heldUntil, amount } = await pay(reservationId)
    pass(heldUntil - start)
    // Another visitor takes the places.
    unrefused(await museum.placeOrder({ items: [{ ...night, quantity: Quantity(2) }] }, { actor: anActor }))
    await askQuestions()
    expect(await deliver()).toEqual(['delivered'])
    const [listed] = (await ports.deliveries.listMails({ page: 1, limit: 5 })).items
    const { name, location } = event
    expect(mailSender.mails).toEqual([
      {
        mailId: listed!.messageId,
        kind: 'payment-returned',
        to: email,
        because: 'expired',
        amount,
        currency: 'EUR',
        visits: [{ ticketDate, event: { name, location } }, { ticketDate }],
        language: 'fr-CH',
      },
    ])
    expect(JSON.stringify(listed)).not.toContain('example.org')
    expect(await deliver()).toEqual([])
  })

  it('names an event that was deleted as the payment page did', async () => {
    const { museum, reserve, pay, askQuestions, deliver, mailSender } = await open()
    const reservationId = await reserve(night)
    await pay(reservationId)
    unrefused(await museum.deleteSpecialEvent(event.eventId, anActor))
    await askQuestions()
    await deliver()
    expect(mailSender.mails).toMatchObject([{ visits: [{ event: { name: `${event.name} · Full price` } }] }])
  })

  it('has the amount and the currency that were paid, where they are not those of the reservation', async () => {
    const { reserve, pay, deliver, returnPayment, mailSender } = await open()
    await returnPayment(await pay(await reserve(general)), 'another-amount', 999)
    await deliver()
    expect(mailSender.mails).toMatchObject([{ because: 'another-amount', amount: 999, currency: 'CHF' }])
  })

  it('goes to the address of the tickets where another payment has sold them, and names the order while one is valid', async () => {
    for (const isCancelled of [false, true]) {
      const { museum, reserve, pay, askQuestions, deliver, returnPayment, mailSender } = await open()
      const reservationId = await reserve(general)
      const payment = await pay(reservationId)
      await askQuestions()
      expect(await deliver()).toEqual(['delivered'])
      if (isCancelled) unrefused(await museum.cancelOrder(reservationId, undefined, anActor))
      await returnPayment(payment, 'sold')
      while ((await deliver()).length > 0);
      const mail = mailSender.mails.find((each) => each.kind === 'payment-returned')
      expect(mail).toMatchObject({ to: email, because: 'sold' })
      expect(mail?.orderId).toBe(isCancelled ? undefined : reservationId)
    }
  })

  it('is dropped once the address is erased, on the reservation or on its tickets', async () => {
    const { museum, ports, reserve, pay, pass, askQuestions, deliver, returnPayment, mailSender } = await open()
    const reservationId = await reserve(general)
    const payment = await pay(reservationId)
    await returnPayment(payment, 'released')
    pass(day + 60 * minute)
    while (await ports.reservations.giveBackEnded());
    while ((await ports.reservations.removeEnded()) > 0);
    expect(await deliver()).toEqual(['dropped'])

    const sold = await reserve(general)
    const second = await pay(sold)
    await askQuestions()
    expect(await deliver()).toEqual(['delivered'])
    await returnPayment(second, 'sold')
    await museum.erasePurchaserData(email, anActor)
    expect(await deliver()).toEqual(['dropped'])
    expect(mailSender.mails.map(({ kind }) => kind)).toEqual(['sold'])
    expect((await ports.deliveries.listMails({ page: 1, limit: 5 })).items).toHaveLength(1)
  })
})
