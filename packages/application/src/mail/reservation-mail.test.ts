import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  Email,
  EventDates,
  Instant,
  LanguageTag,
  MailLimits,
  OrderId,
  Price,
  Quantity,
  type ReservationDraft,
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
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import type { MuseumPorts } from '../ports.ts'
import type { ClaimedMail } from '../webhooks/delivery-repository.ts'
import { mailAttempts } from './attempt-mail.ts'
import { createMails } from './mail.ts'

const start = Date.UTC(2030, 4, 1, 10)
const ticketDate = CalendarDate('2030-05-17')
const event = aSpecialEvent({ dates: EventDates([ticketDate]) })
const until = Instant(Date.UTC(2030, 4, 10, 18, 30))
const general = { ticketType: 'general', ticketDate, quantity: Quantity(2) } as const
const purchaser = { email: Email('teacher@example.org') }
const draft: ReservationDraft = {
  items: [{ ...general, ticketType: 'event', eventId: event.eventId, quantity: Quantity(28) }, general, general],
  until,
  purchaser,
}

/** A museum with a shop that sends e-mails, and its mail server, on a clock that a test sets. */
const open = async (but: Partial<MuseumPorts> = {}) => {
  const clock = { now: start }
  const now = () => Instant(clock.now)
  const given = { now, generalPrice: Price(1_200), paymentProvider: inMemoryPaymentProvider({ now }), ...but }
  const ports = { ...inMemoryPorts(given), ...but }
  const museum = aMuseum(ports)
  await museum.ensureLinkKey(anActor)
  const mails = createMails(ports)
  const mailSender = inMemoryMailSender()
  const attempt = mailAttempts({ ...ports, mailSender, ...museum, mailRate: 60 })
  await ports.specialEvents.add(event, anAuditEntry())
  await ports.deliveries.setMailOn(true)
  const reserve = async (other: Partial<ReservationDraft> = {}) =>
    unrefused(await museum.createReservation({ ...draft, ...other }, { actor: anActor }))
  const mail = async (reservationId: OrderId) => mails.mailReservation(reservationId, anActor)
  /** Attempts the e-mails that are due, and returns the results. */
  const deliver = async () => {
    const claimed = (await ports.deliveries.claim('mail', 10)) as readonly ClaimedMail[]
    const results = await Promise.all(claimed.map(attempt))
    await ports.deliveries.settle(results)
    return results.map(({ result }) => result)
  }
  return { museum, ports, clock, reserve, mail, deliver, mailSender }
}

describe('the e-mail by which a reservation is paid', () => {
  it('says what is reserved, the total, until when, and the link, in the language of the visitor', async () => {
    const { museum, ports, reserve, mail, deliver, mailSender } = await open()
    const reservation = await reserve({ language: LanguageTag('fr') })
    const { reservationId } = reservation
    expect(await mail(reservationId)).toBeUndefined()
    expect(await deliver()).toEqual(['delivered'])
    const [listed] = (await ports.deliveries.listMails({ page: 1, limit: 5 })).items
    expect(listed).toMatchObject({ state: 'delivered', mail: { type: 'reservation.payable', reservationId } })
    const { name, location } = event
    const [sent] = mailSender.mails
    expect(sent).toEqual({
      mailId: listed!.messageId,
      kind: 'reservation',
      to: purchaser.email,
      visits: [
        { ticketDate, places: 28, event: { name, location } },
        { ticketDate, places: 4 },
      ],
      total: reservation.total,
      currency: 'EUR',
      until: { ticketDate: '2030-05-10', entryTime: '18:30' },
      link: await museum.linkOfReservation(reservation),
      language: 'fr',
    })
    expect(await museum.reservationOfLink((sent as { link: string }).link)).toBe(reservationId)
    const { items } = await ports.audit.list(
      { about: { kind: 'reservation', id: reservationId } },
      { page: 1, limit: 9 },
    )
    expect(items).toMatchObject([{ operation: 'mailReservation', before: null, after: null }])
    expect(JSON.stringify([listed, items])).not.toContain('example.org')
  })

  it('is dropped once the reservation is released, or its address is erased', async () => {
    for (const end of ['release', 'erase'] as const) {
      const { museum, reserve, mail, deliver, mailSender } = await open()
      const { reservationId } = await reserve()
      await mail(reservationId)
      if (end === 'release') unrefused(await museum.releaseReservation(reservationId, anActor))
      else await museum.erasePurchaserData(purchaser.email, anActor)
      expect([end, await deliver(), mailSender.mails]).toEqual([end, ['dropped'], []])
    }
  })

  it('is refused for a reservation that is unknown, has ended, has no given end or no address', async () => {
    const { museum, clock, reserve, mail, deliver } = await open()
    const [released, sold, expired] = [await reserve(), await reserve(), await reserve()]
    unrefused(await museum.releaseReservation(released.reservationId, anActor))
    unrefused(await museum.sellReservation(sold.reservationId, {}, anActor))
    await deliver()
    const { until: _, ...forMinutes } = draft
    const own = unrefused(await museum.createReservation(forMinutes, { actor: anActor }))
    for (const [reservationId, refusal] of [
      [OrderId(exampleId(99_999)), 'reservation-not-found'],
      [released.reservationId, 'reservation-ended'],
      [sold.reservationId, 'reservation-ended'],
      [own.reservationId, 'reservation-without-end'],
      [(await reserve({ purchaser: undefined })).reservationId, 'no-address'],
    ] as const)
      expect([refusal, await mail(reservationId)]).toMatchObject([refusal, { refusal }])
    clock.now = until
    expect(await mail(expired.reservationId)).toMatchObject({ refusal: 'reservation-ended' })
    expect(await deliver()).toEqual([])
  })

  it('is refused where there is no shop, no payment online or no e-mail; what is free needs no payment', async () => {
    const withoutShop = await open({ linkAlgorithm: undefined })
    expect(await withoutShop.mail((await withoutShop.reserve()).reservationId)).toMatchObject({ refusal: 'shop-off' })
    const withoutPayment = await open({ paymentProvider: undefined })
    const { reservationId } = await withoutPayment.reserve()
    expect(await withoutPayment.mail(reservationId)).toMatchObject({ refusal: 'payment-off' })
    const free = await open({ paymentProvider: undefined, generalPrice: Price(0) })
    const ofNothing = (await free.reserve({ items: [general] })).reservationId
    expect(await free.mail(ofNothing)).toBeUndefined()
    await free.ports.deliveries.setMailOn(false)
    expect(await free.mail(ofNothing)).toMatchObject({ refusal: 'mail-off' })
  })

  it('is limited like other e-mails that users request', async () => {
    const { reserve, mail } = await open()
    const { reservationId } = await reserve()
    for (let n = 0; n < MailLimits.toAddress; n += 1) expect(await mail(reservationId)).toBeUndefined()
    expect(await mail(reservationId)).toMatchObject({ refusal: 'too-many-mails' })
  })
})
