import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Email, Instant, LanguageTag, MailLimits, Quantity } from '@museum/domain'
import { aMuseum, anActor, anAuditEntry, inMemoryMailSender, inMemoryPorts, unrefused } from '@museum/testing'
import { aSpecialEvent, anOrder, someDates } from '@museum/testing/examples'
import type { MuseumPorts } from '../ports.ts'
import type { ClaimedMail } from '../webhooks/delivery-repository.ts'
import { mailAttempts } from './attempt-mail.ts'
import type { MailWithLinks } from './mail-sender.ts'
import { createMails } from './mail.ts'

const day = 86_400_000
const email = Email('Sara@example.org')
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const event = aSpecialEvent({ dates: someDates(first, second) })

/** A museum with a shop that sends e-mails, and its mail server, on a clock that a test sets. */
const open = async (but: Partial<MuseumPorts> = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const ports = { ...inMemoryPorts({ now: () => Instant(clock.now) }), ...but }
  const museum = aMuseum(ports)
  await museum.ensureLinkKey(anActor)
  await ports.specialEvents.add(event, anAuditEntry())
  const mails = createMails(ports)
  const mailSender = inMemoryMailSender()
  const attempt = mailAttempts({ ...ports, mailSender, ...museum, mailRate: 60 })
  const order = async (ticketDate = first, purchaser = { email }) =>
    unrefused(
      await museum.placeOrder({
        items: [
          { ticketType: 'event', eventId: event.eventId, ticketDate, quantity: Quantity(2) },
          { ticketType: 'general', ticketDate, quantity: Quantity(1) },
        ],
        purchaser,
      }),
    )
  const alone = async (ticketDate = first) =>
    unrefused(await museum.buyMuseumTickets(anOrder({ ticketDate, purchaser: { email } })))
  const linksOf = async (mail: MailWithLinks | undefined) =>
    Promise.all(
      (mail?.linked ?? []).map(async ({ link }) => {
        const { order: found, tickets } = unrefused(await museum.getLinkedTickets(link))
        return found?.orderId ?? tickets[0]!.ticket.ticketId
      }),
    )
  /** Has a visitor ask for tickets, and returns the results of the attempts and the e-mail that is sent. */
  const ask = async (address: Email = email, language?: LanguageTag) => {
    await ports.deliveries.setMailOn(true)
    const before = mailSender.mails.length
    await mails.requestTickets(address, language)
    const claimed = (await ports.deliveries.claim('mail', 10)) as readonly ClaimedMail[]
    const results = await Promise.all(claimed.map(attempt))
    await ports.deliveries.settle(results)
    // What is sold is not told.
    await ports.deliveries.setMailOn(false)
    return { results: results.map(({ result }) => result), mail: mailSender.mails[before] as MailWithLinks | undefined }
  }
  return { museum, ports, mails, clock, order, alone, ask, linksOf }
}

describe('the e-mail with the links that a visitor has asked for', () => {
  it('has a link for each order and each ticket that was sold alone, those for the next date first, and what they are for', async () => {
    const { ask, order, alone, linksOf, ports } = await open()
    const [later, single, next] = [await order(second), await alone(), await order()]
    const { results, mail } = await ask(Email('sara@EXAMPLE.org'), LanguageTag('fr'))
    expect(results).toEqual(['delivered'])
    expect(await linksOf(mail)).toEqual([single.ticketId, next.orderId, later.orderId])
    const { name, location } = event
    expect(mail).toMatchObject({
      kind: 'links',
      to: email,
      language: 'fr',
      linked: [
        { visits: [{ ticketDate: first }] },
        { visits: [{ ticketDate: first, event: { name, location } }, { ticketDate: first }] },
        { visits: [{ ticketDate: second, event: { name, location } }, { ticketDate: second }] },
      ],
    })
    const listed = (await ports.deliveries.listMails({ page: 1, limit: 5 })).items
    expect(listed).toMatchObject([{ messageId: mail!.mailId, state: 'delivered', mail: { type: 'tickets.requested' } }])
    expect(JSON.stringify([listed, (await ports.audit.list({}, { page: 1, limit: 9 })).items])).not.toMatch(/sara/i)
    expect(await ports.deliveries.recipientOf(mail!.mailId)).toBeUndefined()
  })

  it('is none for an address without tickets for today or later, or with cancelled ones alone', async () => {
    const { ask, order, alone, museum, clock } = await open()
    expect(await ask()).toEqual({ results: ['dropped'], mail: undefined })
    await alone()
    const { orderId } = await order(second)
    unrefused(await museum.cancelOrder(orderId, undefined, anActor))
    clock.now += 17 * day
    expect(await ask()).toEqual({ results: ['dropped'], mail: undefined })
  })

  it('has those for today, also used ones', async () => {
    const { ask, alone, museum, clock, linksOf } = await open()
    const { ticketId, confirmationCode } = await alone()
    clock.now += 16 * day
    unrefused(await museum.admitTicket({ code: confirmationCode as never }, anActor))
    expect(await linksOf((await ask()).mail)).toEqual([ticketId])
  })

  it('has at most 20 links, also of an address with hundreds of tickets', async () => {
    const { ask, alone, order, linksOf } = await open()
    for (let n = 0; n < 110; n += 1) await alone(second)
    const { orderId } = await order()
    const links = await linksOf((await ask()).mail)
    expect([links.length, links[0]]).toEqual([20, orderId])
  })

  it('goes to the address of the tickets, and to no other mailbox whose address is compared alike', async () => {
    const { ask, order } = await open()
    await order()
    // U+017F, the long s.
    const similar = Email('\u017Fara@example.org')
    await order(first, { email: similar })
    expect((await ask()).mail).toMatchObject({ to: email, linked: { length: 1 } })
    expect((await ask(similar)).mail).toMatchObject({ to: similar, linked: { length: 1 } })
  })

  it('is none once the address is erased, or after too many requests; the next hour has others', async () => {
    const { ask, order, mails, museum, clock, ports } = await open()
    await order()
    for (let n = 0; n < MailLimits.forVisitor; n += 1) expect((await ask()).results).toEqual(['delivered'])
    expect((await ask(Email('SARA@example.org'))).results).toEqual([])
    clock.now += MailLimits.seconds * 1_000
    expect((await ask()).results).toEqual(['delivered'])
    await ports.deliveries.setMailOn(true)
    await mails.requestTickets(email, undefined)
    await museum.erasePurchaserData(email, anActor)
    expect((await ask(Email('other@example.org'))).results).toEqual(['dropped', 'dropped'])
    expect((await ports.deliveries.listMails({ page: 1, limit: 9 })).total).toBe(MailLimits.forVisitor + 1)
  })

  it('is not recorded where visitors get no links, or no e-mails are sent', async () => {
    const { ask } = await open({ linkAlgorithm: undefined })
    expect((await ask()).results).toEqual([])
    const { mails, ports } = await open()
    await mails.requestTickets(email, undefined)
    await ports.deliveries.setMailOn(true)
    expect(await ports.deliveries.claim('mail', 10)).toEqual([])
  })
})
